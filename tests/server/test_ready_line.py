"""What a server has imported when it prints the ready line, asked of a real process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

LATE = (
    "agents.mind.agent",
    "agents.mind.commands.memory",
    "agents.mind.manners",
    "agents.mind.speech",
    "agents.mind.turn",
    "agents.memory.inspect",
    "agents.memory.language.deterministic",
    "agents.memory.journal",
    "agents.memory.memory",
    "agents.memory.recall",
    "agents.memory.strategies.steps",
    "agents.memory.summarization",
    "agents.models.hub",
    "agents.models.providers.engine",
    "argon2",
    "difflib",
    "server.command_rows",
    "server.gate",
    "server.population",
    "server.session.session",
    "server.wiring.late_parts",
    "twisted",
    "world.verbs",
)
"""Modules and packages that are imported after the ready line."""

MOST_OF_AGENTS = 75
"""The most modules of `agents` before the ready line: what settings are checked by."""

PROGRAM = """\
import builtins, os, sys
plain = builtins.print
def show(line, **how):
    if line.startswith("tarn ready"):
        plain(*sys.modules, flush=True)
        os._exit(0)
    plain(line, **how)
builtins.print = show
from server.__main__ import main
main()
"""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    folder: Path = tmp_path_factory.mktemp("ready")
    moss = folder / "vault" / "agents" / "Moss" / "profile.md"
    moss.parent.mkdir(parents=True)
    moss.write_text("---\nthink_interval: 0\n---\nYou are Moss, a gardener.\n")
    (folder / "config").mkdir()
    places = ["--vault", str(folder / "vault"), "--config", str(folder / "config")]
    program = [sys.executable, "-c", PROGRAM, "--telnet", "127.0.0.1:0", *places]
    done = subprocess.run(program, check=True, capture_output=True, text=True, cwd=ROOT)
    return frozenset(done.stdout.split())


@pytest.mark.parametrize("module", LATE)
def test_at_the_ready_line_is_not_imported(loaded: frozenset[str], module: str) -> None:
    assert "server.app" in loaded
    assert module not in loaded


def test_at_the_ready_line_few_modules_of_agents_are_imported(loaded: frozenset[str]) -> None:
    own = sorted(each for each in loaded if each.startswith("agents."))
    assert len(own) <= MOST_OF_AGENTS, own
