"""Conditions, chance and limits that a happening is bound to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.world.happenings.notes import ANSWER, DUSK
from tests.world.happenings.support import DRY, Stage


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
