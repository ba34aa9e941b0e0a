"""People whose account is removed leave the world, awake, lost or asleep."""

from __future__ import annotations

import pytest

from server.boundaries import Account, Role
from server.upkeep.removals import remove_person
from tests.server.test_gate import Threshold

TOLD = "Your account is removed, and your character with it."


def remove(threshold: Threshold, name: str) -> str:
    return remove_person(threshold.gate, threshold.people, threshold.world, name)


@pytest.mark.parametrize("state", ["awake", "lost", "asleep"])
def test_the_character_goes_and_its_things_stay(state: str) -> None:
    """Who is in it is told; the name can be taken by somebody else, with nothing of the old."""
    threshold = Threshold()
    ada, bob = threshold.arrive(Account("Ada")), threshold.arrive(Account("Bob"))
    with threshold.world.changes() as tx:
        tx.create("thing", "lamp", threshold.world.character(bob.body))
    old = bob.body
    threshold.people.mailbox.send("Bob", "Ada", "Burn this.")
    threshold.people.ignoring.toggle("Ada", "Bob")
    if state == "lost":
        bob.lose()
    elif state == "asleep":
        bob.leave()
    ada.wire.take()
    assert remove(threshold, "bob") == "The Hall"
    threshold.people.remove("Bob")
    assert bob.wire.closed == (TOLD if state == "awake" else None)
    assert ada.wire.take() == ("" if state == "asleep" else "Bob is gone.")
    assert [thing.name for thing in threshold.hall.contents] == ["Ada", "lamp"]
    threshold.clock.advance(1000)
    again = threshold.arrive(Account("Bob"))
    assert again.body != old
    assert threshold.people.mailbox.letters("Bob") == []
    assert not threshold.people.ignoring.ignores("Ada", "Bob")


def test_only_people_are_removed() -> None:
    """A guest, an agent and nobody at all stay as they are."""
    threshold = Threshold()
    threshold.arrive(Account("Guest1", Role.GUEST))
    threshold.world.add_character("Moss")
    for name in ("Guest1", "Moss", "Nobody"):
        assert remove(threshold, name) == ""
    assert [one.name for one in threshold.world.characters()] == ["Guest1", "Moss"]
