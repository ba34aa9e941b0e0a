"""What stands in a vault without effect is named, with what was probably meant."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.harness import write
from world.model import Exit, Room
from world.vault.oversights import find_misplaced, find_unreachable
from world.vault.rooms import RoomNote


def find(folder: Path) -> list[str]:
    """What is found in ``agents``, without the folder's own path."""
    return [line.replace(f"{folder}/", "") for line in find_misplaced(folder, "profile.md")]


def test_a_note_where_a_folder_is_meant_is_named(tmp_path: Path) -> None:
    """With the path that it should have; notes about the folder itself may stand there."""
    write(tmp_path / "Ivy.md", "You are Ivy.\n")
    for name in ("README.md", "agents.md", ".hidden.md", "_draft.md", "map.png"):
        write(tmp_path / name, "Who lives here.\n")
    assert find(tmp_path) == [
        "Ivy.md: a file here is no agent; read: Ivy.md; probably meant: Ivy/profile.md"
    ]


def test_a_folder_without_a_profile_is_named(tmp_path: Path) -> None:
    """So is an empty one, but not what a server leaves: nothing but empty folders in it."""
    write(tmp_path / "Moss" / "profile.md", "You are Moss.\n")
    write(tmp_path / "Ivy" / "Profile.txt", "You are Ivy.\n")
    write(tmp_path / "Fern" / "archive" / "000000000001.jsonl", "{}\n")
    (tmp_path / "Ash" / "notes").mkdir(parents=True)
    write(tmp_path / "Elm" / ".DS_Store", "")
    write(tmp_path / ".Oak.x.tmp" / "archive", "")
    (tmp_path / "Olaf").mkdir()
    assert find(tmp_path) == [
        "Elm: a folder without profile.md is no agent; read: no note;"
        " probably meant: Elm/profile.md",
        "Fern: a folder without profile.md is no agent; read: no note;"
        " probably meant: Fern/profile.md",
        "Ivy: a folder without profile.md is no agent; read: Profile.txt;"
        " probably meant: Ivy/profile.md",
        "Olaf: a folder without profile.md is no agent; read: no note;"
        " probably meant: Olaf/profile.md",
    ]
    assert find(tmp_path / "none") == []


def test_a_room_that_no_way_leads_to_is_named(tmp_path: Path) -> None:
    """Ways made in play count, in their direction; a room without a note is nobody's mistake."""
    hall, garden, cave, loft, dug = (
        Room(n, name) for n, name in enumerate(("Hall", "Garden", "Cave", "Loft", "Dug"), 1)
    )
    hall.exits = {"garden": Exit("garden", garden)}
    garden.exits = {"hall": Exit("hall", hall)}
    cave.exits = {"loft": Exit("loft", loft), "out": Exit("out", hall)}
    loft.exits = {"cave": Exit("cave", cave)}
    notes = [
        RoomNote(tmp_path / f"{r.name}.md", r.name, "", "") for r in (hall, garden, cave, loft)
    ]
    rooms = [hall, garden, cave, loft, dug]
    found = list(find_unreachable(notes, rooms, hall))
    assert [line.partition(":")[0] for line in found] == [
        str(tmp_path / "Cave.md"),
        str(tmp_path / "Loft.md"),
    ]
    assert "no way leads here from Hall" in found[0]
    garden.exits["down"] = Exit("down", cave)
    assert not list(find_unreachable(notes, rooms, hall))
