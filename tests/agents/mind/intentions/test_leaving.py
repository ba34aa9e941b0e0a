"""An agent says once to a person that it goes, and not while they talk."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from agents.memory.core.records import Experience
from agents.mind.intentions.leaving import (
    FAREWELL,
    LINGERS,
    LINGERS_ON,
    STAYS_BY,
    TAKES_LEAVE,
    WAITS,
    LastVisitor,
    waits_for_answer,
)
from world.nature import Nature


def test_who_has_said_that_it_goes_does_not_say_it_again_after_the_persons_farewell() -> None:
    """But to somebody else, and to the same person after a new talk."""
    visitor, here = LastVisitor(), ("Ada", "Bob")
    visitor.hear("Ada", 0)
    assert visitor.is_in_talk(here, LINGERS - 1) and not visitor.is_in_talk(here, LINGERS)
    assert [visitor.take_leave(here, LINGERS) for _ in range(2)] == ["Ada", ""]
    visitor.hear("Ada", LINGERS + FAREWELL)
    assert visitor.take_leave(here, LINGERS + FAREWELL) == ""
    later = LINGERS + FAREWELL + 5
    visitor.hear("Bob", later)
    assert visitor.take_leave(here, later + 30) == "Bob"
    visitor.hear("Bob", later + 30 + FAREWELL + 1)
    assert visitor.take_leave(here, later + 130) == "Bob"


def test_what_is_said_to_a_leave_taking_is_heard_and_a_farewell_keeps_nobody() -> None:
    visitor, here = LastVisitor(), ("Ada",)
    visitor.hear("Ada", 0)
    visitor.take_leave(here, 80)
    assert not visitor.is_in_talk(here, 81)
    visitor.hear("Ada", 85, parts=True)
    assert not visitor.is_in_talk(here, 86)
    visitor.hear("Ada", 90)
    assert visitor.is_in_talk(here, 91) and not visitor.is_in_talk(here, 90 + LINGERS_ON)


def test_nobody_is_told_who_is_gone_or_spoke_long_ago() -> None:
    """Nobody waits for a farewell then."""
    visitor = LastVisitor()
    visitor.hear("Ada", 0)
    assert visitor.take_leave(("Bob",), 10) == ""
    assert visitor.take_leave(("Ada",), TAKES_LEAVE) == ""


NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def memory(seconds: int, text: str, line: str = "", speaker: str = "") -> Experience:
    at = NOON + timedelta(seconds=seconds)
    return Experience(
        seconds, at, text, "action" if line else "observation", line=line, speaker=speaker,
        nature=Nature.SPEECH, occupants=("Ada",),
    )  # fmt: skip


def test_one_who_has_asked_waits_for_the_answer_for_a_while() -> None:
    asked = memory(1, '~Moss> say Are they waiting?\nYou say, "Are they waiting?"', "say x")
    told = memory(1, '~Moss> say They wait.\nYou say, "They wait."', "say x")
    answer = memory(5, 'Ada says, "They are."', speaker="Ada")
    soon, late = NOON + timedelta(seconds=20), NOON + timedelta(seconds=1) + WAITS * 2
    assert waits_for_answer([asked], "Ada", soon)
    assert not waits_for_answer([asked], "Bea", soon)
    assert not waits_for_answer([asked], "Ada", late)
    assert not waits_for_answer([asked, answer], "Ada", soon)
    assert not waits_for_answer([told], "Ada", soon)


def test_nobody_walks_off_from_something_sad_that_was_told() -> None:
    """For some minutes, unless they take leave, go, or another talk begins."""
    visitor, here = LastVisitor(), ("Ada", "Bob")
    visitor.hear("Ada", 0, grave=True)
    visitor.hear("Ada", 20)
    assert visitor.is_in_talk(here, 20 + LINGERS + 60)
    assert not visitor.is_in_talk(("Bob",), 30)
    assert not visitor.is_in_talk(here, STAYS_BY + 1)
    visitor.hear("Ada", 30, parts=True)
    assert not visitor.is_in_talk(here, 30 + LINGERS)
    visitor.hear("Ada", 40, grave=True)
    visitor.hear("Bob", 50)
    assert not visitor.is_in_talk(here, 50 + LINGERS)
