"""Where a room lies on maps, if its note says so: ``map: [x, y]``.

Neighbouring rooms are about 1 apart on a map, x grows to the right and y downwards.
"""

from __future__ import annotations

import math

from world.model import Thing
from world.transaction import Transaction
from world.vault.markdown import Note

PIN = "map"
"""The key in a note, and the property that keeps its value."""

FARTHEST = 1000.0
"""The largest coordinate."""


def read_map_pin(note: Note) -> str:
    """Return a note's place as a room keeps it; empty: it has none.

    Raises `NoteError` for one that cannot be read.
    """
    value = note.metadata.get(PIN)
    if value is None:
        return ""
    numbers = [_read_number(each) for each in value] if isinstance(value, list) else []
    if len(numbers) != 2 or None in numbers:
        allowed = f"[x, y], two numbers from {-FARTHEST:g} to {FARTHEST:g}"
        raise note.error(PIN, "the place on the map is not one", allowed)
    return " ".join(f"{number:g}" for number in numbers)


def _read_number(value: object) -> float | None:
    try:
        number = float(str(value))
    except ValueError:
        return None
    return number if math.isfinite(number) and abs(number) <= FARTHEST else None


def keep_map_pin(tx: Transaction, room: Thing, pin: str) -> None:
    """Let `room` lie there; empty: nowhere in particular."""
    tx.set_property(room, PIN, pin or None)


def read_pin(room: Thing) -> tuple[float, float] | None:
    """Return where a room lies; None: nowhere in particular."""
    x, _, y = room.properties.get(PIN, "").partition(" ")
    try:
        return float(x), float(y)
    except ValueError:
        return None
