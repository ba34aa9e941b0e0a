"""A room's ground on maps: read from its note, kept by the room, wrong ones refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.world.transcript import Play
from world.vault.map_grounds import keep_map_ground, list_ground_words
from world.vault.rooms import read_rooms


def read(folder: Path, value: str) -> tuple[list[str], list[str]]:
    text = f"---\nstart: true\nground: {value}\n---\nA hall.\n"
    (folder / "The Hall.md").write_text(text, encoding="utf-8")
    rooms, errors = read_rooms(folder)
    return [each.ground for each in rooms], [str(each) for each in errors]


@pytest.mark.parametrize(
    ("value", "kept"),
    [("water", "water"), ("[roof, green]", "green roof"), ("open", "open"), ("", "")],
)
def test_a_ground_is_a_word_or_one_of_each_kind(tmp_path: Path, value: str, kept: str) -> None:
    assert read(tmp_path, value) == ([kept], [])
    play = Play()
    with play.world.changes() as tx:
        keep_map_ground(tx, play.hall, kept)
    assert list_ground_words(play.hall) == kept.split()


@pytest.mark.parametrize(
    "value", ["swamp", "[water, green]", "[water, water]", "[open, roof]", "[]", "{a: 1}", "7"]
)
def test_a_wrong_ground_is_named_with_its_line(tmp_path: Path, value: str) -> None:
    rooms, [error] = read(tmp_path, value)
    assert not rooms
    assert "The Hall.md:3: the ground on the map is not one; read: " in error
    assert "; allowed: one of plain, water, height, green; or open or roof; or one of each" in error
