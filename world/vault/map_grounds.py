"""What the map draws below a room, if its note says so.

``ground: water``, ``ground: roof`` or ``ground: [green, roof]``. Without the key, pages guess it
from the room's words.
"""

from __future__ import annotations

from collections.abc import Sequence

from world.model import Thing
from world.transaction import Transaction
from world.vault.markdown import Note

MAP_GROUND = "ground"
"""The key in a note, and the property that keeps its value."""

GROUND_WORDS = ("plain", "water", "height", "green")
"""What a room can lie at; the first is none of the others."""

COVER_WORDS = ("open", "roof")
"""What can be above it."""


def read_map_ground(note: Note) -> str:
    """Return a note's ground as a room keeps it: its words in their order; empty: it has none.

    Raises `NoteError` for another word, and for two of a kind.
    """
    value = note.metadata.get(MAP_GROUND)
    if value is None:
        return ""
    words = value if isinstance(value, list) else [value]
    kinds = (GROUND_WORDS, COVER_WORDS)
    counts = [sum(word in kind for word in words) for kind in kinds]
    if not words or sum(counts) != len(words) or max(counts) > 1:
        lists = f"one of {', '.join(GROUND_WORDS)}; or {' or '.join(COVER_WORDS)}"
        allowed = f"{lists}; or one of each: [water, roof]"
        raise note.error(MAP_GROUND, "the ground on the map is not one", allowed)
    return " ".join(word for kind in kinds for word in kind if word in words)


def keep_map_ground(tx: Transaction, room: Thing, ground: str) -> None:
    """Let `room` have this ground; empty: what its words let one guess."""
    tx.set_property(room, MAP_GROUND, ground or None)


def list_ground_words(room: Thing) -> Sequence[str]:
    """Return the words of its note for a room's ground."""
    return room.properties.get(MAP_GROUND, "").split()
