"""What builders may write into the note of a room: as much as their commands let them do.

Names and descriptions are held against the same rules as by `@name` and `@set`. Where newcomers
arrive, ids, and what people are seen to do with a thing stand in notes as well, and are set by
administrators alone. What a note had before may stay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from late.late_dataclass import late_dataclass
from server.web.views.edit.draft import DraftError
from world.costs.cost import CostKind
from world.names import NameKind, NameRefused, key_of
from world.realm import Realm
from world.vault.markdown import Note, NoteError, parse_note
from world.vault.rooms import RoomNote, ThingNote, read_room
from world.verbs.building.making import check_free_name
from world.verbs.claims import reads_as_event

LARGEST_NOTE = 20_000
"""The largest note that a builder may write, in bytes."""


@late_dataclass(frozen=True, slots=True)
class BuiltRoom:
    """A room's note as a builder wants it, and as it was; None: it is new."""

    note: Note
    after: RoomNote
    before: RoomNote | None

    @property
    def costs(self) -> Mapping[CostKind, int]:
        """What is new in it, in the units of budgets."""
        old = self.before
        things = {key_of(each.name) for each in old.things} if old else set()
        exits = {key_of(each.name) for each in old.exits} if old else set()
        costs = Counter(
            {
                CostKind.ROOMS: int(old is None),
                CostKind.THINGS: sum(key_of(e.name) not in things for e in self.after.things),
                CostKind.EXITS: sum(key_of(e.name) not in exits for e in self.after.exits),
                CostKind.KEPT: _measure(self.after) - (_measure(old) if old else 0),
            }
        )
        return +costs


def read_built_room(name: str, text: str, before: str | None) -> BuiltRoom:
    """Return the room of a text that has passed its check; `before` is the text until now.

    A note that cannot be read until now counts as new.
    """
    path = Path(name)
    note = parse_note(path, text)
    return BuiltRoom(note, read_room(note), None if before is None else _read_old(path, before))


def _read_old(path: Path, text: str) -> RoomNote | None:
    try:
        return read_room(parse_note(path, text))
    except NoteError:
        return None


def find_building_faults(world: Realm, built: BuiltRoom) -> Iterator[DraftError]:
    """Yield what a builder may not write there; call it on the loop."""
    note, after, before = built.note, built.after, built.before
    where = note.path
    now, then = (after.start, after.id), (before.start, before.id) if before else (False, None)
    for key, new, old in zip(("start", "id"), now, then, strict=True):
        if new != old:
            yield DraftError(note.find_line(key), f"{where}: {key} is set by administrators alone")
    yield from _find_wrong_names(world, built)
    yield from _find_reports(world, built)
    yield from _find_deeds(built)


def _find_wrong_names(world: Realm, built: BuiltRoom) -> Iterator[DraftError]:
    note, after, before = built.note, built.after, built.before
    known = set(map(key_of, _list_names(before))) if before else set()
    rooms = [each.name for each in world.rooms() if each.key != key_of(after.name)]
    if before is None:
        yield from _check_name(world, note, 0, after.name, "room", rooms)
    for exit in after.exits:
        if key_of(exit.name) not in known:
            yield from _check_name(world, note, exit.line, exit.name, "exit")
    for alias in after.aliases:
        if key_of(alias) not in known:
            yield from _check_name(world, note, note.find_line("aliases"), alias, "thing")
    for number, thing in enumerate(after.things):
        for name in (thing.name, *thing.aliases):
            if key_of(name) not in known:
                line = note.find_line(f"things.{number}")
                yield from _check_name(world, note, line, name, "thing")


def _check_name(
    world: Realm, note: Note, line: int, name: str, kind: NameKind, taken: list[str] | None = None
) -> Iterator[DraftError]:
    try:
        check_free_name(world, name, kind, taken or ())
    except NameRefused as refused:
        yield DraftError(line, f"{note.path}: {refused}")


def _list_names(room: RoomNote) -> Iterator[str]:
    yield from room.aliases
    yield from (each.name for each in room.exits)
    for thing in room.things:
        yield from (thing.name, *thing.aliases)


def _find_reports(world: Realm, built: BuiltRoom) -> Iterator[DraftError]:
    """Yield an error for each new description that reads as something that happens."""
    before = {text for _, text in _list_texts(built.before)} if built.before else set()
    why = world.texts.say("refuse.description-reports")
    for key, text in _list_texts(built.after):
        if text not in before and reads_as_event(world, text):
            line = built.note.find_line(key) if key else built.note.body_line
            yield DraftError(line, f"{built.note.path}: {why}")


def _list_texts(room: RoomNote) -> Iterator[tuple[str, str]]:
    """Yield each description with its place in the front matter; empty: it is the prose."""
    yield "", room.description
    yield from room.words.items()
    for number, thing in enumerate(room.things):
        yield f"things.{number}.description", thing.description
        for state, words in thing.usage.states.items():
            yield f"things.{number}.states.{state}", words


def _find_deeds(built: BuiltRoom) -> Iterator[DraftError]:
    known = {key_of(each.name): each for each in built.before.things} if built.before else {}
    for number, thing in enumerate(built.after.things):
        if not _keeps_deeds(thing, known.get(key_of(thing.name))):
            line = built.note.find_line(f"things.{number}.deeds")
            yield DraftError(
                line,
                f"{built.note.path}: what people are seen to do with {thing.name} is written "
                "by administrators alone",
            )


def _keeps_deeds(thing: ThingNote, before: ThingNote | None) -> bool:
    deeds = thing.usage.deeds
    return not deeds or (before is not None and deeds == before.usage.deeds)


def _measure(room: RoomNote) -> int:
    return sum(len(text.encode("utf-8", "replace")) for _, text in _list_texts(room))
