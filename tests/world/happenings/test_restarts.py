"""Restarts, gaps and clocks that are set: nothing comes twice, nothing is replayed."""

from __future__ import annotations

from tests.world.happenings.notes import ANSWER, DUSK
from tests.world.happenings.support import Stage
from world.calendar import Calendar


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
