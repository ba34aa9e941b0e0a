"""Takes room notes over into the world, at start and at ``@reload``.

A room remembers the digest of its note and of the note's parts.  Only the parts that changed
since are taken over: edits made in play of all others stay.  Exits dug in play always stay, and
so does a room whose note is gone, or has a key that nobody knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from world.model import Exit, Room, Thing
from world.names import key_of
from world.registry import Registry
from world.transaction import ChangeRefused, Transaction
from world.use.deeds import STATE, USAGE, ThingUse, state_of, usage_of
from world.vault.map_grounds import keep_map_ground
from world.vault.map_pins import keep_map_pin
from world.vault.note_parts import PARTS, NoteParts, Replaced, describe_usage, name_thing_part
from world.vault.prepositions import keep_preposition
from world.vault.room_words import keep_room_words
from world.vault.rooms import RoomNote, ThingNote

DIGEST = "note.digest"
"""The digest of the note that the room was last taken from."""

WAITING = "note.waiting"
"""Exits whose room does not exist yet: a line ``name<TAB>room`` each."""

MADE = "note.things"
"""Keys of the starter objects ever made here, a line each."""

STARTER = "note.starter"
"""On a starter object: the room's id and its key there, separated by ``/``."""

DESTROYED = "note.destroyed"
"""On the keeper: a line ``key<TAB>digest`` for each note whose room was destroyed in play."""

START = "start"
"""On the room where newcomers arrive: ``yes``."""

FIXED = "fixed"
"""On a thing that cannot be taken: ``yes``."""


def start_order(room: Room) -> tuple[bool, bool, str]:
    """Return a sort key that puts the start room first: marked, else of a note, else by name."""
    return (START not in room.properties, DIGEST not in room.properties, room.key)


def keeper_of(rooms: Sequence[Room]) -> Room:
    """Return the room that keeps what the world knows, and that is never destroyed."""
    return min(rooms, key=lambda room: room.id)


def adopt(
    registry: Registry,
    tx: Transaction,
    notes: Sequence[RoomNote],
    tell: Callable[[Replaced], None] = lambda replaced: None,
) -> list[str]:
    """Take over every note that changed; return a line for each problem or remark.

    `tell` is told what was made in play and is now as in the note.
    """
    ignored = {key_of(note.name) for note in find_ignored(registry, notes)}
    notes = [note for note in notes if key_of(note.name) not in ignored]
    notes = [note for note in notes if note.sound or not is_known(registry, note)]
    taken: list[tuple[RoomNote, Room]] = []
    report: list[str] = []
    named = {key_of(note.name) for note in notes}
    for note in sorted(notes, key=lambda note: key_of(note.name)):
        try:
            room = _room_of(registry, tx, note, named)
        except ChangeRefused as refused:
            report.append(f"{note.path}: {refused}")
            continue
        if room.properties.get(DIGEST) != note.digest:
            taken.append((note, room))
        elif PARTS not in room.properties:  # an earlier version did not keep them
            tx.set_property(room, PARTS, NoteParts(room, note).encode())
    for note, room in taken:
        parts = NoteParts(room, note)
        report.extend(_take_over(registry, tx, note, room, parts))
        tx.set_property(room, PARTS, parts.encode())
        for each in parts.replaced:
            tell(each)
    open_waiting_exits(registry, tx)
    return [*report, *_missing(registry, notes, ignored), *_mark_start(registry, tx, notes)]


def is_destroyed(registry: Registry, note: RoomNote) -> bool:
    """Return whether a note's room was destroyed in play, and the note is as it was then."""
    rooms = registry.rooms()
    line = f"{key_of(note.name)}\t{note.digest}"
    return bool(rooms) and line in _lines(keeper_of(rooms), DESTROYED)


def is_known(registry: Registry, note: RoomNote) -> bool:
    """Return whether there is a room that was taken from an earlier version of a note."""
    room = registry.get(note.id) or registry.room(note.name)
    return room is not None and DIGEST in room.properties


def _room_of(registry: Registry, tx: Transaction, note: RoomNote, named: set[str]) -> Room:
    """Return the room of a note: by its id, else by its name, else made.

    A room found by id is renamed, unless its own name has a note as well.
    """
    room = registry.get(note.id) or registry.room(note.name)
    room = room or tx.create("room", note.name, id=note.id)
    theirs = room.key != key_of(note.name) and room.key in named
    if not isinstance(room, Room) or theirs:
        raise ChangeRefused(f"the id {note.id} belongs to {room.name}")
    if room.name != note.name:
        tx.rename(room, note.name)
    return room


def _take_over(
    registry: Registry, tx: Transaction, note: RoomNote, room: Room, parts: NoteParts
) -> Iterator[str]:
    if parts.settle("description", room, "description", room.description):
        tx.describe(room, note.description)
    if parts.settle("aliases", room, "aliases", ", ".join(room.aliases)):
        tx.set_aliases(room, note.aliases)
    yield from _exits(registry, tx, note, room, parts)
    for thing in note.things:
        _thing(registry, tx, room, thing, parts)
    keep_room_words(tx, room, note.words)
    keep_map_pin(tx, room, note.pin)
    keep_map_ground(tx, room, note.ground)
    keep_preposition(tx, room, note.preposition)
    tx.set_property(room, DIGEST, note.digest)


def _exits(
    registry: Registry, tx: Transaction, note: RoomNote, room: Room, parts: NoteParts
) -> Iterator[str]:
    """Take over a note's exits; one whose room is unknown leads where it led till then.

    One that the note has not changed and that was closed in play stays closed.
    """
    open_or_waiting = {*room.exits, *(key_of(e.partition("\t")[0]) for e in _lines(room, WAITING))}
    closed = {
        key
        for key in (key_of(exit.name) for exit in note.exits)
        if parts.is_as_before(f"exit/{key}") and key not in open_or_waiting
    }
    unknown = {key_of(exit.name) for exit in note.exits if registry.room(exit.to) is None}
    for old in [way for way in room.exits.values() if way.origin == "note"]:
        if key_of(old.name) not in unknown:
            tx.remove_exit(room, old.name)
    waiting = []
    for exit in note.exits:
        present = room.exits.get(key_of(exit.name))
        if key_of(exit.name) in closed:
            continue
        if present is not None and present.origin != "note":
            yield f"{note.path}:{exit.line}: the exit {exit.name} was made in play and stays"
        else:
            waiting.append(f"{exit.name}\t{exit.to}")
    tx.set_property(room, WAITING, "\n".join(waiting) or None)


def open_waiting_exits(registry: Registry, tx: Transaction) -> None:
    """Open the notes' exits whose room has appeared."""
    for room in registry.rooms():
        kept = [line for line in _lines(room, WAITING) if not _open(registry, tx, room, line)]
        if len(kept) < len(_lines(room, WAITING)):
            tx.set_property(room, WAITING, "\n".join(kept) or None)


def keep_waiting(tx: Transaction, room: Room, way: Exit) -> None:
    """Let a note's exit wait for its room, which is destroyed: it opens if that comes back."""
    line = f"{way.name}\t{way.destination.name}"
    tx.set_property(room, WAITING, "\n".join([*_lines(room, WAITING), line]))


def has_ignored_note(rooms: Sequence[Room], name: str) -> bool:
    """Return whether a room of this name that had a note was destroyed in play."""
    keys = (line.partition("\t")[0] for line in _lines(keeper_of(rooms), DESTROYED))
    return key_of(name) in keys


def find_ignored(registry: Registry, notes: Sequence[RoomNote]) -> Iterator[RoomNote]:
    """Yield the notes that are not taken over because their room was destroyed in play."""
    return (note for note in notes if is_destroyed(registry, note))


def _open(registry: Registry, tx: Transaction, room: Room, line: str) -> bool:
    name, _, to = line.partition("\t")
    destination = registry.room(to)
    if destination is None:
        return False
    present = room.exits.get(key_of(name))
    if present is not None and present.origin == "note":
        tx.remove_exit(room, present.name)
        present = None
    if present is None:
        tx.add_exit(room, name, destination, "note")
    return True


def _lines(thing: Thing, key: str) -> list[str]:
    return thing.properties.get(key, "").split("\n") if key in thing.properties else []


def list_made(room: Thing) -> list[str]:
    """Return the keys of the things that the room's note ever gave it."""
    return _lines(room, MADE)


def _missing(registry: Registry, notes: Sequence[RoomNote], ignored: set[str]) -> Iterator[str]:
    """Yield a line for each exit to no room, except those to rooms of `ignored` notes."""
    for note in notes:
        for exit in note.exits:
            if registry.room(exit.to) is None and key_of(exit.to) not in ignored:
                where = f"{note.path}:{exit.line}"
                yield (
                    f"{where}: the exit {exit.name} leads to {exit.to}, which is no room yet"
                    f"{_led_before(registry, note, exit.name)}"
                )


def _led_before(registry: Registry, note: RoomNote, exit_name: str) -> str:
    """Say where an exit leads while its new room is unknown; nothing if it led nowhere before."""
    room = registry.room(note.name)
    present = room.exits.get(key_of(exit_name)) if room is not None else None
    return f"; it leads to {present.destination.name} until then" if present is not None else ""


def _thing(
    registry: Registry, tx: Transaction, room: Room, note: ThingNote, parts: NoteParts
) -> None:
    key = key_of(note.name)
    mark = f"{room.id}/{key}"
    made = _lines(room, MADE)
    if key in made:
        thing = next((one for one in registry if one.properties.get(STARTER) == mark), None)
        if thing is not None:
            _refurnish(tx, thing, note, parts)
    else:
        thing = tx.create("thing", note.name, room)
        tx.set_property(thing, STARTER, mark)
        tx.set_property(room, MADE, "\n".join([*made, key]))
        furnish(tx, thing, note)


def _refurnish(tx: Transaction, thing: Thing, note: ThingNote, parts: NoteParts) -> None:
    """Give a thing that is there what its note has changed."""
    part = name_thing_part(note)
    if parts.settle(f"{part}/description", thing, "description", thing.description):
        tx.describe(thing, note.description)
    if parts.settle(f"{part}/aliases", thing, "aliases", ", ".join(thing.aliases)):
        tx.set_aliases(thing, note.aliases)
    if parts.settle(f"{part}/fixed", thing, "fixed", thing.properties.get(FIXED, "")):
        tx.set_property(thing, FIXED, "yes" if note.fixed else None)
    writable = "yes" if usage_of(thing).writable else "no"
    if parts.settle(f"{part}/usage", thing, "writable", describe_usage(thing), writable):
        _settle_usage(tx, thing, note)


def furnish(tx: Transaction, thing: Thing, note: ThingNote) -> None:
    """Give a thing all that its note says of it; its present state stays if it can."""
    tx.describe(thing, note.description)
    tx.set_aliases(thing, note.aliases)
    tx.set_property(thing, FIXED, "yes" if note.fixed else None)
    _settle_usage(tx, thing, note)


def _settle_usage(tx: Transaction, thing: Thing, note: ThingNote) -> None:
    """Give a thing its note's states and deeds; its present state stays if it is still one.

    While something in them is wrong, what the note lacks stays as it was.
    """
    usage = note.usage if note.sound else _merge_usages(usage_of(thing), note.usage)
    tx.set_property(thing, USAGE, usage.encode())
    present = state_of(thing)
    tx.set_property(thing, STATE, present if present in usage.states else usage.state or None)


def _merge_usages(old: ThingUse, new: ThingUse) -> ThingUse:
    return ThingUse(
        new.state or old.state,
        {**old.states, **new.states},
        {**old.deeds, **new.deeds},
        new.writable or old.writable,
    )


def _mark_start(registry: Registry, tx: Transaction, notes: Sequence[RoomNote]) -> Iterator[str]:
    """Mark exactly one room as the start, and say so if the notes do not."""
    if not notes:
        return
    marked = sorted((note.name for note in notes if note.start), key=key_of)
    if not marked and _starts_without_note(registry, notes):
        return
    if len(marked) > 1:
        yield f"{' and '.join(marked)} are marked start; {marked[0]} is used, mark one only"
    first = marked[0] if marked else min((note.name for note in notes), key=key_of)
    if not marked:
        yield f"no room is marked start; {first} is used, mark one with start: true"
    for room in registry.rooms():
        wanted = "yes" if room is registry.room(first) else None
        if room.properties.get(START) != wanted:
            tx.set_property(room, START, wanted)


def _starts_without_note(registry: Registry, notes: Sequence[RoomNote]) -> bool:
    """Return whether the start room's note is broken or gone: then the room is as it was."""
    named = {key_of(note.name) for note in notes}
    return any(START in room.properties and room.key not in named for room in registry.rooms())
