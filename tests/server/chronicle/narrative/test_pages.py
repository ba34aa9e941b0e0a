"""What was written line by line reads like a story."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from server.chronicle.entry import ChronicleEntry
from server.chronicle.narrative.pages import PageWriter, name_hour, render_markdown, render_plain
from tests.server.chronicle.support import happened
from tests.texts import shipped_texts
from world.nature import Nature

TEXTS = shipped_texts()


def say(actor: str, words: str, seconds: float, **more: object) -> ChronicleEntry:
    return happened(f'{actor} says, "{words}"', seconds, kind=Nature.SPEECH, actor=actor,
                    event="say", **more)  # type: ignore[arg-type]  # fmt: skip


def do(actor: str, deed: str, seconds: float, **more: object) -> ChronicleEntry:
    return happened(f"{actor} {deed}", seconds, actor=actor, **more)  # type: ignore[arg-type]


def walk(actor: str, rooms: Sequence[str], seconds: float, **more: object) -> list[ChronicleEntry]:
    """A step from each room to the next, four seconds apart."""
    found = []
    for number, (here, there) in enumerate(pairwise(rooms)):
        at = seconds + 4 * number
        for event, room, text in (
            ("leave", here, f"leaves for {there}."),
            ("arrive", there, f"arrives from {here}."),
        ):
            found.append(happened(f"{actor} {text}", at, room, Nature.MOVEMENT, actor, event,
                                  **more))  # type: ignore[arg-type]  # fmt: skip
    return found


def tell(
    *entries: ChronicleEntry, wanted: Callable[[ChronicleEntry], bool] = lambda entry: True
) -> str:
    """The paragraphs alone, wrapped as they stand in these tests."""
    parts = [each for each in PageWriter(TEXTS).write(entries, wanted) if not each.level]
    return "\n".join(textwrap.fill(f"{each.room}: {each.text}", 90) for each in parts)


def expect(text: str) -> str:
    return textwrap.dedent(text).strip()


def test_a_page_has_a_day_its_phases_and_a_paragraph_for_each_scene() -> None:
    """The headings are of the world's time."""
    page = render_plain(
        PageWriter(TEXTS).write(
            [
                do("Moss", "stirs the soup pot.", 0),
                do("Wren", "winds the clock.", 5, room="The Lamp House"),
                do("Moss", "sits down.", 620),
            ]
        )
    )
    assert page == expect(
        """
        The fourth day of winter

        Morning. There was frost in the night.

        The Hall, eight o'clock. Moss stirs the soup pot.

        The Lamp House, eight o'clock. Wren winds the clock.

        Noon.

        The Hall, a quarter past twelve. Moss sits down.
        """
    )


def test_deeds_of_one_actor_are_joined_and_repeated_ones_told_once() -> None:
    """Two at most, one soon after the other: three clauses are a list."""
    assert tell(
        do("Cobb", "lights the stove.", 0),
        do("Cobb", "pushes a plank into it.", 5),
        do("Cobb", "puts a kettle on, and tells it to hurry.", 10),
        do("Cobb", "hums.", 15),
        do("Cobb", "hums.", 20),
        do("Cobb", "hums.", 25),
        do("Moss", "nods.", 30),
        do("Moss", "sits down.", 65),
        do("Moss", "nods.", 70),
    ) == expect(
        """
        The Hall: Cobb lights the stove and pushes a plank into it. Cobb puts a kettle on, and
        tells it to hurry, then hums. Moss nods. Moss sits down.
        """
    )


def test_to_come_to_leave_and_to_be_away_is_joined_to_no_deed() -> None:
    """ "Ada is away: lunch and is back.", "Ada is gone and comes in." """
    rows = [
        ("is away: lunch.", Nature.REST),
        ("is back.", Nature.REST),
        ("waves.", Nature.DEED),
        ("is gone.", Nature.MOVEMENT),
        ("comes in.", Nature.MOVEMENT),
    ]
    assert tell(
        *(
            do("Ada", deed, 5 * number, kind=kind, people=("Ada",))
            for number, (deed, kind) in enumerate(rows)
        )
    ) == expect(
        """
        The Hall: Ada is away: lunch. Ada is back. Ada waves. Ada is gone. Ada comes in.
        """
    )


def test_the_name_before_a_gesture_stays_where_a_person_makes_it() -> None:
    """A person's gesture could pass for the world's own report; an agent's does not try to."""
    assert tell(
        do("Ada", "comes in.", 0, people=("Ada",)),
        happened("[Ada] Ada comes in.", 5, actor="Ada", people=("Ada",)),
        happened("[Moss] Moss comes in with wet boots.", 10, actor="Moss"),
        do("Moss", "sits down.", 15),
    ) == expect(
        """
        The Hall: Ada comes in. [Ada] Ada comes in. Moss comes in with wet boots and sits down.
        """
    )


def test_a_talk_is_told_with_who_asks_and_who_answers() -> None:
    """The speaker's name stands before, behind or within the words."""
    assert tell(
        say("Moss", "Come and sit in the sun, Hester. The chart will keep.", 0),
        say("Hester", "It curls in the sun. Five minutes?", 5),
        say("Moss", "Five. I shall tell you when it is ten.", 9),
        say("Hester", "How is the string?", 14),
        say("Moss", "Which string", 17),
        say("Moss", "I have several!", 20, agents=("Hester", "Cobb")),
        say("Moss", "I count them.", 50),
    ) == expect(
        """
        The Hall: "Come and sit in the sun, Hester," says Moss. "The chart will keep." "It curls
        in the sun," says Hester. "Five minutes?" "Five," answers Moss. "I shall tell you when it
        is ten." "How is the string?" asks Hester. Moss answers, "Which string" "I have several!"
        adds Moss. "I count them," says Moss.
        """
    )


def test_a_way_through_several_rooms_is_told_once() -> None:
    """Where nobody sees them pass and they do nothing, people only pass through."""
    way = ["The Hall", "The Landing", "The Boathouse"]
    assert tell(
        *walk("Moss", way, 0),
        say("Moss", "A good morning to you, Cobb.", 12, room="The Boathouse", agents=("Cobb",)),
    ) == expect(
        """
        The Boathouse: Moss comes from the Hall by way of the Landing. Cobb is there. Moss says,
        "A good morning to you, Cobb."
        """
    )


def test_who_stays_on_the_way_does_not_pass_through() -> None:
    """A deed on the way is one where it was done."""
    first, second = walk("Moss", ["The Hall", "The Landing"], 0), walk(
        "Moss", ["The Landing", "The Boathouse"], 20, agents=("Cobb",)
    )  # fmt: skip
    assert tell(*first, do("Moss", "reads the slate.", 9, room="The Landing"), *second) == expect(
        """
        The Landing: Moss comes from the Hall and reads the slate, then leaves for the Boathouse.
        The Boathouse: Moss comes from the Landing.
        """
    ).replace(", then leaves for the Boathouse", ". Moss leaves for the Boathouse")


def test_company_sees_somebody_go_and_an_empty_room_does_not() -> None:
    """Nobody is told that somebody left a room in which nobody was."""
    seen = walk("Wren", ["The Hall", "The Landing"], 5, agents=("Moss",))
    assert "Wren leaves for the Landing." in tell(do("Moss", "nods.", 0), *seen)
    alone = walk("Wren", ["The Hall", "The Landing"], 5)
    assert tell(do("Moss", "nods.", 0), *alone) == "The Hall: Moss nods."


def test_out_and_back_is_a_turn() -> None:
    """Nobody leaves for the room in which they are."""
    assert "Moss goes to the Garden, and comes back." in tell(
        *walk("Moss", ["The Hall", "The Garden", "The Hall"], 0, agents=("Ada",))
    )


def test_a_turn_on_the_way_is_left_out() -> None:
    """A way leads to each room once."""
    way = ["The Mill", "The Sill", "The Landing", "The Lamp House", "The Landing"]
    assert tell(*walk("Hester", way, 0, agents=("Wren",))).endswith(
        "Hester comes from the Mill by way of the Sill."
    )


def test_a_question_to_somebody_is_not_answered_by_somebody_else() -> None:
    """Whose words come between only says them."""
    present = {"agents": ("Cobb", "Hester"), "people": ("Ilse",)}
    told = tell(
        say("Hester", "Cobb, where is the oar?", 0, **present),
        say("Ilse", "Good evening.", 5, **present),
        say("Hester", "Where is it?", 9, **present),
        say("Cobb", "Lent.", 12, **present),
    )
    told = " ".join(told.split())
    assert '"Good evening," says Ilse.' in told and '"Lent," answers Cobb.' in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("I am here for a week.", 'Hester says to Ilse, "I am here for a week."'),
        ("Who answers the lamp?", 'Hester asks Ilse, "Who answers the lamp?"'),
        ("A week. No more.", '"A week," says Hester to Ilse. "No more."'),
        ("A week? No more.", '"A week?" asks Hester. "No more."'),
        ("A week, Ilse.", 'Hester says, "A week, Ilse."'),
    ],
)
def test_words_to_the_only_one_there_are_told_as_such(words: str, told: str) -> None:
    """The first ones, unless they have the name; a person is told of when first there."""
    told = f"The Hall: Ilse is there. {told} Hester nods."
    first = say("Hester", words, 0, people=("Ilse",)), do("Hester", "nods.", 40, people=("Ilse",))
    assert tell(*first) == told
    again = say("Hester", "Then a month.", 50, people=("Ilse",))
    assert " ".join(tell(*first, again).split()) == f'{told} Hester says, "Then a month."'


def test_the_same_gesture_of_several_agents_is_told_once_in_a_while() -> None:
    """What a person does is always told, and so is what is more than a gesture."""
    wave = "picks out one wave."
    gesture: dict[str, Any] = {"kind": Nature.GESTURE, "agents": ("Cobb", "Wren")}
    assert tell(
        do("Cobb", wave, 0, **gesture),
        do("Wren", wave, 20, **gesture),
        do("Ada", wave, 40, people=("Ada",), kind=Nature.GESTURE),
        do("Wren", "lights the lamp.", 45),
        do("Wren", wave, 601, **gesture),
    ) == expect(
        """
        The Hall: Cobb picks out one wave. Ada picks out one wave. Wren lights the lamp.
        The Hall: Wren picks out one wave.
        """
    )


def test_who_goes_out_and_comes_back_is_told_of_in_this_order() -> None:
    """What happened elsewhere stands before the return, although the first room's scene goes on."""
    away, back = ["The Hall", "The Garden"], ["The Garden", "The Hall"]
    assert tell(
        do("Wren", "nods.", 0),
        *walk("Wren", away, 5, agents=("Moss",)),
        do("Wren", "cuts kale.", 15, room="The Garden"),
        do("Moss", "stirs the soup pot.", 20),
        *walk("Wren", back, 25, agents=("Moss",)),
        do("Moss", "smiles.", 35),
    ) == expect(
        """
        The Hall: Wren nods and leaves for the Garden. Moss stirs the soup pot.
        The Garden: Wren comes from the Hall and cuts kale. Wren leaves for the Hall.
        The Hall: Wren comes from the Garden. Moss smiles.
        """
    )


def test_a_way_that_comes_back_to_its_beginning_and_goes_on_has_no_turn() -> None:
    """Nobody comes from a room by way of the same room."""
    way = ["The Saddle", "The Head Fall", "The Saddle", "The Garden"]
    assert tell(*walk("Moss", way, 0, agents=("Hester",))).endswith("Moss comes from the Saddle.")


def test_a_pause_begins_a_new_paragraph_and_rooms_keep_apart() -> None:
    """What happens elsewhere at the same time has its own."""
    assert tell(
        do("Moss", "nods.", 0),
        do("Cobb", "hums.", 10, room="The Boathouse"),
        do("Moss", "smiles.", 30),
        do("Moss", "yawns.", 120),
    ) == expect(
        """
        The Hall: Moss nods and smiles.
        The Boathouse: Cobb hums.
        The Hall: Moss yawns.
        """
    )


def test_only_what_is_wanted_is_told_but_ways_are_known() -> None:
    """Of one room one reads where its visitors come from."""
    entries = [*walk("Moss", ["The Hall", "The Landing", "The Boathouse"], 0), do(
        "Moss", "knocks.", 12, room="The Boathouse"
    ), do("Wren", "waves.", 14)]  # fmt: skip
    assert tell(*entries, wanted=lambda each: each.room == "The Boathouse") == expect(
        "The Boathouse: Moss comes from the Hall by way of the Landing and knocks."
    )


def test_what_people_wrote_is_no_markup() -> None:
    """Neither a heading nor a link comes of a gesture."""
    page = render_markdown(PageWriter(TEXTS).write([do("Ada", "draws [[The Hall]] <b>*so*", 0)]))
    assert page.endswith(
        "**[[The Hall]]**, eight o'clock. Ada draws \\[\\[The Hall\\]\\] \\<b\\>\\*so\\*.\n"
    )
    assert page.startswith("## The fourth day of winter\n\n### Morning.")


def test_a_world_without_time_has_days_and_hours_of_utc() -> None:
    """The same page without phases."""
    entry = ChronicleEntry(happened("").at, None, "The Hall", Nature.DEED, "It rains.")
    parts = PageWriter(TEXTS).write([entry])
    assert render_plain(parts) == "2026-11-22\n\nThe Hall, 08:20. It rains."


@pytest.mark.parametrize(
    ("hour", "minute", "name"),
    [
        (9, 12, "a quarter past nine"),
        (9, 5, "nine o'clock"),
        (9, 53, "ten o'clock"),
        (21, 30, "half past nine"),
        (11, 45, "a quarter to twelve"),
        (23, 59, "twelve o'clock"),
        (0, 0, "twelve o'clock"),
    ],
)
def test_hours_are_told_in_words(hour: int, minute: int, name: str) -> None:
    """To the nearest quarter."""
    assert name_hour(TEXTS, hour, minute) == name
