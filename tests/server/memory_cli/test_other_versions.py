"""Records of a newer version are refused and left alone; those of older versions are read.

The newer version is made, not imagined: a copy of this program in which the one line that says
the version says the next one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from agents.memory.log.codec import describe_known_versions
from agents.memory.log.codec.format import VERSION
from tests.paths import ROOT
from tests.server.memory_cli import next_version
from tests.server.memory_cli.tools import call_tool, expect_refusal, run_well, run_wrong

FORMAT = Path("agents/memory/log/codec/format.py")
FIXTURES = ROOT / "tests" / "agents" / "memory" / "log" / "fixtures"
NEWER, KNOWN = VERSION + 1, describe_known_versions()


@dataclass(frozen=True)
class NextVersion:
    """The program as it would be if the version were raised and nothing else."""

    folder: Path

    def run(self, name: str, vault: Path, *given: object) -> Any:
        """Return what a function of `next_version` returns there."""
        command = [sys.executable, next_version.__file__, name, str(vault), json.dumps(given)]
        # Its modules are compiled once, in its own folder.
        path = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": ""}
        done = subprocess.run(command, cwd=self.folder, env=path, capture_output=True, check=False)
        assert done.returncode == 0, (done.stdout, done.stderr)
        return json.loads(done.stdout)

    def run_tools(self, vault: Path, *calls: tuple[str, ...]) -> list[str]:
        """Return what each of these says; all of them end well."""
        results = self.run("run_tools", vault, calls)
        assert [status for status, _, _ in results] == [0] * len(calls), results
        return [said for _, said, _ in results]


@pytest.fixture(scope="module")
def following(tmp_path_factory: pytest.TempPathFactory) -> NextVersion:
    folder = tmp_path_factory.mktemp("program")
    for package in ("server", "agents", "world", "config"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    path = folder / FORMAT
    text = path.read_text("utf-8")
    assert text.count(f"\nVERSION = {VERSION}\n") == 1
    path.write_text(text.replace(f"\nVERSION = {VERSION}\n", f"\nVERSION = {NEWER}\n"), "utf-8")
    return NextVersion(folder)


def copy_life(vault: Path) -> Path:
    """Make a vault of 58 memories with all that happens in a life, as an old version left it."""
    folder = vault / "agents" / "Moss"
    shutil.copytree(FIXTURES / "waterfall", folder)
    (folder / "expected.json").unlink()
    (folder / "profile.md").write_text("You are Moss.\n")
    return vault


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return copy_life(tmp_path / "vault")


def read_expected() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FIXTURES / "waterfall" / "expected.json").read_text())
    return found


def content(folder: Path) -> dict[str, bytes]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


# --- the next version reads this one's ----------------------------------------------------


@pytest.mark.parametrize("first", [1000, 7, 0], ids=["old", "mixed", "anew"])
def test_the_next_version_reads_all_that_this_one_wrote(
    following: NextVersion, vault: Path, tmp_path: Path, first: int
) -> None:
    """The same view, prompts and journal; every tool is content with old, mixed and new lines."""
    following.run("write_anew", vault, first)
    written = b"".join(path.read_bytes() for path in (vault / "agents").rglob("*.jsonl"))
    assert (b'{"v":%d,' % NEWER in written) is (first < 1000)
    assert (b'{"v":%d,' % VERSION in written) is (first > 0)
    kinds, prompts = read_expected()["kinds"], read_expected()["prompts"]
    changes = kinds["Compaction"] + kinds["Edit"]
    said = following.run("read", vault)
    assert said == [read_expected()["section"], kinds["JournalEntry"], changes, 0]
    file = tmp_path / "moss.jsonl"
    verified, shown, replayed, _, indexed, imported, again = following.run_tools(
        vault,
        ("verify", "Moss", "--deep"),
        ("show", "Moss", "--at", "36"),
        ("replay", "Moss"),
        ("export", "Moss", "--to", str(file), "--all"),
        ("reindex", "Moss"),
        ("import", "Moss", str(file), "--again"),
        ("verify", "Moss"),
    )
    assert re.search(r"^Moss: (OK|WARNING)\. 58 memories, 9 turns, 6 compactions,", verified)
    assert "ERROR" not in verified and "all 9 turns rendered again (0 without" in verified
    assert shown == prompts["36"]
    assert "58 memories, 6 compactions, 9 turns" in replayed
    lines = file.read_bytes().splitlines()
    assert len(lines) == sum(kinds.values())
    assert all(each.startswith(b'{"v":%d,' % NEWER) for each in lines)
    assert "58 memories in " in indexed
    assert "numbers 59 to 116" in imported
    assert "116 memories" in again and "ERROR" not in again


# --- this version refuses the next one's ---------------------------------------------------


@pytest.fixture(scope="module")
def written_on(following: NextVersion, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A vault that the next version has written on, from the eighth line of each segment on."""
    vault = copy_life(tmp_path_factory.mktemp("newer") / "vault")
    following.run("write_anew", vault, 7)
    return vault


@pytest.fixture
def newer(written_on: Path, tmp_path: Path) -> Path:
    return shutil.copytree(written_on, tmp_path / "vault")


def test_verify_names_every_newer_line_and_changes_nothing(newer: Path) -> None:
    """With its segment and byte, and what to do."""
    before = content(newer)
    said = run_wrong(newer, "verify", "Moss")
    assert f"of version {NEWER} and kind 'memory' was read, and this program knows {KNOWN}" in said
    assert re.search(rf"ERROR 000000000001\.jsonl, byte \d+: a record of version {NEWER}", said)
    assert "install a version of tarn that knows them" in said
    assert content(newer) == before


@pytest.mark.parametrize(
    "words",
    [
        ("show", "Moss"),
        ("show", "Moss", "--span", "3-20"),
        ("replay", "Moss"),
        ("replay", "Moss", "--strategy", "tree"),
        ("export", "Moss", "--to", "{to}.jsonl"),
        ("export", "Moss", "--to", "{to}.jsonl", "--all"),
        ("export", "Moss", "--to", "{to}"),
        ("import", "Moss", "{file}"),
        ("reindex", "Moss"),
    ],
    ids=lambda words: " ".join(words[:1] + words[2:]),
)
def test_a_tool_refuses_and_leaves_everything_as_it_is(
    newer: Path, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """One clear line: which line of the log, what it says, what is known; nothing half-made."""
    chat = tmp_path / "chat.txt"
    chat.write_text("Ada: hello\n")
    index = newer / ".tarn" / "recall" / "Moss.sqlite"
    index.parent.mkdir(parents=True)
    index.write_bytes(b"the index as it was")
    before = content(newer)
    given = [each.format(to=tmp_path / "out", file=chat) for each in words]
    done = call_tool(newer, *given)
    assert done.status == 1
    assert re.search(
        rf"^tarn: \d{{12}}\.jsonl, byte \d+: a record of version {NEWER} and kind '\w+' was read,"
        rf" and this program knows {KNOWN} and the kinds compaction, edit, journal, "
        "journal_note, memory,",
        done.stderr,
        re.M,
    )
    after = content(newer)
    after.pop(".tarn/lock", None)
    assert after == before
    assert {path.name for path in tmp_path.iterdir()} == {"vault", "chat.txt"}


def test_a_file_of_the_next_version_is_not_imported(
    following: NextVersion, vault: Path, tmp_path: Path
) -> None:
    """By its line, what was read and what is allowed."""
    file = tmp_path / "moss.jsonl"
    following.run_tools(vault, ("export", "Moss", "--to", str(file)))
    before = content(vault)
    said = expect_refusal(vault, "import", "Moss", str(file))
    assert f"{file}:1: a record of version {NEWER}" in said and f"{KNOWN}; nothing was" in said
    after = content(vault)
    after.pop(".tarn/lock", None)
    assert after == before


def test_what_can_be_read_before_newer_lines_is_read(newer: Path) -> None:
    """The prompt of a turn that stands before any of them."""
    assert "---\n" in run_well(newer, "show", "Moss", "--at", "6")
