"""Undoes one building act, unless what it changed has been changed since."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from world.boundaries import ExitRow, ThingRow
from world.model import Room, Thing
from world.names import key_of
from world.registry import Registry
from world.transaction import ChangeRefused, Transaction
from world.undo.history import BuildingAct


class CannotUndo(Exception):
    """An act cannot be undone: `key` is the sentence that says why, about the thing `name`."""

    def __init__(self, key: str, name: str) -> None:
        super().__init__(key, name)
        self.key = key
        self.name = name


def reverse(registry: Registry, tx: Transaction, act: BuildingAct) -> list[str]:
    """Undo `act` in `tx`; return the names of things that have moved since and stay there.

    Raises `CannotUndo`; then the transaction must be undone as a whole.
    """
    try:
        return list(_Reversal(registry, tx, act).run())
    except ChangeRefused as refused:
        raise CannotUndo("undo.refused", str(refused)) from refused


class _Reversal:
    def __init__(self, registry: Registry, tx: Transaction, act: BuildingAct) -> None:
        self._registry = registry
        self._tx = tx
        self._act = act
        self._destroys = any(change.after is None for change in act.changes)

    def run(self) -> Iterator[str]:
        # Rooms first: what lay in them, and the exits that led to them, need them.
        gone = [each.before for each in self._act.changes if each.before and not each.after]
        for row in sorted(gone, key=lambda row: row.kind != "room"):
            self._bring_back(row)
        for row in gone:
            self._open_exits(row)
        for change in self._act.changes:
            if change.before and change.after:
                yield from self._change_back(change.before, change.after)
        for row in (each.after for each in self._act.changes if each.after and not each.before):
            self._take_away(row)

    def _bring_back(self, row: ThingRow) -> None:
        place = self._registry.get(row.place)
        if place is None and row.kind != "room":
            raise CannotUndo("undo.place-gone", row.name)
        thing = self._tx.create(
            row.kind, row.name, place, description=row.description, aliases=row.aliases, id=row.id
        )
        for key, value in row.properties.items():
            self._tx.set_property(thing, key, value)

    def _open_exits(self, row: ThingRow) -> None:
        room = self._registry.get(row.id)
        if isinstance(room, Room):
            for exit in row.exits:
                self._open(room, exit)

    def _open(self, room: Room, exit: ExitRow) -> None:
        goal = self._registry.get(exit.to)
        if not isinstance(goal, Room):
            raise CannotUndo("undo.room-gone", exit.name)
        self._tx.add_exit(room, exit.name, goal, exit.origin)

    def _change_back(self, before: ThingRow, after: ThingRow) -> Iterator[str]:
        thing = self._registry.get(before.id)
        if thing is None:
            raise CannotUndo("undo.thing-gone", after.name)
        now = thing.row()
        for field in ("name", "description", "aliases"):
            if getattr(before, field) != getattr(after, field) != getattr(now, field):
                raise CannotUndo("undo.changed-since", now.name)
        self._restore_texts(thing, before, after)
        self._restore_properties(thing, before.properties, after.properties)
        if isinstance(thing, Room):
            self._restore_exits(thing, before, after)
        if before.place != after.place and not self._restore_place(thing, before, after):
            yield thing.name

    def _restore_texts(self, thing: Thing, before: ThingRow, after: ThingRow) -> None:
        if before.name != after.name:
            self._tx.rename(thing, before.name)
        if before.description != after.description:
            self._tx.describe(thing, before.description)
        if before.aliases != after.aliases:
            self._tx.set_aliases(thing, before.aliases)

    def _restore_properties(
        self, thing: Thing, before: Mapping[str, str], after: Mapping[str, str]
    ) -> None:
        for key in {*before, *after}:
            if before.get(key) == after.get(key):
                continue
            if thing.properties.get(key) != after.get(key):
                raise CannotUndo("undo.changed-since", thing.name)
            self._tx.set_property(thing, key, before.get(key))

    def _restore_exits(self, room: Room, before: ThingRow, after: ThingRow) -> None:
        old, new, now = (_by_name(row.exits) for row in (before, after, room.row()))
        for name in {*old, *new}:
            if old.get(name) == new.get(name):
                continue
            if now.get(name) != new.get(name):
                raise CannotUndo("undo.changed-since", room.name)
            if name in old:
                self._open(room, old[name])
            else:
                self._tx.remove_exit(room, name)

    def _restore_place(self, thing: Thing, before: ThingRow, after: ThingRow) -> bool:
        """Put a thing back; False if it has gone elsewhere since. Characters stay."""
        if thing.kind == "character":
            return True
        place = self._registry.get(before.place)
        moved = thing.place is None or thing.place.id != after.place
        if moved and self._destroys:
            return False
        if moved or place is None:
            raise CannotUndo("undo.changed-since", thing.name)
        self._tx.move(thing, place)
        return True

    def _take_away(self, row: ThingRow) -> None:
        thing = self._registry.get(row.id)
        if thing is None:
            raise CannotUndo("undo.thing-gone", row.name)
        now = thing.row()
        if (now.name, now.description, now.aliases, now.properties) != (
            row.name, row.description, row.aliases, row.properties
        ):  # fmt: skip
            raise CannotUndo("undo.changed-since", now.name)
        if now.place != row.place and not isinstance(thing.place, Room):
            raise CannotUndo("undo.taken", now.name)
        if thing.contents:
            raise CannotUndo("undo.not-empty", now.name)
        if isinstance(thing, Room):
            self._take_room_away(thing, row)
        else:
            self._tx.remove(thing)

    def _take_room_away(self, room: Room, row: ThingRow) -> None:
        leading = [each for each in self._registry.rooms() if each is not room]
        ways = [way for each in leading for way in each.exits.values() if way.destination is room]
        if ways or _by_name(room.row().exits) != _by_name(row.exits):
            raise CannotUndo("undo.changed-since", room.name)
        self._tx.remove_room(room)


def _by_name(exits: tuple[ExitRow, ...]) -> dict[str, ExitRow]:
    return {key_of(each.name): each for each in exits}
