"""What a room's note said, part by part, when the room was last taken from it.

So a changed note takes over the parts that changed, and what was made in play of the others
stays.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from late.late_dataclass import late_dataclass
from world.model import Room, Thing
from world.names import key_of
from world.use.deeds import USAGE
from world.vault.rooms import RoomNote, ThingNote

PARTS = "note.parts"
"""A line ``part<TAB>digest`` for each part of the note that the room was last taken from."""


@late_dataclass(frozen=True, slots=True)
class Replaced:
    """A property that was changed in play, and then again by the note."""

    name: str
    """Of the room or the thing."""
    what: str
    """As ``@set`` calls it."""
    before: str
    """What it was in play."""


def list_note_parts(note: RoomNote) -> dict[str, str]:
    """Return all parts of a note by their names; what is wrong in a thing is no part."""
    parts = {"description": note.description, "aliases": ", ".join(note.aliases)}
    parts |= {f"exit/{key_of(each.name)}": key_of(each.to) for each in note.exits}
    for thing in note.things:
        parts |= {f"{name_thing_part(thing)}/{key}": v for key, v in _list_thing_parts(thing)}
    return parts


def name_thing_part(note: ThingNote) -> str:
    """Return the beginning of the names of a thing's parts."""
    return f"thing/{key_of(note.name)}"


def _list_thing_parts(note: ThingNote) -> Iterator[tuple[str, str]]:
    yield "description", note.description
    yield "aliases", ", ".join(note.aliases)
    yield "fixed", "yes" if note.fixed else ""
    if note.sound:
        yield "usage", note.usage.encode() or ""


class NoteParts:
    """The parts of a note beside those that its room was last taken from."""

    def __init__(self, room: Room, note: RoomNote) -> None:
        lines = room.properties.get(PARTS, "").split("\n")
        self._before = dict(line.split("\t") for line in lines if "\t" in line)
        self._now = {part: _digest(text) for part, text in list_note_parts(note).items()}
        self.replaced: list[Replaced] = []

    def encode(self) -> str:
        """Return what the room is to keep in `PARTS`."""
        return "\n".join(f"{part}\t{digest}" for part, digest in self._now.items())

    def is_as_before(self, part: str) -> bool:
        """Return whether the note says of a part what it said last time."""
        return part in self._now and self._before.get(part) == self._now[part]

    def settle(
        self, part: str, thing: Thing, what: str, present: str, shown: str | None = None
    ) -> bool:
        """Return whether a property is to be as in the note, since the note has changed there.

        If `present` was made in play, it is noted in `replaced`, for people as `shown`.
        """
        if self.is_as_before(part):
            return False
        known = self._before.get(part)
        if known is not None and _digest(present) not in (known, self._now.get(part)):
            self.replaced.append(Replaced(thing.name, what, present if shown is None else shown))
        return True


def describe_usage(thing: Thing) -> str:
    """Return what a thing keeps of its states and deeds."""
    return thing.properties.get(USAGE, "")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
