"""A guest of a real server is met by an agent that was elsewhere, once."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e.harness import flat
from tests.e2e.worlds import RULES, make_world, profile

#: Moss speaks to somebody, or makes a gesture; while others talk, perhaps after other things.
MEETS = r"Moss (?!arrives|leaves)(?:[^\n]|\n +)*?"


def test_somebody_comes_and_greets(tmp_path: Path) -> None:
    """From two rooms away; who comes back is no newcomer."""
    agents = {"Moss": profile("Moss", "The Shed", interval=600)}
    # Before anybody comes, Moss takes one turn at most, which may lead into the Garden.
    notes = {
        "world/The Shed.md": "---\nexits: {garden: The Garden}\n---\nSpades and string.\n",
        "world/The Garden.md": "---\nexits: {hall: The Hall, shed: The Shed}\n---\nBeans.\n",
    }
    world = make_world(tmp_path, agents, RULES, notes)
    with world.server() as server:
        guest = server.client()
        guest.send("guest")
        assert "Moss arrives from The Garden." in flat(guest.expect(rf"{MEETS}Guest\d+"))
        ada = server.client().create("Ada")
        ada.expect(f"{MEETS}Ada")
        ada.send("quit")
        ada.rest()
        ada = server.client().connect("Ada")
        # Whoever comes after her is greeted, and she was not.
        bob = server.client().create("Bob")
        bob.expect(f"{MEETS}Bob")
        assert not re.search(r"Moss says,[^\n]*Ada", ada.hears_all())
        assert server.stop() == 0
