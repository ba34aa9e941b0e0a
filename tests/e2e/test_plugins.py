"""Packages of others, installed into an environment of their own, as a server finds them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.e2e.harness import Server, flat
from tests.e2e.worlds import CLOSED_HALL, PROMPT, World, llm, make_world, profile
from tests.limits import TEST_SECONDS
from tests.paths import ROOT

EXAMPLE = ROOT / "examples" / "tarn-example"

BROKEN = """\
[project]
name = "tarn-broken"
version = "0.3"
[project.entry-points."tarn.strategies"]
crash = "tarn_broken:Crash"
[tool.setuptools]
py-modules = ["tarn_broken"]
"""


@dataclass(frozen=True, slots=True)
class Environment:
    """A fresh environment that sees what this one has, and what is installed into it."""

    python: Path

    @classmethod
    def make(cls, folder: Path) -> Environment:
        venv.create(folder, with_pip=False, symlinks=True)
        python = folder / "bin" / "python"
        paths = {"base": str(folder), "platbase": str(folder)}
        own = Path(sysconfig.get_path("purelib", "venv", paths))
        (own / "tests-have.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
        return cls(python)

    def install(self, source: Path) -> None:
        """Install a package without the network."""
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"]
        options = ["--no-deps", "--no-index", "--no-build-isolation"]
        subprocess.run([*pip, *options, str(source)], check=True, timeout=TEST_SECONDS)

    def server(self, world: World) -> Server:
        return replace(world.server(), python=str(self.python))


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    folder = tmp_path_factory.mktemp("plugins")
    found = Environment.make(folder / "env")
    found.install(shutil.copytree(EXAMPLE, folder / "tarn-example"))
    broken = folder / "tarn-broken"
    broken.mkdir()
    (broken / "pyproject.toml").write_text(BROKEN, encoding="utf-8")
    (broken / "tarn_broken.py").write_text("import no_such_library\n", encoding="utf-8")
    found.install(broken)
    return found


def test_a_living_agent_is_switched_to_the_examples_strategy(
    environment: Environment, tmp_path: Path
) -> None:
    """By its profile and @reload: it compacts by it, with the example's own setting; a setting
    out of bounds is refused by line, and the last good version stays."""
    world = make_world(tmp_path, {"Moss": profile("Moss")}, llm())
    with environment.server(world) as server:
        client = server.client().create("Rowan")
        client.say(3)
        assert "Strategy: waterfall (" in flat(client.ask("@memory-status Moss", "Last error.*\n"))

        note = world.agent("Moss") / "profile.md"
        note.write_text(profile("Moss", more="memory: {strategy: diary, page_memories: 4}\n"))
        client.ask("@reload", "read again.*\n|agents.*\n")
        assert "Strategy: diary (" in flat(client.ask("@memory-status Moss", "Last error.*\n"))
        client.say(9, first=4)
        server.logged(r"^\[Memory\] Moss: Starting compaction \(\d+ memories, diary\)\n")
        server.logged(r"^\[Memory\] Moss: Compaction complete")

        note.write_text(profile("Moss", more="memory: {strategy: diary, page_memories: 1}\n"))
        said = flat(client.ask("@reload", "allowed:(?s:.*?)1000"))
        assert "memory.page_memories is 1, allowed: a whole number from 2 to 1000" in said
        assert "Strategy: diary (" in flat(client.ask("@memory-status Moss", "Last error.*\n"))
        assert server.stop() == 0
    compacted = [each for each in world.records("Moss") if each["kind"] == "compaction"]
    assert {each["strategy"] for each in compacted} == {"diary"}
    assert compacted[0]["covers"][0] == 1
    assert (world.agent("Moss") / "summaries" / "recent.md").is_file()


def test_a_living_agent_is_switched_to_the_examples_provider(
    environment: Environment, tmp_path: Path
) -> None:
    """By llm.yaml and @reload: it speaks by it; what is out of bounds is refused by line."""
    notes = {"config/agents.md": PROMPT, **CLOSED_HALL}
    world = make_world(tmp_path, {"Moss": profile("Moss", interval=None)}, llm(), notes)
    settings = world.config / "llm.yaml"
    with environment.server(world) as server:
        client = server.client().create("Rowan")
        settings.write_text("profiles: {npc: {provider: parrot, word: Ahoy., times: 2}}\n")
        client.ask("@reload", "Read again.*\n")
        told = client.ask("@llm-config test", r"parrot answered(?s:.*?)”")
        assert "say Ahoy. Ahoy." in flat(told)
        client.ask("say Hello, Moss.", r'Moss says, "Ahoy. Ahoy."')

        settings.write_text("profiles:\n  npc: {provider: parrot, word: Ahoy., times: 4}\n")
        said = flat(client.ask("@reload", "Read again.*\n"))
        assert "profiles.npc.times is 4, allowed: a whole number from 1 to 3" in said
        assert "answered" in client.ask("@llm-config test", "answered")
        assert server.stop() == 0


def test_a_package_that_cannot_be_imported_stops_only_what_asks_for_it(
    environment: Environment, tmp_path: Path
) -> None:
    """The log names it with its package; a note that chooses it is refused with the reason."""
    world = make_world(tmp_path, {"Moss": profile("Moss")}, llm())
    with environment.server(world) as server:
        server.logged(
            r"^\[Plugins\] 'crash' \(tarn.strategies of tarn-broken 0.3, tarn_broken:Crash\) cannot"
            r" be used: its import fails \(ModuleNotFoundError: No module named 'no_such_library'\)"
        )
        assert server.stop() == 0
    note = world.vault / "config" / "memory_compaction.md"
    note.write_text("**strategy**: crash\n", encoding="utf-8")
    done = environment.server(world).run()
    assert done.returncode == 2
    assert f"{note}:1: strategy is 'crash', allowed: waterfall or" in done.stderr
    assert "of tarn-broken 0.3, tarn_broken:Crash) cannot be used" in done.stderr
