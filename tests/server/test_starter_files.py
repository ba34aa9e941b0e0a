"""Folders made from the starter files, beside what people have there already."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.cli.start import make_missing
from server.starter_files import (
    FOLDERS,
    LIST,
    PACKAGES,
    fill_vault,
    make_config,
    starter_files,
    starter_vault,
)
from tests.e2e.harness import write
from tools.starter_files import list_tracked

STARTER = {"world/The Hall.md", "agents/Moss/profile.md"}


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A checkout in which a server has run."""
    root = tmp_path / "checkout"
    write(root / "vault" / "world" / "The Hall.md", "A hall.\n")
    write(root / "vault" / "agents" / "Moss" / "profile.md", "You are Moss.\n")
    for written in ("archive/1.jsonl", "summaries/recent.md", "notes/a.md", "journal/b.md"):
        write(root / "vault" / "agents" / "Moss" / written, "Private.\n")
    write(root / "vault" / ".tarn" / "world.sqlite", "private")
    for lived in ("chronicle/2026-11-23.jsonl", "world/The Orchard.md", "agents/Ivy/profile.md"):
        write(root / "vault" / lived, "Private.\n")
    write(root / LIST, "".join(f"{each}\n" for each in (*sorted(STARTER), "world/Gone.md")))
    write(root / "config" / "llm.yaml", "default: npc\n")
    write(root / "config" / "llm.py", "")
    return root


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_a_new_vault_is_the_starter_world_without_anybodys_memories(
    packages: Path, tmp_path: Path
) -> None:
    assert fill_vault(tmp_path / "mine", packages)
    assert names(tmp_path / "mine") == STARTER
    assert {path.name for path in (tmp_path / "mine").iterdir()} == set(FOLDERS)


def test_a_vault_that_holds_anything_only_gets_its_folders(packages: Path, tmp_path: Path) -> None:
    write(tmp_path / "mine" / "diary.md", "Mine.\n")
    assert not fill_vault(tmp_path / "mine", packages)
    assert names(tmp_path / "mine") == {"diary.md"}


def test_the_lock_alone_does_not_make_a_vault_a_used_one(packages: Path, tmp_path: Path) -> None:
    write(tmp_path / "mine" / ".tarn" / "lock", "")
    assert fill_vault(tmp_path / "mine", packages)


def test_the_checkouts_own_vault_is_never_copied_onto_itself(packages: Path) -> None:
    before = names(packages / "vault")
    assert not fill_vault(packages / "vault", packages)
    assert names(packages / "vault") == before


def test_a_new_vault_may_lie_in_the_starter_itself(packages: Path) -> None:
    assert fill_vault(packages / "vault" / "mine", packages)
    assert names(packages / "vault" / "mine") == STARTER


def test_settings_are_made_where_there_are_none(packages: Path, tmp_path: Path) -> None:
    assert make_config(tmp_path / "config", packages)
    assert names(tmp_path / "config") == {"llm.yaml"}
    (tmp_path / "config" / "llm.yaml").unlink()
    assert not make_config(tmp_path / "config", packages)
    assert names(tmp_path / "config") == set()


def test_what_is_made_may_be_edited_whatever_the_starter_allows(
    packages: Path, tmp_path: Path
) -> None:
    (packages / "config" / "llm.yaml").chmod(0o444)
    make_config(tmp_path / "config", packages)
    assert (tmp_path / "config" / "llm.yaml").stat().st_mode & 0o200


def test_a_wheel_carries_the_vault_elsewhere(packages: Path) -> None:
    (packages / "server" / "starter").mkdir(parents=True)
    assert starter_vault(packages) == packages / "server" / "starter"


def test_the_list_has_the_files_of_the_repository_and_no_others() -> None:
    """``python -m tools.starter_files`` writes it anew."""
    if not (PACKAGES / ".git").exists():
        pytest.skip("no repository here whose files could be compared")
    assert (PACKAGES / LIST).read_text("utf-8").splitlines() == list_tracked()
    assert {path.suffix for path in starter_files()} == {".md"}


def test_what_was_made_is_said_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vault, config = tmp_path / "vault", tmp_path / "config"
    assert make_missing(vault, config) == 2
    said = capsys.readouterr()
    assert said.err.splitlines() == [
        f"tarn: made {config} (the settings)",
        f"tarn: made {vault} (the starter world)",
    ]
    assert make_missing(vault, config) == 0
    assert capsys.readouterr() == ("", "")
