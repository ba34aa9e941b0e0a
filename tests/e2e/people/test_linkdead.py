"""A connection that is lost, and the same person again."""

from __future__ import annotations

from tests.e2e.harness import flat
from tests.e2e.people.conftest import Visit


def test_a_lost_connection_leaves_the_body_and_the_person_returns_to_it(visit: Visit) -> None:
    """Bystanders see it, the returned one reads what was said; `quit` is gone at once."""
    ada, bob = visit("Ada"), visit("Bob")
    ada.send("garden")
    ada.expect(r"Exits: hall\.\n")
    bob.send("garden")
    ada.expect(r"Bob arrives .*\n")
    bob.close()
    ada.expect(r"Bob stops in the middle of a movement: the link is lost\.\n")
    ada.send("say Are you there?", "tell bob I wait.")
    assert "link lost" in ada.ask("look", r"Also here: .*\n")
    assert "Bob (person) - The Garden, link lost" in flat(ada.ask("who", r"(?:.*\n){4}"))
    again = visit("Bob")
    missed = flat(again.expect(r"You are here again.*\n"))
    assert missed.index('Ada says, "Are you there?"') < missed.index('Ada tells you, "I wait."')
