"""Things, rooms and characters as they live in memory.

Nothing outside `world.transaction` alters them: every change goes through a transaction,
so that a command that fails leaves no trace.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from late.late_dataclass import late_dataclass
from world.boundaries import ExitRow, ThingKind, ThingRow
from world.names import key_of


class Thing:
    """Anything that has a name and a place. `key` is its name as names are compared."""

    __slots__ = (
        "aliases",
        "contents",
        "description",
        "id",
        "key",
        "name",
        "place",
        "properties",
    )
    kind: ClassVar[ThingKind] = "thing"

    def __init__(
        self,
        id: int,
        name: str,
        description: str = "",
        aliases: tuple[str, ...] = (),
        properties: Mapping[str, str] | None = None,
    ) -> None:
        self.id = id
        self.name = name
        self.key = key_of(name)
        self.description = description
        self.aliases = aliases
        self.properties: dict[str, str] = dict(properties or {})
        self.place: Thing | None = None
        self.contents: list[Thing] = []

    def __repr__(self) -> str:
        return f"<{self.kind} #{self.id} {self.name!r}>"

    def holds(self, other: Thing) -> bool:
        """Return whether `other` is this thing or lies, however deep, inside it."""
        inner: Thing | None = other
        while inner is not None:
            if inner is self:
                return True
            inner = inner.place
        return False

    def exit_rows(self) -> tuple[ExitRow, ...]:
        """Return the ways out, for a store; only rooms have any."""
        return ()

    def row(self) -> ThingRow:
        """Return the thing as a store keeps it."""
        return ThingRow(
            id=self.id,
            kind=self.kind,
            name=self.name,
            description=self.description,
            aliases=self.aliases,
            place=self.place.id if self.place else None,
            properties=dict(self.properties),
            exits=self.exit_rows(),
        )


@late_dataclass(frozen=True, slots=True)
class Exit:
    """A way out of a room. `origin` is ``note`` for a room note's exit, else ``play``."""

    name: str
    destination: Room
    origin: str = "play"


class Room(Thing):
    """A place. `exits` is keyed by the exit's name as names are compared."""

    __slots__ = ("exits",)
    kind: ClassVar[ThingKind] = "room"

    def __init__(
        self,
        id: int,
        name: str,
        description: str = "",
        aliases: tuple[str, ...] = (),
        properties: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(id, name, description, aliases, properties)
        self.exits: dict[str, Exit] = {}

    def exit_rows(self) -> tuple[ExitRow, ...]:
        """Return the ways out, in their order."""
        return tuple(ExitRow(e.name, e.destination.id, e.origin) for e in self.exits.values())


class Character(Thing):
    """A body that a mind may animate. It is always in a room."""

    __slots__ = ()
    kind: ClassVar[ThingKind] = "character"

    @property
    def room(self) -> Room:
        """The room it is in."""
        if not isinstance(self.place, Room):
            raise RuntimeError(f"{self!r} is in no room")
        return self.place


KINDS: Mapping[ThingKind, type[Thing]] = {"room": Room, "thing": Thing, "character": Character}


def from_row(row: ThingRow) -> Thing:
    """Make the thing of `row`, not yet in its place and without its exits."""
    return KINDS[row.kind](row.id, row.name, row.description, row.aliases, row.properties)
