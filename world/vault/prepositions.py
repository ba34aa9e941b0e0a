"""How one is in a room: ``preposition: at`` in its note, for "at the Landing"."""

from __future__ import annotations

from late.late_pattern import late_pattern
from world.model import Thing
from world.transaction import Transaction
from world.vault.markdown import Note

PREPOSITION = "preposition"
"""The key in a note, and the property that keeps its value."""

#: Of a room that says nothing else, the first.
PREPOSITIONS = ("in", "at", "on", "by", "under", "above", "behind", "outside", "inside")

_ARTICLE = late_pattern(r"(?:The|An?) ")


def read_preposition(note: Note) -> str:
    """Return a note's preposition; empty: it has none. Raises `NoteError` for another word."""
    value = note.metadata.get(PREPOSITION, "")
    if value is True:
        return "on"  # which YAML reads as a yes
    if value not in ("", *PREPOSITIONS):
        raise note.error(PREPOSITION, "this word is for no place", ", ".join(PREPOSITIONS))
    return str(value)


def keep_preposition(tx: Transaction, room: Thing, preposition: str) -> None:
    """Let `room` have this preposition; empty: the first one."""
    tx.set_property(room, PREPOSITION, preposition or None)


def describe_being_in(room: Thing) -> str:
    """Return where somebody in `room` is: ``in the Hall``, ``at the Landing``."""
    preposition = room.properties.get(PREPOSITION, PREPOSITIONS[0])
    return f"{preposition} {_ARTICLE.sub(lambda found: found[0].lower(), room.name, count=1)}"
