"""The index of all things by id, and of rooms and characters by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from world.boundaries import ThingRow
from world.model import Character, Exit, Room, Thing, from_row
from world.names import key_of


class Registry:
    """Holds all things. Only transactions and `load` change it."""

    def __init__(self) -> None:
        self._things: dict[int, Thing] = {}
        self._rooms: dict[str, Room] = {}
        self._characters: dict[str, Character] = {}
        self.next_id = 1
        self.changes = 0
        """Grows with every change of any thing: what was found out at the same number holds."""

    def __contains__(self, thing: Thing) -> bool:
        return self._things.get(thing.id) is thing

    def __iter__(self) -> Iterator[Thing]:
        return iter(sorted(self._things.values(), key=lambda thing: thing.id))

    def get(self, id: int | None) -> Thing | None:
        """Return the thing with this id, or None."""
        return self._things.get(id) if id is not None else None

    def room(self, name: str) -> Room | None:
        """Return the room of this name, whatever the case or accents, or None."""
        return self._rooms.get(key_of(name))

    def character(self, name: str) -> Character | None:
        """Return the character of this name, whatever the case or accents, or None."""
        return self._characters.get(key_of(name))

    def has_character(self, keys: Iterable[str]) -> bool:
        """Return whether any of some keys of names is a character's."""
        return not self._characters.keys().isdisjoint(keys)

    def rooms(self) -> list[Room]:
        """Return every room, by name."""
        return sorted(self._rooms.values(), key=lambda room: room.key)

    def characters(self) -> list[Character]:
        """Return every character, by name, whether present or not."""
        return sorted(self._characters.values(), key=lambda character: character.key)

    def is_name_taken(self, thing: Thing) -> bool:
        """Return whether another room has this room's name, or another character this one's."""
        found = self._index_for(thing).get(thing.key)
        return found is not None and found is not thing

    def add(self, thing: Thing) -> None:
        """List `thing` by its id and name."""
        self.changes += 1
        self._things[thing.id] = thing
        self._index_for(thing).setdefault(thing.key, thing)
        self.next_id = max(self.next_id, thing.id + 1)

    def reserve(self, last: int) -> None:
        """Give no new thing a number up to `last`."""
        self.next_id = max(self.next_id, last + 1)

    def discard(self, thing: Thing) -> None:
        """Forget `thing`; harmless when it is not listed."""
        self.changes += 1
        self._things.pop(thing.id, None)
        named = self._index_for(thing)
        if named.get(thing.key) is thing:
            del named[thing.key]

    def load(self, rows: Iterable[ThingRow]) -> list[str]:
        """Take in a store's rows. Return one line for each thing that had to be put right."""
        kept = list(rows)
        for row in kept:
            self.add(from_row(row))
        report = [*self._place_all(kept), *self._open_exits(kept)]
        self.changes += 1
        return report

    def _place_all(self, rows: Sequence[ThingRow]) -> list[str]:
        report = []
        for row in rows:
            thing = self._things[row.id]
            if isinstance(thing, Room):
                continue
            place = self.get(row.place)
            if not can_lie_in(thing, place):
                place = self._first_room()
                report.append(f"{thing.name} (#{thing.id}) was nowhere: put into {place.name}")
            put(thing, place)
        return report

    def _open_exits(self, rows: Sequence[ThingRow]) -> list[str]:
        report = []
        for row in rows:
            room = self._things[row.id]
            for exit in row.exits if isinstance(room, Room) else ():
                destination = self.get(exit.to)
                if isinstance(destination, Room) and isinstance(room, Room):
                    room.exits[key_of(exit.name)] = Exit(exit.name, destination, exit.origin)
                else:
                    report.append(f"{room.name}: the exit {exit.name} led nowhere: left out")
        return report

    def _first_room(self) -> Room:
        rooms = self.rooms()
        if not rooms:
            self.add(Room(self.next_id, PLAIN_ROOM))
        return (rooms or self.rooms())[0]

    def _index_for(self, thing: Thing) -> dict[str, Thing]:
        named: object = {}
        if isinstance(thing, Room):
            named = self._rooms
        elif isinstance(thing, Character):
            named = self._characters
        return named  # type: ignore[return-value]  # a dict of the narrower type


PLAIN_ROOM = "A Plain Room"


def can_lie_in(thing: Thing, place: Thing | None) -> bool:
    """Return whether `thing` may lie in `place`: characters in rooms only, nothing in itself."""
    if place is None or isinstance(thing, Room) or thing.holds(place):
        return False
    return isinstance(place, Room) or not isinstance(thing, Character)


def put(thing: Thing, place: Thing | None) -> None:
    """Move `thing` unchecked; its place and the contents of both places stay in step."""
    if thing.place is not None:
        thing.place.contents.remove(thing)
    thing.place = place
    if place is not None:
        place.contents.append(thing)
