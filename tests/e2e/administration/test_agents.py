"""Agents are made and put to rest in the running server, and a countdown ends it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.e2e.harness import flat
from tests.e2e.worlds import make_world, profile

REFUSALS = [
    ("@spawn", "Whom?"),
    ("@spawn Rill of Moss", "Whom?"),
    ("@spawn Moss", "Moss is here already."),
    ("@spawn Rowan", "'Rowan' is taken."),
    ("@spawn ../../etc", "could not be made"),
    ("@spawn Rill from Nobody", "There is no agent Nobody to copy from."),
    ("@retire", "Whom?"),
    ("@retire Rill", "There is no agent called Rill. There are: Moss"),
    ("@shutdown cancel", "No countdown runs."),
    ("@shutdown in 8 days", "is no time"),
]


def test_an_agent_is_made_rests_and_wakes_with_its_memories(tmp_path: Path) -> None:
    """Nothing of it is lost, also across a restart; who is here sees it come and go."""
    world = make_world(tmp_path, {"Moss": profile("Moss")})
    with world.server() as server:
        rowan, fern = server.client().create("Rowan"), server.client().create("Fern")
        fern.ask("@spawn Rill", r"Only administrators may use @spawn\.")
        for line, why in REFUSALS:
            rowan.ask(line, r"\s+".join(map(re.escape, why.split())))
        rowan.ask("@spawn Rill from Moss", r"Rill is here\.")
        fern.expect(r"Rill comes in\.")
        assert "You are Rill, patient" in (world.agent("Rill") / "profile.md").read_text("utf-8")
        fern.ask("say Rill, the key is under the pot.", "You say")
        rowan.ask("@retire rill", r"wakes Rill with all\s+memories\.")
        fern.expect(r"Rill is gone\.")
        rowan.ask("@retire RILL", r"RILL is at rest already: @spawn RILL wakes")
        assert "Rill" not in rowan.ask("who", r"Moss.*\n") + rowan.hears_all()
        remembered = len(world.records("Rill"))
        assert remembered
        rowan.ask("@reload", r"Read again: ")
        rowan.ask("@shutdown in 10 minutes", r"The server goes down in 10 minutes\.")
        fern.expect(r"The server goes down in 10 minutes\.")
        rowan.ask("@shutdown cancel", r"The server does not go down\.")
        fern.expect(r"The server does not go down\.")
        rowan.ask("@shutdown in 1 second for a new disk", r"in 1 second\. Why: for a new disk")
        assert "The world will be here when it is back" in flat(fern.rest())
        assert server.ended() == 0
        assert "Rill" not in server.errors()
    with world.server() as server:
        rowan = server.client().connect("Rowan")
        rowan.ask("who", "Moss")
        rowan.ask("@spawn rill", r"Rill is awake again, with all memories\.")
        found = rowan.ask("@memory-status Rill", r"(?i)rill")
        assert found and len(world.records("Rill")) >= remembered
        rowan.ask("@audit 5 Rill", r"spawn whom=Rill")
        assert server.stop() == 0
        assert "Traceback" not in server.errors()
