"""Notes of happenings: what they may say, and that a wrong one is named and left out."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from tests.world.happenings.support import Stage
from world.calendar import WorldTime
from world.happenings.happening import (
    DeedTrigger,
    Delay,
    Happening,
    Making,
    MinuteRange,
    Moving,
    Removal,
    Requirement,
    StateChange,
)

WHOLE = """---
tags: [story]
when: {deed: light, thing: Lamp}
after: {dry: 30 minutes, wet: 19 minutes, winter: 1 to 2 hours, otherwise: 3 days}
where: ["[[The Hall]]", [[The Garden]]]
if: {great lamp: lit, weather: not fog, season: [spring, autumn]}
chance: 0.9
at_most: once in 3 days
changes:
  - {thing: great lamp, state: dark}
  - {make: silver coin, in: "[[The Garden]]", description: Worn., aliases: [coin], fixed: true}
  - {move: paper boat, to: The Garden}
  - {remove: silver coin}
---
# The Answer

%% Nobody sees this. %%
A second point opens on the [[The Hall|far shore]],
copper-coloured.

- Again, over there.

## in The Garden, in winter or autumn

Through bare trees, a point.

## in fog

Nothing. Then a brown stain.
"""


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path)


def read_one(stage: Stage, text: str) -> Happening:
    [happening] = stage.adopt(The_Answer=text)
    return happening


def test_everything_that_a_note_may_say(stage: Stage) -> None:
    found = read_one(stage, WHOLE)
    assert (found.name, found.minute) == ("The Answer", None)
    assert found.deed == DeedTrigger("light", "Lamp")
    assert found.delay == Delay(
        (
            ("dry", MinuteRange(30, 30)),
            ("wet", MinuteRange(19, 19)),
            ("winter", MinuteRange(60, 120)),
            ("", MinuteRange(4320, 4320)),
        )
    )
    assert found.rooms == ("The Hall", "The Garden")
    assert found.requirements == (
        Requirement("great lamp", ("lit",)),
        Requirement("weather", ("fog",), negated=True),
        Requirement("season", ("spring", "autumn")),
    )
    assert (found.chance, found.days_between) == (0.9, 3.0)
    state, making, moving, removal = found.changes
    assert state == StateChange("great lamp", "dark")
    assert isinstance(making, Making) and making.room == "The Garden"
    assert (making.thing.name, making.thing.aliases, making.thing.fixed) == (
        "silver coin", ("coin",), True,
    )  # fmt: skip
    assert (moving, removal) == (Moving("paper boat", "The Garden"), Removal("silver coin"))


def test_what_is_seen_goes_by_the_room_and_the_moment(stage: Stage) -> None:
    """The text that says most counts, and wordings take turns from day to day."""
    found = read_one(stage, WHOLE)

    def seen(room: str, weather: str, season: str, day: int = 0) -> str:
        return found.choose_text(room, WorldTime(day, 18, 0, "dusk", season, weather))

    assert seen("the hall", "dry", "spring") == (
        "A second point opens on the far shore, copper-coloured."
    )
    assert seen("the hall", "dry", "spring", day=1) == "Again, over there."
    assert seen("the hall", "fog", "winter") == "Nothing. Then a brown stain."
    assert seen("the garden", "fog", "winter") == "Through bare trees, a point."
    assert seen("the garden", "fog", "spring") == "Nothing. Then a brown stain."


@pytest.mark.parametrize(
    ("when", "minute"),
    [("dawn", 300), ("Night", 1260), ("19:30", 1170), ("'19:30'", 1170), ("05:05", 305),
     ("7:05", 425), ("0:00", 0)],
)  # fmt: skip
def test_hours_and_phases(stage: Stage, when: str, minute: int) -> None:
    """YAML takes some hours for numbers; a person may forget the quotes."""
    found = read_one(stage, f"---\nwhen: {when}\nwhere: everywhere\n---\nSo.\n")
    assert (found.minute, found.deed, found.everywhere) == (minute, None, True)
    assert found.days_between == 1


@pytest.mark.parametrize(
    ("written", "days"), [("once a day", 1), ("Once", math.inf), ("5", 5), ("once every 2 days", 2)]
)
def test_limits(stage: Stage, written: str, days: float) -> None:
    text = f"---\nwhen: dawn\nwhere: The Hall\nat_most: {written}\n---\nSo.\n"
    assert read_one(stage, text).days_between == days


def test_words_may_stand_beside_the_rooms_or_under_headings_alone(stage: Stage) -> None:
    by_rooms = "---\nwhen: noon\nwhere:\n  The Hall: A bell.\n  The Garden: A far bell.\n---\n"
    found = read_one(stage, by_rooms)
    noon = WorldTime(0, 12, 0, "noon")
    assert found.rooms == ("The Hall", "The Garden")
    assert found.choose_text("the garden", noon) == "A far bell."
    found = read_one(stage, "---\nwhen: noon\n---\n## in The Garden\n\nA far bell.\n")
    assert found.rooms == ("the garden",)
    assert found.choose_text("the garden", noon) == "A far bell."


def test_a_change_may_go_unseen(stage: Stage) -> None:
    found = read_one(stage, "---\nwhen: noon\nchanges: {thing: lamp, state: lit}\n---\n")
    assert (found.sights, found.rooms) == ((), ())


def test_a_made_thing_may_have_states_and_deeds_and_another_note_may_speak_of_it(
    stage: Stage,
) -> None:
    stage.adopt(
        Egg="---\nwhen: dawn\nchanges: {make: egg, in: The Hall, state: warm, "
        "states: [warm, cold], deeds: {eat: {uses_up: true}}}\n---\n",
        Cold="---\nwhen: noon\nif: {egg: warm}\nchanges: {thing: egg, state: cold}\n---\n",
    )
    stage.at("04:30")
    stage.at("05:00")
    assert stage.state("egg") == "warm"
    stage.at("11:30")
    stage.at("12:00")
    assert stage.state("egg") == "cold"
    stage.play.perform("Ann", "eat egg")
    assert stage.places("egg") == []


def test_a_thing_that_was_eaten_is_still_known(stage: Stage) -> None:
    stage.play.perform("Ann", "eat bread")
    assert stage.places("bread") == []
    stage.adopt(Crumbs="---\nwhen: noon\nwhere: The Hall\nif: {bread: absent}\n---\nCrumbs.\n")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("when: evening", "2: not a time of the day; read: evening; allowed: dawn, morning, noon, "
         "afternoon, dusk, night; an hour such as 19:30; or {deed: light, thing: great lamp}"),
        ("when: 25:00", "2: not a time of the day; read: 25:00; "),
        ("when: {deed: kick, thing: lamp}", "2: there is no such deed; read: kick; allowed: "
         "light, douse, uncover, eat, get"),
        ("when: {deed: light, thing: moon}", "2: there is no such thing; read: moon; allowed: "),
        ("when: {deed: light}", "2: not a deed with a thing; "),
        ("after: soon", "3: not a length of time; read: soon; allowed: such as 19 minutes, "),
        ("after: 9 to 5 hours", "3: not a length of time; "),
        ("after: 31 days", "3: not a length of time; "),
        ("after: {hail: 3 hours}", "3: no weather, season or phase; read: hail; allowed: dry, "),
        ("where: The Moon", "3: there is no such room; read: The Moon; allowed: the name of a "),
        ("where: [The Hall, The Moon]", "3: there is no such room; read: The Moon; "),
        ("where: {The Hall: [a]}", "3: these words are no text; read: ['a']; "),
        ("if: {moon: full}", "3: there is no such thing; read: moon; "),
        ("if: {great lamp: loud}", "3: great lamp is never so; read: loud; allowed: dark, lit, "),
        ("if: {paper boat: wet}", "3: paper boat is never so; read: wet; allowed: absent"),
        ("if: {weather: hail}", "3: weather is never so; read: hail; allowed: dry, wet, fog, "),
        ("if: {weather: [not fog, dry]}", "3: some words with not and some without; "),
        ("if: {great lamp: on}", "3: not a condition; read: True; allowed: a word, "),
        ("if: dark", "3: not a list of conditions; read: dark; "),
        ("chance: often", "3: not a chance; read: often; allowed: a number above 0, up to 1"),
        ("chance: 0", "3: not a chance; read: 0; "),
        ("at_most: twice a day", "3: not a limit; read: twice a day; allowed: once, once a day, "),
        ("at_most: 0", "3: not a limit; read: 0; "),
        ("changes: lamp", "3: not a list of changes; read: lamp; allowed: {thing: great lamp, "),
        ("changes: [{burn: lamp}]", "3: not a change; read: {'burn': 'lamp'}; allowed: {thing: "),
        ("changes: {thing: lamp, state: loud}", "3: lamp is never so; read: loud; allowed: dark, "),
        ("changes: {move: moon, to: The Hall}", "3: there is no such thing; read: moon; "),
        ("changes: {move: bread, to: Mars}", "3: there is no such room; read: Mars; "),
        ("changes: {make: egg}", "3: not a thing with its place; "),
        ("changes: {make: egg, in: The Hall, colour: red}", "3: unknown key of a thing; read: "
         "colour; "),
        ("changes: {make: egg, in: The Hall, deeds: [kick]}", "3: not a deed; read: kick; "),
        ("chanse: 0.5", "3: unknown key 'chanse'; read: 0.5; allowed: when, after, where, if, "),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(stage: Stage, line: str, message: str) -> None:
    """What was read and what is allowed; the note is left out, and the others hold."""
    front = {"when": "when: dusk", line.partition(":")[0]: line}
    front.setdefault("where", "where: The Hall")
    lines = "\n".join(front.values())
    reading = stage.read(Bad=f"---\n{lines}\n---\nSo.\n", Good=WHOLE)
    assert [each.name for each in reading.happenings] == ["Good"]
    assert reading.broken == {"Bad"}
    [error] = reading.errors
    assert str(error).startswith(f"{stage.folder / 'Bad.md'}:{message}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("---\nwhere: The Hall\n---\nSo.\n", "1: it is not said when it happens; allowed: dawn, "),
        ("---\nwhen: dusk\n---\nSo.\n", "1: it is not said where it is seen; allowed: rooms, "),
        ("---\nwhen: dusk\nwhere: The Hall\n---\n", "3: nothing is seen and nothing changes; "),
        ("---\nwhen: dusk\n---\n\n## on The Moon\n\nSo.\n", "5: neither a room nor a time; read: "
         "on The Moon; allowed: in <room>, "),
        ("---\nwhen: dusk\nwhere: [The Hall, The Garden]\n---\n## in The Hall\nSo.\n",
         "3: there are no words for this room; read: The Garden; allowed: prose, or ## in The "),
        (f"---\nwhen: dusk\nwhere: The Hall\n---\nSo.\n\n{'long ' * 200}\n",
         "7: the words are too long; "),
        ("---\nwhen: dusk\n", "1: the front matter is not closed; "),
    ],
)  # fmt: skip
def test_what_is_missing_is_named(stage: Stage, text: str, message: str) -> None:
    [error] = stage.read(Bad=text).errors
    assert str(error).startswith(f"{stage.folder / 'Bad.md'}:{message}")


def test_all_that_is_wrong_in_a_note_is_named_at_once(stage: Stage) -> None:
    reading = stage.read(Bad="---\nwhen: never\nwhere: Mars\nchance: 7\n---\nSo.\n")
    assert [error.line for error in reading.errors] == [2, 3, 4]


def test_notes_that_begin_with_an_underscore_are_templates(stage: Stage) -> None:
    reading = stage.read(**{"_template": "---\nwhen: never\n---\n"})
    assert not reading.happenings and not reading.errors


def test_a_broken_note_keeps_its_last_good_version(stage: Stage) -> None:
    stage.adopt(The_Answer=WHOLE)
    reading = stage.read(The_Answer=WHOLE.replace("chance: 0.9", "chance: 9"))
    stage.engine.adopt(reading.happenings, lambda each: each.name in reading.broken)
    assert stage.engine.happenings["The Answer"].chance == 0.9
    stage.engine.adopt((), lambda each: False)
    assert not stage.engine.happenings
