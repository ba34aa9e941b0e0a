"""What the world does by itself: when, where, and what becomes of it over a restart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.world.happenings.support import Stage
from world.boundaries import Perception
from world.calendar import Calendar
from world.happenings.performing import CannotHappen
from world.nature import Nature

DUSK = "---\nwhen: dusk\nwhere: [The Hall, The Garden]\n---\nThe shadows lean together.\n"

ANSWER = """---
when: {deed: light, thing: great lamp}
after: {dry: 30 minutes, fog: 5 minutes, otherwise: 19 minutes}
where: [The Hall]
if: {great lamp: lit, copper dish: uncovered}
---
A second point opens on the far shore, copper-coloured.
"""

COIN = """---
when: 12:00
where: [The Hall]
changes: [{make: silver coin, in: The Hall, description: Worn smooth.}]
---
Something rings on the step.
"""

DRY = Calendar(has_weather=False)


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    return Stage(tmp_path, DRY)


def test_a_phase_brings_it_and_people_and_agents_perceive_it(stage: Stage) -> None:
    """In every room that is named, and an agent perceives it as what the world itself did."""
    stage.adopt(The_Shadows=DUSK)
    stage.at("17:59")
    assert stage.texts("Ann") == []
    assert stage.at("18:00") == ["The Shadows"]
    assert stage.texts("Ann") == stage.texts("Bob") == ["The shadows lean together."]
    [seen] = stage.play.heard("Moss")
    assert seen == Perception(
        kind="happening",
        text="The shadows lean together.",
        place="The Hall",
        occupants=("Ann",),
        nature=Nature.HAPPENING,
    )


def test_it_comes_once_a_day(stage: Stage) -> None:
    stage.adopt(The_Shadows=DUSK)
    stage.at("12:00")
    assert stage.wait(2 * 1440) == ["The Shadows", "The Shadows"]


def test_only_who_is_where_it_is_seen_perceives_it(stage: Stage) -> None:
    stage.adopt(Bees="---\nwhen: 09:30\nwhere: The Garden\n---\nThe bees come out.\n")
    stage.at("09:00")
    assert stage.wait(40) == ["Bees"]
    assert stage.texts("Bob") == ["The bees come out."]
    assert [text for text in stage.texts("Ann") if "bees" in text] == []


def test_a_deed_brings_it_after_its_time_if_the_states_are_right_then(stage: Stage) -> None:
    stage.adopt(The_Answer=ANSWER)
    stage.at("18:00")
    stage.play.perform("Ann", "light great lamp")
    assert stage.wait(18) == []
    assert stage.wait(30) == []  # the dish is covered
    stage.play.perform("Ann", "douse lamp")
    stage.play.perform("Ann", "light lamp")
    stage.play.perform("Bob", "uncover dish")
    stage.texts("Ann")
    assert stage.wait(18) == []
    assert stage.wait(1) == ["The Answer"]
    assert "A second point opens" in stage.texts("Ann")[-1]
    assert stage.wait(200) == []


def test_a_lamp_that_is_out_again_is_not_answered(stage: Stage) -> None:
    stage.adopt(The_Answer=ANSWER)
    stage.play.perform("Bob", "uncover dish")
    stage.at("18:00")
    stage.play.perform("Ann", "light great lamp")
    stage.wait(5)
    stage.play.perform("Ann", "douse lamp")
    assert stage.wait(60) == []


def test_the_delay_goes_by_the_weather_of_the_day(tmp_path: Path) -> None:
    """And after how many minutes it came can be found out by watching."""
    waited: dict[str, int] = {}
    for day in range(21):
        stage = Stage(tmp_path, day=day)
        stage.adopt(The_Answer=ANSWER)
        stage.play.perform("Bob", "uncover dish")
        stage.at("18:00")
        stage.play.perform("Ann", "light lamp")
        minutes = next(minute for minute in range(1, 99) if stage.wait(1))
        waited[stage.now().weather] = minutes
    assert waited == {"dry": 30, "wet": 19, "fog": 5, "wind": 19}


def test_deeds_without_a_delay_are_answered_at_the_next_look(stage: Stage) -> None:
    """Though no time of the world has passed since the last one."""
    stage.adopt(Echo="---\nwhen: {deed: get, thing: paper boat}\nwhere: The Hall\n---\nA sigh.\n")
    stage.at("12:00")
    stage.play.perform("Ann", "get paper boat")
    assert stage.engine.pass_time() == ["Echo"]
    assert stage.engine.pass_time() == []


def test_another_deed_or_another_thing_brings_nothing(stage: Stage) -> None:
    stage.adopt(Echo="---\nwhen: {deed: get, thing: paper boat}\nwhere: The Hall\n---\nA sigh.\n")
    stage.at("12:00")
    stage.play.perform("Ann", "get bread")
    stage.play.perform("Ann", "light lamp")
    assert stage.wait(30) == []
    stage.play.perform("Ann", "get boat")
    stage.wait(1)
    stage.play.perform("Ann", "drop boat")
    assert stage.wait(30) == []


def test_what_a_deed_uses_up_is_known_by_its_name(stage: Stage) -> None:
    stage.adopt(Mouse="---\nwhen: {deed: eat, thing: bread}\nwhere: The Hall\n---\nA mouse.\n")
    stage.at("12:00")
    stage.play.perform("Ann", "eat bread")
    assert stage.places("bread") == []
    assert stage.engine.pass_time() == ["Mouse"]


@pytest.mark.parametrize(
    ("condition", "day", "happens"),
    [
        ("great lamp: dark", 0, True),
        ("great lamp: lit", 0, False),
        ("great lamp: not lit", 0, True),
        ("great lamp: [lit, dark]", 0, True),
        ("lamp: [not lit, not dark]", 0, False),
        ("bread: not absent", 0, True),
        ("bread: absent", 0, False),
        ("weather: wet", 0, True),
        ("weather: [fog, wind]", 0, False),
        ("weather: not wet", 0, False),
        ("season: spring", 0, True),
        ("season: [summer, spring]", 15, False),
        ("phase: dusk", 0, True),
        ("phase: not dusk", 0, False),
    ],
)
def test_conditions(tmp_path: Path, condition: str, day: int, happens: bool) -> None:
    stage = Stage(tmp_path, day=day)
    stage.adopt(It=f"---\nwhen: dusk\nwhere: The Hall\nif: {{{condition}}}\n---\nSo.\n")
    stage.at("17:00")
    assert bool(stage.at("18:00")) is happens


def test_the_time_that_is_required_is_that_of_the_trigger(stage: Stage) -> None:
    """A lamp that was lit at dusk is answered at night."""
    note = ANSWER.replace("copper dish: uncovered", "phase: dusk")
    stage.adopt(The_Answer=note)
    stage.at("20:50")
    stage.play.perform("Ann", "light lamp")
    assert stage.wait(19) == ["The Answer"]
    assert stage.now().phase == "night"


def test_chance_is_of_the_day_and_the_same_after_a_restart(tmp_path: Path) -> None:
    note = DUSK.replace("where", "chance: 0.3\nwhere")

    def live() -> list[bool]:
        stage = Stage(tmp_path, DRY)
        stage.adopt(The_Shadows=note)
        return [bool([stage.at("17:50", day), *stage.at("18:00", day)][1:]) for day in range(200)]

    days = live()
    assert live() == days
    assert 40 < sum(days) < 80


def test_a_limit_of_days_is_kept_over_midnight(stage: Stage) -> None:
    """A day is that of the trigger, so a late answer does not cost the next one."""
    stage.adopt(Rare=DUSK.replace("where", "at_most: once in 3 days\nwhere"))
    days = [day for day in range(9) if stage.at("17:59", day) or stage.at("18:00", day)]
    assert days == [0, 3, 6]


def test_once_is_once_for_ever(stage: Stage) -> None:
    stage.adopt(Ever=DUSK.replace("where", "at_most: once\nwhere"))
    assert stage.wait(1440) == ["Ever"]
    stage.start()
    stage.adopt()
    assert stage.wait(3 * 1440, step=5) == []


# --- changes ----------------------------------------------------------------------------


def test_changes_come_with_it(stage: Stage) -> None:
    stage.adopt(
        Gust="---\nwhen: noon\nwhere: The Hall\nchanges:\n"
        "  - {thing: great lamp, state: lit}\n  - {move: paper boat, to: The Garden}\n"
        "  - {remove: bread}\n---\nA gust.\n"
    )
    stage.at("11:00")
    stage.at("12:00")
    assert stage.state("great lamp") == "lit"
    assert stage.places("paper boat") == ["The Garden"]
    assert stage.places("bread") == []


def test_a_coin_that_is_still_there_is_not_made_twice(stage: Stage) -> None:
    """Wherever it went; and nobody hears it fall."""
    stage.adopt(Coin=COIN)
    stage.at("11:00")
    stage.at("12:00")
    assert stage.places("silver coin") == ["The Hall"]
    stage.play.perform("Ann", "look coin")
    assert stage.texts("Ann")[-1] == "silver coin\nWorn smooth."
    stage.play.perform("Ann", "get silver coin")
    assert stage.at("12:00", day=1) == []
    assert stage.places("silver coin") == ["Ann"]


def test_what_somebody_carries_is_not_taken_away(stage: Stage) -> None:
    """Then nothing else of it happens either."""
    stage.adopt(
        Gust="---\nwhen: noon\nwhere: The Hall\nchanges:\n  - {thing: great lamp, state: lit}\n"
        "  - {move: paper boat, to: The Garden}\n---\nA gust takes the boat.\n"
    )
    stage.play.perform("Ann", "get paper boat")
    stage.at("11:00")
    assert stage.at("12:00") == []
    assert stage.places("paper boat") == ["Ann"]
    assert stage.state("great lamp") == "dark"


def test_what_is_so_already_does_not_happen(stage: Stage) -> None:
    stage.adopt(
        Out="---\nwhen: dawn\nwhere: The Hall\nchanges: {thing: great lamp, state: dark}\n---\n"
        "The lamp goes out.\n"
    )
    stage.at("04:00")
    assert stage.at("05:00") == []
    stage.play.perform("Ann", "light lamp")
    assert stage.at("05:00", day=1) == ["Out"]
    assert stage.state("great lamp") == "dark"


def test_a_happening_that_fails_changes_nothing_and_the_others_come(stage: Stage) -> None:
    stage.adopt(Coin=COIN, Noon=DUSK.replace("dusk", "noon"))

    def fail(number: float) -> None:
        raise ValueError("no such metal")

    create: Callable[..., object] = stage.play.world.registry.add
    stage.play.world.registry.add = fail  # type: ignore[method-assign, assignment]
    stage.at("11:00")
    assert stage.at("12:00") == ["Noon"]
    stage.play.world.registry.add = create  # type: ignore[method-assign, assignment]
    [(error, where)] = stage.play.errors
    assert (str(error), where) == ("no such metal", "the happening Coin failed")
    assert stage.places("silver coin") == []


# --- restarts and gaps ------------------------------------------------------------------


def test_what_waits_survives_a_restart(stage: Stage) -> None:
    stage.adopt(The_Answer=ANSWER)
    stage.play.perform("Bob", "uncover dish")
    stage.at("18:00")
    stage.play.perform("Ann", "light lamp")
    stage.wait(5)
    happenings = stage.engine.happenings.values()
    stage.start().adopt(list(happenings), lambda _: False)
    assert stage.wait(30) == ["The Answer"]
    stage.start().adopt(list(happenings), lambda _: False)
    assert stage.wait(60) == []


def test_what_came_due_during_a_short_stop_happens_afterwards_once(stage: Stage) -> None:
    happenings = stage.adopt(The_Shadows=DUSK, The_Answer=ANSWER)
    stage.play.perform("Bob", "uncover dish")
    stage.at("17:50")
    stage.play.perform("Ann", "light lamp")
    stage.start().adopt(happenings, lambda _: False)
    assert stage.at("18:15") == ["The Shadows", "The Answer"]
    stage.start().adopt(happenings, lambda _: False)
    assert stage.at("18:16") == []


def test_a_world_that_was_off_for_hours_replays_nothing(stage: Stage) -> None:
    happenings = stage.adopt(The_Shadows=DUSK, The_Answer=ANSWER)
    stage.play.perform("Bob", "uncover dish")
    stage.at("17:50")
    stage.play.perform("Ann", "light lamp")
    stage.start().adopt(happenings, lambda _: False)
    assert stage.at("23:00") == []
    assert stage.wait(1440) == ["The Shadows"]


def test_a_world_that_was_off_begins_with_what_comes(stage: Stage) -> None:
    """Even if it comes back a moment after something was due."""
    happenings = stage.adopt(The_Shadows=DUSK)
    stage.at("12:00")
    stage.start().adopt(happenings, lambda _: False)
    assert stage.at("18:05", day=1) == []


def test_a_new_world_begins_with_what_comes(stage: Stage) -> None:
    """What was due a moment before its first look is none of its past."""
    stage.adopt(The_Shadows=DUSK)
    assert stage.at("18:10") == []


def test_a_machine_that_slept_does_not_catch_up(stage: Stage) -> None:
    """Its process went on, but no look came for hours."""
    stage.adopt(The_Shadows=DUSK)
    stage.at("12:00")
    assert stage.at("19:30") == []
    assert stage.at("18:59", day=1) == ["The Shadows"]  # less than an hour late
    assert stage.at("19:01", day=2) == []


def test_a_clock_that_goes_back_repeats_nothing(stage: Stage) -> None:
    """As local time does in autumn."""
    stage.adopt(The_Shadows=DUSK)
    stage.at("17:50")
    stage.at("18:10")
    assert stage.at("17:30") == []
    assert stage.wait(60) == []


def test_a_changed_length_of_the_day_keeps_what_waits(stage: Stage) -> None:
    """What was to come in ten minutes still comes in ten."""
    stage.adopt(The_Answer=ANSWER)
    stage.play.perform("Bob", "uncover dish")
    stage.at("18:00")
    stage.play.perform("Ann", "light lamp")
    stage.wait(9)
    stage.calendar = Calendar(day_length=1440, has_weather=False)
    stage.minutes = 90_000
    assert stage.engine.pass_time() == []
    assert stage.wait(9) == []
    assert stage.wait(1) == ["The Answer"]


def test_what_is_not_admitted_waits_and_nothing_comes_twice(stage: Stage) -> None:
    """A burst is spread; each still comes once."""
    notes = dict.fromkeys(("A", "B", "C"), DUSK)
    stage.adopt(**notes)
    stage.at("17:59")
    stage.minutes += 1
    admitted = iter([True, False, True, True, True])
    come = [stage.engine.pass_time(lambda: next(admitted)) for _ in range(2)]
    assert come == [["A"], ["B", "C"]]
    assert stage.wait(30) == []


# --- phases -------------------------------------------------------------------------------


def test_people_see_a_phase_begin_where_the_room_has_words_for_it(stage: Stage) -> None:
    """Agents do not: their situation says it. Only the last one counts after a gap."""
    stage.at("17:59")
    stage.at("18:00")
    assert stage.texts("Ann") == ["The windows go grey."]
    assert stage.texts("Bob") == stage.texts("Moss") == []
    stage.at("18:01")
    stage.at("23:00", day=1)
    assert stage.texts("Ann") == ["A fire and little else."]


def test_a_happening_takes_the_place_of_the_words_for_a_phase(stage: Stage) -> None:
    stage.adopt(The_Shadows=DUSK)
    stage.at("17:59")
    stage.at("18:00")
    assert stage.texts("Ann") == ["The shadows lean together."]


# --- by hand --------------------------------------------------------------------------------


def test_it_can_be_made_to_happen(stage: Stage) -> None:
    """Whatever the hour, and without costing it its own time."""
    stage.adopt(Coin=COIN)
    stage.at("11:00")
    [event] = stage.engine.make_happen("Coin")
    assert event.others == "Something rings on the step."
    assert stage.texts("Ann") == ["Something rings on the step."]
    with pytest.raises(CannotHappen, match="Everything that it would change is so already"):
        stage.engine.make_happen("Coin")
    stage.play.perform("Ann", "get coin")


def test_a_world_without_time_has_no_happenings(stage: Stage) -> None:
    stage.adopt(The_Shadows=DUSK)
    stage.play.world.time = lambda: None
    assert stage.engine.pass_time() == []
    stage.play.perform("Ann", "light lamp")
    assert stage.play.errors == []
