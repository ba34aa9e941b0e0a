"""What waits for the disk is shown in order, and never for longer than the disk takes."""

from __future__ import annotations

from server.storage.held import MOST_HELD, HeldOutput


def test_each_thing_waits_for_the_changes_before_it_alone() -> None:
    """Somebody who keeps acting sees what came of the first act as soon as that is settled."""
    shown: list[str] = []
    held = HeldOutput(shown.append)
    held.add("before")
    first = held.begin()
    held.add("one")
    second = held.begin()
    held.add("two")
    assert shown == ["before"]
    held.settle(second)
    assert shown == ["before"]
    third = held.begin()
    held.settle(first)
    assert shown == ["before", "one", "two"]
    held.add("three")
    assert not held.is_empty
    held.settle(third)
    assert shown == ["before", "one", "two", "three"] and held.is_empty


def test_no_more_than_so_many_things_wait() -> None:
    shown: list[int] = []
    held = HeldOutput(shown.append)
    change = held.begin()
    for number in range(MOST_HELD):
        held.add(number)
    assert shown == []
    held.add(MOST_HELD)
    assert shown == list(range(MOST_HELD + 1))
    held.settle(change)
    assert held.is_empty
