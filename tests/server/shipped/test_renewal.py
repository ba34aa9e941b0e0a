"""Texts of a vault that nobody edited are as the program ships them; edited ones stay."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest

from server.checking.file_check import check_everything
from server.command_rows import list_commands
from server.lock import MACHINE_FOLDER
from server.logs.event import parse_line
from server.reload import load_texts
from server.shipped.renewal import (
    BEFORE,
    DIGESTS,
    find_outdated_texts,
    hash_text,
    read_digests,
    renew_texts,
)
from server.starter_files import LIST, PACKAGES, fill_vault
from tests.e2e.harness import write
from tools.shipped_texts import list_shipped

EARLIER, NOW = "**a**: {place}\n", "**a**: {where}\n"
ROOM = "A room.\n"

BEFORE_WHERE = "f831f65b:vault/text/world.md"
"""The last version of this text whose sentences took ``{place}``, as git names it."""


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A program that once shipped another text and another room."""
    root = tmp_path / "program"
    write(root / "vault" / "text" / "world.md", NOW)
    write(root / "vault" / "world" / "Room.md", ROOM)
    write(root / LIST, "text/world.md\nworld/Room.md\n")
    shipped = ((EARLIER, "text/world.md"), ("Old.\n", "world/Room.md"), ("Old.\n", "text/other.md"))
    rows = (f"{hash_text(text.encode())} {path}\n" for text, path in shipped)
    write(root / DIGESTS, "".join(rows))
    return root


@pytest.fixture
def old_text() -> bytes:
    """The text of ``world.md`` before ``{where}``."""
    found = subprocess.run(
        ["git", "show", BEFORE_WHERE], cwd=PACKAGES, capture_output=True, check=False
    )
    if found.returncode:
        pytest.skip("the history is not here")
    return found.stdout


def test_a_text_that_nobody_edited_is_brought_up_to_date_and_its_version_before_kept(
    packages: Path, tmp_path: Path
) -> None:
    vault = tmp_path / "vault"
    write(vault / "text" / "world.md", EARLIER)
    (line,) = renew_texts(vault, packages)
    assert (vault / "text" / "world.md").read_text("utf-8") == NOW
    before = vault / MACHINE_FOLDER / BEFORE
    assert (before / "text" / "world.md").read_text("utf-8") == EARLIER
    event = parse_line(line)
    assert (event.name, event.level) == ("vault.renewed", "info")
    assert event.fields == {"files": "text/world.md", "before": str(before)}
    assert not [*renew_texts(vault, packages)]


@pytest.mark.parametrize("text", [EARLIER + "\n", EARLIER.rstrip(), "Old.\n", NOW])
def test_an_edited_text_stays(packages: Path, tmp_path: Path, text: str) -> None:
    """One byte is an edit, and so is what was shipped under another name."""
    vault = tmp_path / "vault"
    write(vault / "text" / "world.md", text)
    assert not [*renew_texts(vault, packages)]
    assert (vault / "text" / "world.md").read_text("utf-8") == text
    assert not (vault / MACHINE_FOLDER).exists()


def test_rooms_agents_and_settings_never_change_by_themselves(
    packages: Path, tmp_path: Path
) -> None:
    write(tmp_path / "vault" / "world" / "Room.md", "Old.\n")
    assert not [*renew_texts(tmp_path / "vault", packages)]
    assert (tmp_path / "vault" / "world" / "Room.md").read_text("utf-8") == "Old.\n"


def test_what_cannot_be_kept_is_not_replaced(packages: Path, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    write(vault / "text" / "world.md", EARLIER)
    write(vault / MACHINE_FOLDER / BEFORE, "a file where a folder should be")
    (line,) = renew_texts(vault, packages)
    assert parse_line(line).level == "error"
    assert (vault / "text" / "world.md").read_text("utf-8") == EARLIER


def test_the_list_has_every_text_that_was_ever_shipped() -> None:
    """``python -m tools.shipped_texts`` adds what is missing."""
    if not (PACKAGES / ".git").exists():
        pytest.skip("no repository here whose history could be read")
    assert not list_shipped() - read_digests()


async def test_check_names_edited_texts_with_what_is_shipped_and_leaves_the_rest_to_the_start(
    tmp_path: Path, old_text: bytes
) -> None:
    vault = tmp_path / "vault"
    fill_vault(vault)
    (vault / "text" / "world.md").write_bytes(old_text)
    assert load_texts(vault).errors
    assert find_outdated_texts(vault) == [Path("text", "world.md")]
    assert "world.md" not in "\n".join(await _check(vault))
    (vault / "text" / "world.md").write_bytes(old_text + b"\nMine.\n")
    named = [line for line in await _check(vault) if "where.own: unknown placeholder" in line]
    assert len(named) == 1
    assert "read: place; allowed: " in named[0]
    assert named[0].endswith("; the shipped text is: You are {where}.")


async def _check(vault: Path) -> list[str]:
    config = vault.parent / "config"
    report = await asyncio.to_thread(check_everything, config, vault, {}, list_commands())
    return report.left_out
