"""The list of files that the page may edit, and their texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from reading.text_file import UnfitFile
from server.web.views.edit.files import (
    LARGEST_TEXT,
    find_file,
    list_files,
    make_digest,
    read_file_text,
)
from tests.e2e.harness import write

LISTED = {
    "agents/Moss/profile.md": "profile",
    "agents/Moss/voice.md": "voice",
    "agents/Moss/follow_ups.md": "voice",
    "agents/Moss/summaries/recent.md": "summary",
    "agents/Moss/notes/Beans.md": "private note",
    "config/agents.md": "settings",
    "world/The Hall.md": "room",
    "world/happenings/rain.md": "happening",
    "text/door.md": "text",
    "text/pages/help.md": "text",
}
OTHERS = (
    "agents/Moss/archive/000000000001.jsonl",
    "agents/Moss/history/profile-20260101-000000.md",
    "agents/Moss/summaries/recent-20260101-000000.md",
    "agents/Moss/notes/.hidden.md",
    "agents/Moss/journal/2026-01-01.md",
    "agents/.gone/profile.md",
    "agents/Nobody/voice.md",
    "config/secrets.md",
    "world/The Hall.txt",
    ".tarn/audit.jsonl",
)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    for name in (*LISTED, *OTHERS):
        write(tmp_path / "vault" / name, f"{name}\n")
    for name in ("server.yaml", "llm.yaml", "key.pem"):
        write(tmp_path / "config" / name, f"{name}\n")
    return tmp_path / "vault"


def test_only_what_people_write_by_hand_is_listed(vault: Path) -> None:
    """Neither logs nor archives, nor what is hidden, nor where model servers are."""
    files = list_files(vault, vault.parent / "config")
    assert {each.name: each.kind for each in files} == {**LISTED, "server.yaml": "settings"}
    assert {each.agent for each in files} == {"Moss", ""}
    for each in files:
        assert find_file(files, each.name) is each
        assert read_file_text(each).text == f"{each.name}\n"
    assert find_file(files, "../config/llm.yaml") is None


def test_no_link_is_followed(vault: Path) -> None:
    """Neither of a file, nor of a folder, nor of an agent."""
    secret = vault.parent / "config" / "llm.yaml"
    before = list_files(vault, vault.parent / "config")
    (vault / "world" / "Linked.md").symlink_to(secret)
    (vault / "agents" / "Wren").symlink_to(vault / "agents" / "Moss")
    (vault / "text" / "pages" / "door.md").symlink_to(vault / "text" / "door.md")
    assert list_files(vault, vault.parent / "config") == before
    (vault / "world" / "happenings").rename(vault / "elsewhere")
    (vault / "world" / "happenings").symlink_to(vault / "elsewhere")
    names = {each.name for each in list_files(vault, vault.parent / "config")}
    assert "world/happenings/rain.md" not in names


def test_a_digest_tells_texts_apart_that_look_alike(vault: Path) -> None:
    """Ends of lines are the same to people, and another file all the same."""
    room = find_file(list_files(vault, vault.parent / "config"), "world/The Hall.md")
    assert room is not None
    room.path.write_bytes(b"One\r\nTwo\r\n")
    read = read_file_text(room)
    assert (read.text, read.digest) == ("One\nTwo\n", make_digest(b"One\r\nTwo\r\n"))
    assert read.digest != make_digest(read.text.encode())


@pytest.mark.parametrize("data", [b"x" * (LARGEST_TEXT + 1), b"\xff\xfe"])
def test_what_is_no_text_or_too_long_is_not_shown(vault: Path, data: bytes) -> None:
    room = find_file(list_files(vault, vault.parent / "config"), "world/The Hall.md")
    assert room is not None
    room.path.write_bytes(data)
    with pytest.raises(UnfitFile):
        read_file_text(room)
