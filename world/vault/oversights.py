"""Finds what stands in a vault without any effect, and says what was probably meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from world.model import Room
from world.names import key_of
from world.vault.rooms import RoomNote, RoomsRead

#: Notes about a folder itself, as Obsidian and others keep them.
_FOLDER_NOTES = frozenset({"readme", "index", "agents", "start here"})


RETIRED_PROFILE = "profile.retired.md"
"""The name of the profile of an agent that was put to rest."""


def find_misplaced(folder: Path, profile: str) -> Iterator[str]:
    """Yield a line for each note and each folder in `folder` that is no agent.

    `profile` is the name of an agent's note.  A folder with nothing but
    empty folders is what a server leaves of an agent, and is not named.
    """
    if not folder.is_dir():
        return
    for entry in sorted(folder.iterdir()):
        name = entry.name
        if name.startswith((".", "_")):
            continue
        if entry.is_dir():
            yield from _check_folder(entry, profile)
        elif entry.suffix == ".md" and entry.stem.casefold() not in _FOLDER_NOTES:
            meant = folder / entry.stem / profile
            yield f"{entry}: a file here is no agent; read: {name}; probably meant: {meant}"


def _check_folder(entry: Path, profile: str) -> Iterator[str]:
    if (entry / RETIRED_PROFILE).is_file():
        return
    files = [path for path in entry.rglob("*") if path.is_file()]
    hidden = [path for path in files if path.name.startswith(".")]
    inner = any(path.is_dir() for path in entry.iterdir())
    if (entry / profile).is_file() or (len(files) == len(hidden) and inner):
        return
    notes = sorted(path.name for path in entry.iterdir() if path.suffix in (".md", ".txt"))
    read = ", ".join(notes[:3]) or "no note"
    yield (
        f"{entry}: a folder without {profile} is no agent; read: {read};"
        f" probably meant: {entry / profile}"
    )


def find_unreachable(
    notes: Sequence[RoomNote], rooms: Sequence[Room], start: Room
) -> Iterator[str]:
    """Yield a line for each room note to whose room no way leads from `start`."""
    reached, found = {start}, [start]
    while found:
        for way in found.pop().exits.values():
            if way.destination not in reached:
                reached.add(way.destination)
                found.append(way.destination)
    lost = {room.key for room in rooms if room not in reached}
    for note in notes:
        if key_of(note.name) in lost:
            yield (
                f"{note.path}: no way leads here from {start.name}, where newcomers arrive;"
                " probably meant: an exit to it in the note of a room nearby"
            )


def find_ignored_notes(notes: Sequence[RoomNote]) -> Iterator[str]:
    """Yield a line for each note whose room was destroyed in play: `notes` are those."""
    for note in notes:
        yield (
            f"{note.path}: is ignored, because the room {note.name} was destroyed in play;"
            " any change of the note makes the room anew, or @undo brings it back"
        )


def find_without_note(
    folder: Path, rooms: RoomsRead, kept: Sequence[Room], digest: str
) -> Iterator[str]:
    """Yield a line for each room of `kept` whose note is gone; it has the property `digest`."""
    notes, errors = rooms
    named = {key_of(note.name) for note in notes} | {key_of(each.path.stem) for each in errors}
    for room in kept:
        if digest in room.properties and room.key not in named:
            yield (
                f"{folder / room.name}.md: is gone, and the room {room.name} stays as it was;"
                f" probably meant: @destroy {room.name}, or the note put back"
            )
