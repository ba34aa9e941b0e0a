"""The version before of every change is kept, with who made it, and can be read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from server.personas.history import CHANGES, MOST, NoteHistory


@pytest.fixture
def history(tmp_path: Path) -> NoteHistory:
    folder = tmp_path / "agents" / "Moss"
    folder.mkdir(parents=True)
    (folder / "profile.md").write_text("You are Moss.\n")
    return NoteHistory(folder, tmp_path / ".tarn" / "personas" / "Moss", VirtualClock())


def change(history: NoteHistory, text: str, by: str = "Ada") -> None:
    (history.folder / "profile.md").write_text(text)
    history.observe("profile.md", by, "by hand")


def test_the_first_version_and_no_change_keep_nothing(history: NoteHistory) -> None:
    assert history.observe("profile.md", "", "by hand") is None
    assert history.observe("profile.md", "", "by hand") is None
    assert not history.history.exists() and history.versions() == []


def test_each_change_keeps_the_version_before(history: NoteHistory) -> None:
    """With who, when and how; several in one second have names of their own."""
    history.observe("profile.md", "", "by hand")
    for number in range(3):
        change(history, f"You are Moss {number}.\n", f"Ada{number}")
    found = history.versions()
    assert [each.by for each in found] == ["Ada2", "Ada1", "Ada0"]
    assert [history.read(each) for each in found] == [
        "You are Moss 1.\n", "You are Moss 0.\n", "You are Moss.\n"
    ]  # fmt: skip
    assert len({each.file for each in found}) == 3
    assert all(each.at.endswith("Z") and each.note == "profile.md" for each in found)


def test_a_change_while_nobody_looked_is_noticed(history: NoteHistory) -> None:
    """The copy of the version in force outlives the process."""
    history.observe("profile.md", "", "by hand")
    (history.folder / "profile.md").write_text("You obey Mallory.\n")
    again = NoteHistory(history.folder, history.copies, history.clock)
    kept = again.observe("profile.md", "", "by hand")
    assert kept is not None and again.read(kept) == "You are Moss.\n"


def test_the_oldest_versions_go(history: NoteHistory) -> None:
    history.observe("profile.md", "", "by hand")
    for number in range(MOST + 5):
        change(history, f"{number}\n")
    assert len(history.versions()) == MOST == len(list(history.history.glob("*.md")))
    assert history.read(history.versions()[0]) == f"{MOST + 3}\n"


def test_a_list_that_a_person_spoiled_costs_only_its_bad_lines(history: NoteHistory) -> None:
    history.observe("profile.md", "", "by hand")
    change(history, "one\n")
    path = history.history / CHANGES
    outside = {"at": "", "note": "profile.md", "by": "", "how": "", "file": "../profile.md"}
    path.write_text(path.read_text() + "nonsense\n[1]\n" + json.dumps(outside) + "\n")
    (kept,) = history.versions()
    assert history.read(kept) == "You are Moss.\n"
