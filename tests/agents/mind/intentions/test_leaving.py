"""An agent says once to a person that it goes, and not while they talk."""

from __future__ import annotations

from agents.mind.intentions.leaving import FAREWELL, LINGERS, TAKES_LEAVE, LastVisitor


def test_who_has_said_that_it_goes_does_not_say_it_again_after_the_persons_farewell() -> None:
    """But to somebody else, and to the same person after a new talk."""
    visitor, here = LastVisitor(), ("Ada", "Bob")
    visitor.hear("Ada", 0)
    assert visitor.is_in_talk(here, LINGERS - 1) and not visitor.is_in_talk(here, LINGERS)
    assert [visitor.take_leave(here, LINGERS) for _ in range(2)] == ["Ada", ""]
    visitor.hear("Ada", LINGERS + FAREWELL)
    assert visitor.take_leave(here, LINGERS + FAREWELL) == ""
    visitor.hear("Bob", 100)
    assert visitor.take_leave(here, 130) == "Bob"
    visitor.hear("Bob", 130 + FAREWELL + 1)
    assert visitor.take_leave(here, 230) == "Bob"


def test_nobody_is_told_who_is_gone_or_spoke_long_ago() -> None:
    """Nobody waits for a farewell then."""
    visitor = LastVisitor()
    visitor.hear("Ada", 0)
    assert visitor.take_leave(("Bob",), 10) == ""
    assert visitor.take_leave(("Ada",), TAKES_LEAVE) == ""
