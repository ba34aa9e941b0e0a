"""Transactions: all changes happen or none; a command that raises changes nothing."""

from __future__ import annotations

from dataclasses import replace

from late.late_dataclass import late_dataclass
from world.boundaries import ExitRow, ThingKind, ThingRow
from world.model import KINDS, Exit, Room, Thing
from world.names import key_of
from world.registry import Registry, can_lie_in, put


@late_dataclass(frozen=True, slots=True)
class Change:
    """What a transaction does to one thing: its rows before (None: made) and after (None: gone)."""

    before: ThingRow | None
    after: ThingRow | None


class ChangeRefused(Exception):
    """A change would break the world (a thing inside itself, a name twice); says which."""


@late_dataclass(frozen=True, slots=True)
class _State:
    """The changeable fields of a thing, to undo changes."""

    name: str
    description: str
    aliases: tuple[str, ...]
    properties: dict[str, str]
    place: Thing | None
    contents: list[Thing]
    exits: dict[str, Exit]


@late_dataclass(frozen=True, slots=True)
class Growth:
    """What a transaction adds to the world; a text that becomes shorter adds nothing."""

    bytes: int = 0
    """Of names, descriptions, aliases and properties."""
    things: int = 0
    rooms: int = 0
    exits: int = 0


NO_GROWTH = Growth()


def _measure(thing: Thing | _State) -> int:
    """Return the bytes of a thing's own texts."""
    texts = (thing.name, thing.description, *thing.aliases)
    pairs = thing.properties.items()
    return sum(map(_count_bytes, texts)) + sum(_count_bytes(k) + _count_bytes(v) for k, v in pairs)


def _count_bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def _capture(thing: Thing) -> _State:
    exits = dict(thing.exits) if isinstance(thing, Room) else {}
    return _State(
        thing.name,
        thing.description,
        thing.aliases,
        dict(thing.properties),
        thing.place,
        list(thing.contents),
        exits,
    )


def _restore(thing: Thing, state: _State) -> None:
    thing.name, thing.key = state.name, key_of(state.name)
    thing.description, thing.aliases = state.description, state.aliases
    thing.properties, thing.place, thing.contents = state.properties, state.place, state.contents
    if isinstance(thing, Room):
        thing.exits = state.exits


def _is_walk(change: Change) -> bool:
    """Return whether a character changed its place and nothing else."""
    before, after = change.before, change.after
    if before is None or after is None or after.kind != "character":
        return False
    return replace(before, place=after.place) == after


class Transaction:
    """One set of changes to a registry: made at once, undone by `undo`, listed by `rows`."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._first_free = registry.next_id
        self._before: dict[int, tuple[Thing, _State]] = {}
        self._created: dict[int, Thing] = {}
        self._changed: dict[int, Thing] = {}
        self._removed: dict[int, Thing] = {}

    # --- changes ------------------------------------------------------------------

    def create(
        self,
        kind: ThingKind,
        name: str,
        place: Thing | None = None,
        *,
        description: str = "",
        aliases: tuple[str, ...] = (),
        id: int | None = None,
    ) -> Thing:
        """Make a thing, room or character. Rooms have no place, everything else must have one.

        Raises `ChangeRefused` if the name (of a room or character) or the id is taken.
        """
        number = self._registry.next_id if id is None else id
        thing = KINDS[kind](number, name, description, aliases)
        self._check_new(thing, place)
        self._created[number] = self._changed[number] = thing
        self._registry.add(thing)
        if place is not None:
            self._keep(place)
            put(thing, place)
        return thing

    def move(self, thing: Thing, place: Thing) -> None:
        """Put `thing` into `place`; `ChangeRefused` if it cannot lie there."""
        if not can_lie_in(thing, place):
            raise ChangeRefused(f"{thing.name} cannot be put into {place.name}")
        for touched in (thing.place, place):
            if touched is not None:
                self._keep(touched)
        put(self._touch(thing), place)

    def remove(self, thing: Thing) -> None:
        """Remove `thing` from the world; what it holds is left in its place."""
        if isinstance(thing, Room) or thing.place is None:
            raise ChangeRefused(f"{thing.name} cannot be removed")
        for held in list(thing.contents):
            self.move(held, thing.place)
        self._keep(thing.place)
        put(self._touch(thing), None)
        self._registry.discard(thing)
        self._removed[thing.id] = thing

    def remove_room(self, room: Room) -> None:
        """Remove a room in which nothing and nobody is, and to which no exit leads."""
        others = (each for each in self._registry.rooms() if each is not room)
        ways = any(way.destination is room for each in others for way in each.exits.values())
        if room.contents or ways:
            raise ChangeRefused(f"{room.name} cannot be removed: it is in use")
        self._touch(room)
        self._registry.discard(room)
        self._removed[room.id] = room

    def find(self, id: int | None) -> Thing | None:
        """Return the thing with this id, even if this transaction removes it; else None."""
        return self._registry.get(id) or self._removed.get(id or 0)

    def rename(self, thing: Thing, name: str) -> None:
        """Give `thing` another name; `ChangeRefused` if a room or character has it."""
        probe = KINDS[thing.kind](thing.id, name)
        if self._registry.is_name_taken(probe) and probe.key != thing.key:
            raise ChangeRefused(f"the name {name} is taken")
        self._touch(thing)
        self._registry.discard(thing)
        thing.name, thing.key = name, probe.key
        self._registry.add(thing)

    def describe(self, thing: Thing, description: str) -> None:
        """Give `thing` another description."""
        self._touch(thing).description = description

    def set_aliases(self, thing: Thing, aliases: tuple[str, ...]) -> None:
        """Give `thing` other aliases."""
        self._touch(thing).aliases = aliases

    def set_property(self, thing: Thing, key: str, value: str | None) -> None:
        """Set a property; None removes it."""
        properties = self._touch(thing).properties
        if value is None:
            properties.pop(key, None)
        else:
            properties[key] = value

    def add_exit(self, room: Room, name: str, destination: Room, origin: str = "play") -> None:
        """Open a way out of `room`, in place of one of the same name."""
        self._touch(room)
        room.exits[key_of(name)] = Exit(name, destination, origin)

    def remove_exit(self, room: Room, name: str) -> None:
        """Close a way out; harmless if there is none of that name."""
        self._touch(room)
        room.exits.pop(key_of(name), None)

    # --- the end ------------------------------------------------------------------

    def measure_growth(self) -> Growth:
        """Return what the changes add to the world."""
        if not self._changed:
            return NO_GROWTH
        made = [each.kind for each in self._created.values()]
        rooms = [each for each in self._changed.values() if isinstance(each, Room)]
        return Growth(
            sum(self._grown(thing) for thing in self._changed.values()),
            made.count("thing"),
            made.count("room"),
            sum(max(0, len(room.exits) - self._count_old_exits(room)) for room in rooms),
        )

    def _grown(self, thing: Thing) -> int:
        before = self._before.get(thing.id)
        return max(0, _measure(thing) - (_measure(before[1]) if before else 0))

    def _count_old_exits(self, room: Room) -> int:
        before = self._before.get(room.id)
        return len(before[1].exits) if before else 0

    def undo(self) -> None:
        """Undo all changes."""
        for thing in self._created.values():
            self._registry.discard(thing)
        for thing, _ in self._before.values():
            self._registry.discard(thing)
        for thing, state in self._before.values():
            _restore(thing, state)
            self._registry.add(thing)
        self._registry.next_id = self._first_free
        self._forget()

    def rows(self) -> tuple[list[ThingRow], list[int]]:
        """Return the rows to save and the ids to delete, each once, in the order of the changes."""
        if not (self._changed or self._removed):
            return [], []  # as after most lines
        saved = [thing.row() for id, thing in self._changed.items() if id not in self._removed]
        return saved, [id for id in self._removed if id not in self._created]

    def changes(self) -> list[Change]:
        """Return what the transaction does to each thing, in the order of the changes."""
        return [
            Change(self._row_before(thing), None if id in self._removed else thing.row())
            for id, thing in self._changed.items()
            if not (id in self._created and id in self._removed)
        ]

    def _row_before(self, thing: Thing) -> ThingRow | None:
        if thing.id in self._created:
            return None
        state = self._before[thing.id][1]
        exits = tuple(ExitRow(e.name, e.destination.id, e.origin) for e in state.exits.values())
        return ThingRow(
            thing.id, thing.kind, state.name, state.description, state.aliases,
            state.place.id if state.place else None, state.properties, exits,
        )  # fmt: skip

    def must_be_kept(self) -> bool:
        """Return whether something was made, removed or altered, and not only a character moved."""
        return bool(self._changed) and not all(map(_is_walk, self.changes()))

    def _forget(self) -> None:
        for kept in (self._before, self._created, self._changed, self._removed):
            kept.clear()

    def _keep(self, thing: Thing) -> None:
        self._registry.changes += 1
        if thing.id not in self._before and thing.id not in self._created:
            self._before[thing.id] = (thing, _capture(thing))

    def _touch(self, thing: Thing) -> Thing:
        if thing not in self._registry:
            raise ChangeRefused(f"{thing.name} is no longer in the world")
        self._keep(thing)
        self._changed[thing.id] = thing
        return thing

    def _check_new(self, thing: Thing, place: Thing | None) -> None:
        if self._registry.get(thing.id) is not None:
            raise ChangeRefused(f"the id #{thing.id} is taken")
        if self._registry.is_name_taken(thing):
            raise ChangeRefused(f"the name {thing.name} is taken")
        if isinstance(thing, Room) != (place is None):
            raise ChangeRefused(f"{thing.name} must be put somewhere, and a room nowhere")
        if place is not None and not can_lie_in(thing, place):
            raise ChangeRefused(f"{thing.name} cannot be put into {place.name}")
