"""A guest of a real server is met by an agent that was elsewhere, once."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e.harness import flat
from tests.e2e.story.test_chronicle import RULES
from tests.e2e.worlds import make_world, profile


def test_somebody_comes_and_greets(tmp_path: Path) -> None:
    """From two rooms away; who comes back is no newcomer."""
    agents = {"Moss": profile("Moss", "The Garden", interval=600)}
    world = make_world(tmp_path, agents, RULES)
    with world.server() as server:
        guest = server.client()
        guest.send("guest")
        met = flat(guest.expect(r"Moss\s+says,[^\n]*\n"))
        name = re.search(r"Guest\d+", met)
        assert name and "Moss arrives from The Garden." in met
        ada = server.client().create("Ada")
        ada.expect(r"Moss\s+says,[^\n]*Ada")
        ada.send("quit")
        ada.rest()
        ada = server.client().connect("Ada")
        assert "Moss" not in ada.hears_all().partition("Exits")[2]
        assert server.stop() == 0
