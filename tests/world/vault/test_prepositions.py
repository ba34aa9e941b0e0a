"""Where somebody is reads as one would say it: in the Hall, at the Landing."""

from __future__ import annotations

from pathlib import Path

import pytest

from world.model import Room
from world.vault.prepositions import describe_being_in
from world.vault.rooms import read_rooms


@pytest.mark.parametrize(
    ("name", "preposition", "being"),
    [
        ("The Hall", None, "in the Hall"),
        ("The Landing", "at", "at the Landing"),
        ("An Attic", "under", "under an Attic"),
        ("Theatre", None, "in Theatre"),
    ],
)
def test_a_room_says_how_one_is_there(name: str, preposition: str | None, being: str) -> None:
    """A room without a word of its own is one that people are in."""
    kept = {"preposition": preposition} if preposition else {}
    assert describe_being_in(Room(1, name, properties=kept)) == being


def read(folder: Path, front: str) -> tuple[list[str], list[str]]:
    (folder / "The Hall.md").write_text(f"---\n{front}\n---\nA hall.\n", encoding="utf-8")
    rooms, errors = read_rooms(folder)
    return [each.preposition for each in rooms], [str(each) for each in errors]


@pytest.mark.parametrize(("front", "word"), [("preposition: at", "at"), ("preposition: on", "on"),
                                             ("start: true", "")])  # fmt: skip
def test_the_word_of_a_note_is_read(tmp_path: Path, front: str, word: str) -> None:
    """Also the one that YAML takes for a yes."""
    assert read(tmp_path, front) == ([word], [])


def test_another_word_is_refused_with_its_line(tmp_path: Path) -> None:
    rooms, [error] = read(tmp_path, "preposition: about")
    assert not rooms
    assert ":2: this word is for no place; read: about; allowed: in, at, on, by" in error
