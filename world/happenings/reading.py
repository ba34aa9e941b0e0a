"""Reads ``vault/world/happenings/*.md``: one happening a note, in front matter and prose.

The front matter says when, where and under what conditions, and what changes; the prose is what
is seen.  A note in which something is wrong is left out, and each mistake is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from late.late_dataclass import late_dataclass
from world.happenings.alterations import find_made, read_changes
from world.happenings.fields import (
    read_chance,
    read_days_between,
    read_delay,
    read_news,
    read_requirements,
    read_trigger,
)
from world.happenings.happening import Happening
from world.happenings.lore import Lore
from world.happenings.sights import read_sights
from world.names import key_of
from world.vault.markdown import Note, NoteError, read_note
from world.vault.rooms import OBSIDIAN_KEYS

T = TypeVar("T")

OWN_KEYS = ("when", "after", "where", "if", "chance", "at_most", "changes", "news")


@late_dataclass(frozen=True, slots=True)
class HappeningsReading:
    """The happenings that could be read, and an error for each thing that is wrong."""

    happenings: tuple[Happening, ...] = ()
    errors: tuple[NoteError, ...] = ()

    @property
    def broken(self) -> frozenset[str]:
        """The names of the notes in which something is wrong."""
        return frozenset(error.path.stem for error in self.errors)


def read_happenings(folder: Path, lore: Lore) -> HappeningsReading:
    """Read every happening in `folder`; a missing folder has none."""
    notes: list[Note] = []
    errors: list[NoteError] = []
    for path in sorted(folder.glob("*.md")):
        if not path.name.startswith(("_", ".")):
            try:
                notes.append(read_note(path))
            except NoteError as error:
                errors.append(error)
    lore = _add_made(notes, lore)
    found: list[Happening] = []
    for note in notes:
        reader = _HappeningReader(note, lore)
        happening = reader.read()
        errors += reader.errors
        if not reader.errors:
            found.append(happening)
    return HappeningsReading(tuple(found), tuple(errors))


def _add_made(notes: Sequence[Note], lore: Lore) -> Lore:
    """Return `lore` with the things that happenings make."""
    states = dict(lore.states)
    for note in notes:
        for thing in find_made(note, lore):
            for name in (thing.name, *thing.aliases):
                states[key_of(name)] = {*(states.get(key_of(name)) or ()), *thing.usage.states}
    return replace(lore, states=states)


class _HappeningReader:
    """Reads one note; each mistake is an error."""

    def __init__(self, note: Note, lore: Lore) -> None:
        self._note, self._lore = note, lore
        self.errors: list[NoteError] = list(_find_unknown_keys(note))

    def read(self) -> Happening:
        """Return the happening; it is whole only if there are no errors."""
        note, lore, plain = self._note, self._lore, Happening("", self._note.path)
        minute, deed = self._try(lambda: read_trigger(note, lore), None) or (0, None)
        changes = self._try(lambda: read_changes(note, lore), plain.changes)
        seen = self._try(lambda: read_sights(note, lore, silent=bool(changes)), None)
        return Happening(
            name=note.path.stem,
            path=note.path,
            minute=minute,
            deed=deed,
            delay=self._try(lambda: read_delay(note), plain.delay),
            rooms=seen.rooms if seen else (),
            everywhere=seen is not None and seen.everywhere,
            requirements=self._try(lambda: read_requirements(note, lore), plain.requirements),
            chance=self._try(lambda: read_chance(note), 1.0),
            days_between=self._try(lambda: read_days_between(note, deed is None), 0.0),
            changes=changes,
            sights=seen.sights if seen else (),
            news=self._try(lambda: read_news(note), ""),
        )

    def _try(self, read: Callable[[], T], otherwise: T) -> T:
        try:
            return read()
        except NoteError as error:
            self.errors.append(error)
            return otherwise


def _find_unknown_keys(note: Note) -> Iterator[NoteError]:
    for key in note.metadata:
        if key not in (*OWN_KEYS, *OBSIDIAN_KEYS, "aliases"):
            yield note.error(key, f"unknown key '{key}'", ", ".join(OWN_KEYS))
