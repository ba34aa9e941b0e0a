"""Making a happening happen: its changes, and what is seen of it."""

from __future__ import annotations

from collections.abc import Iterator

from world.boundaries import Event
from world.happenings.happening import (
    ABSENT,
    Change,
    Happening,
    Making,
    Moving,
    Removal,
    Requirement,
    StateChange,
)
from world.model import Character, Room, Thing
from world.names import key_of
from world.nature import Nature
from world.realm import Realm
from world.transaction import Transaction
from world.use.deeds import STATE, state_of
from world.vault.note_sync import furnish

MADE_BY = "made.by"
"""On a thing that a happening made: the happening's name and the thing's, between them ``/``."""


class CannotHappen(Exception):
    """A change cannot be made. The message says why, as a sentence."""


def find_object(realm: Realm, name: str) -> Thing | None:
    """Return the thing of this name, else of this alias, anywhere in the world; not a character."""
    key = key_of(name)
    things = [one for one in realm.registry if not isinstance(one, Room | Character)]
    named = (one for one in things if one.key == key)
    return next(named, None) or next(
        (one for one in things if key in map(key_of, one.aliases)), None
    )


def is_met(realm: Realm, need: Requirement) -> bool:
    """Return whether what is required of a thing's state holds now."""
    thing = find_object(realm, need.subject)
    return need.admits(state_of(thing) if thing else ABSENT)


def make_changes(realm: Realm, tx: Transaction, happening: Happening) -> None:
    """Make all changes of a happening.

    Raises `CannotHappen` if one of them is impossible, or if all of them are made already.
    """
    made = [_Changer(realm, tx, happening.name).make(change) for change in happening.changes]
    if made and not any(made):
        raise CannotHappen(realm.texts.say("happening.nothing"))


class _Changer:
    """Makes single changes; each returns whether it changed anything."""

    def __init__(self, realm: Realm, tx: Transaction, name: str) -> None:
        self._realm, self._tx, self._name = realm, tx, name

    def make(self, change: Change) -> bool:
        """Make one change."""
        match change:
            case StateChange(name, state):
                return self._set_state(self._find(name), state)
            case Making():
                return self._create(change)
            case Moving(name, room):
                return self._move(self._find_free(name), self._find_room(room))
            case Removal(name):
                self._tx.remove(self._find_free(name))
                return True

    def _set_state(self, thing: Thing, state: str) -> bool:
        changed = state_of(thing) != state
        if changed:
            self._tx.set_property(thing, STATE, state)
        return changed

    def _create(self, making: Making) -> bool:
        mark = f"{self._name}/{key_of(making.thing.name)}"
        if any(one.properties.get(MADE_BY) == mark for one in self._realm.registry):
            return False
        room = self._find_room(making.room)
        thing = self._tx.create("thing", making.thing.name, room)
        self._tx.set_property(thing, MADE_BY, mark)
        furnish(self._tx, thing, making.thing)
        return True

    def _move(self, thing: Thing, room: Room) -> bool:
        changed = thing.place is not room
        if changed:
            self._tx.move(thing, room)
        return changed

    def _find(self, name: str) -> Thing:
        thing = find_object(self._realm, name)
        if thing is None:
            raise self._refuse("happening.gone", thing=name)
        return thing

    def _find_free(self, name: str) -> Thing:
        thing = self._find(name)
        holder: Thing | None = thing
        while holder is not None:
            if isinstance(holder, Character):
                raise self._refuse("happening.carried", thing=thing.name, name=holder.name)
            holder = holder.place
        return thing

    def _find_room(self, name: str) -> Room:
        room = self._realm.find_room(name)
        if room is None:
            raise self._refuse("refuse.no-such-room", name=name)
        return room

    def _refuse(self, key: str, /, **values: object) -> CannotHappen:
        return CannotHappen(self._realm.texts.say(key, **values))


def find_sights(realm: Realm, happening: Happening) -> Iterator[Event]:
    """Yield what is seen of a happening now: an event for each room with words for it."""
    time = realm.time()
    found = map(realm.find_room, happening.rooms)
    rooms = realm.rooms() if happening.everywhere else [room for room in found if room]
    for room in rooms if time else ():
        text = happening.choose_text(room.key, time) if time else ""
        if text:
            yield Event("happening", None, room.id, others=text, nature=Nature.HAPPENING)
