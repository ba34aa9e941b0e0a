"""Reads what a happening changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from world.happenings.fields import check_thing
from world.happenings.happening import Change, Making, Moving, Removal, StateChange
from world.happenings.lore import Lore
from world.names import key_of
from world.vault.markdown import Note, NoteError
from world.vault.rooms import ThingNote, read_thing_note, strip_links
from world.vault.thing_usage import read_usage

CHANGE_FORM = (
    "{thing: great lamp, state: dark}; {make: silver coin, in: The Landing, description: …};"
    " {move: bark boat, to: The Sill}; {remove: silver coin}"
)


def read_changes(note: Note, lore: Lore) -> tuple[Change, ...]:
    """Return all changes. Raises `NoteError` for the first wrong one."""
    given = _list_given(note)
    if given is None:
        return ()
    if not isinstance(given, list) or not given:
        raise note.error("changes", "not a list of changes", CHANGE_FORM)
    return tuple(_read_change(note, number, each, lore) for number, each in enumerate(given))


def _list_given(note: Note) -> object:
    value = note.metadata.get("changes")
    return [value] if isinstance(value, Mapping) else value


def find_made(note: Note, lore: Lore) -> Iterator[ThingNote]:
    """Yield the things that the happening makes, as far as they can be read."""
    given = _list_given(note)
    for number, each in enumerate(given if isinstance(given, list) else ()):
        if isinstance(each, Mapping) and "make" in each:
            with suppress(NoteError):
                yield _read_making(note, f"changes.{number}", each, lore).thing


def _read_change(note: Note, number: int, given: object, lore: Lore) -> Change:
    key = f"changes.{number}"
    keys = set(given) if isinstance(given, Mapping) else set()
    assert isinstance(given, Mapping) or not keys
    if isinstance(given, Mapping):
        if "make" in keys:
            return _read_making(note, key, given, lore)
        if keys == {"thing", "state"}:
            return _read_state(note, key, given, lore)
        if keys == {"move", "to"}:
            room = read_room_name(note, f"{key}.to", given["to"], lore)
            return Moving(_read_thing(note, f"{key}.move", given["move"], lore), room)
        if keys == {"remove"}:
            return Removal(_read_thing(note, f"{key}.remove", given["remove"], lore))
    raise note.error(key, "not a change", CHANGE_FORM)


def _read_making(note: Note, key: str, given: Mapping[str, object], lore: Lore) -> Making:
    if not isinstance(given["make"], str) or "in" not in given:
        raise note.error(key, "not a thing with its place", CHANGE_FORM)
    room = read_room_name(note, f"{key}.in", given["in"], lore)
    item = {name: each for name, each in given.items() if name not in ("make", "in")}
    for error in read_usage(note, key, item)[1]:
        raise error
    return Making(read_thing_note(note, key, {**item, "name": given["make"]}), room)


def _read_state(note: Note, key: str, given: Mapping[str, object], lore: Lore) -> StateChange:
    name = _read_thing(note, f"{key}.thing", given["thing"], lore)
    state, known = given["state"], lore.states[key_of(name)]
    if not isinstance(state, str) or (known is not None and state not in known):
        allowed = ", ".join(sorted(known or ())) or "a thing with states in its room's note"
        line = note.find_line(f"{key}.state")
        raise NoteError(note.path, line, f"{name} is never so", str(state), allowed)
    return StateChange(name, state)


def _read_thing(note: Note, key: str, value: object, lore: Lore) -> str:
    check_thing(note, key, str(value), lore)
    return str(value)


def read_room_name(note: Note, key: str, value: object, lore: Lore) -> str:
    """Return the name of a room, which may be a link in quotes. Raises `NoteError`."""
    name = strip_links(value).strip() if isinstance(value, str) else ""
    if not name or not lore.has_room(name):
        line, read = note.find_line(key), str(value)
        raise NoteError(note.path, line, "there is no such room", read, "the name of a room")
    return name
