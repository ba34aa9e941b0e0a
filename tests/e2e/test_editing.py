"""What people write into a vault is taken over or named, over a real connection."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.e2e.harness import flat, write
from tests.e2e.model_server import ModelServer
from tests.e2e.worlds import World, llm, make_world, profile
from tests.paths import ROOT

SMALL = "**immediate_window**: 4\n**recent_window**: 4\n"


def check(world: World) -> subprocess.CompletedProcess[str]:
    """``tarn check`` on a world."""
    folders = ["--vault", str(world.vault), "--config", str(world.config)]
    return subprocess.run(
        [sys.executable, "-m", "server", "check", *folders],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_prompt_without_its_memories_is_named_and_never_used(tmp_path: Path) -> None:
    """At the start, by ``tarn check`` and at ``@reload``; summaries are of the memories."""
    text = "**summary.prompt**: Write a summary please\n"
    with ModelServer() as model:
        notes = {"config/memory_compaction.md": SMALL, "text/mind.md": text}
        world = make_world(tmp_path, {"Moss": profile("Moss")}, llm(model.url), notes)
        named = r"mind\.md:1: summary\.prompt: missing placeholder; read: lines; allowed: \{lines\}"
        run = check(world)
        assert run.returncode == 1 and re.search(named, run.stdout)
        with world.server() as server:
            server.logged(rf"^\[Vault\] .*{named}")
            client = server.client().create("Rowan")
            client.say(9)
            server.logged(r"^\[Memory\] Moss: Compaction complete.*\n")
            assert model.prompts and all("Write a summary please" not in p for p in model.prompts)
            assert any("# Memories:" in p and "line 2" in p for p in model.prompts)
            told = flat(client.ask("@reload", r"Read again: .*\n"))
            assert "missing placeholder; read: lines" in told
            write(world.vault / "text" / "mind.md", "**summary.prompt**: Sum {up} {lines}\n")
            told = flat(client.ask("@reload", r"Read again: .*\n"))
            assert "unknown placeholder; read: up; allowed: {lines} (needed), {cite}" in told
            assert "# Memories:" in client.ask("@show-text summary.prompt", r"Summary \(first")
            write(world.vault / "text" / "mind.md", "**summary.prompt**: # Memories: {lines}\n> \n")
            assert "placeholder" not in client.ask("@reload", r"Read again: .*\n")
            assert server.stop() == 0
