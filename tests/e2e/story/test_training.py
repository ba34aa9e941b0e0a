"""Training data of a real server is written into its vault and can be loaded again."""

from __future__ import annotations

import json
from pathlib import Path

from tests.e2e.harness import flat, until
from tests.e2e.worlds import RULES, has_decided, make_world, profile


def test_training_data_is_counted_written_and_cleared(tmp_path: Path) -> None:
    """Both forms, for one agent and for all; nobody else may."""
    world = make_world(tmp_path, {"Moss": profile("Moss", interval=600)}, RULES)
    with world.server() as server:
        ada = server.client().create("Ada")
        until(lambda: world.turns("Moss"), "a turn")
        ada.send("say Moss, what do you grow?")
        asked = 'Ada says, "Moss, what do you grow?"'
        until(lambda: has_decided(world, "Moss", asked), "an answer")
        ada.ask("@pause Moss", r"Moss is paused.*\n")
        ada.ask("@training-status", r"Moss: [1-9]\d* turns count, and those to come")
        ada.ask("@training-export Moss chat accepted", r"Turns in\s+\S+")
        ada.ask("@training-export", r"Turns in\s+\S+")
        files = {path.name.split("-")[0]: path for path in (world.vault / "training").iterdir()}
        assert sorted(files) == ["Moss", "all"]
        chats, completions = (
            [json.loads(line) for line in files[name].read_bytes().splitlines()]
            for name in ("Moss", "all")
        )
        assert [each["messages"][-1]["content"] for each in chats] == [
            each["completion"] for each in completions if each["ok"]
        ]
        assert files["all"].stat().st_mode & 0o777 == 0o600
        ada.ask("@training-toggle Moss", r"Moss: turns no longer count")
        assert "confirm if that is meant" in flat(ada.ask("@training-clear Moss", r"meant\.\n"))
        ada.ask("@training-clear Moss confirm", r"no turn so far counts")
        ada.ask("@training-status Moss", r"Moss: 0 turns count, but none of those to come")
        bob = server.client().create("Bob")
        bob.ask("@training-export", r"Only administrators may use @training-export")
        assert server.stop() == 0
