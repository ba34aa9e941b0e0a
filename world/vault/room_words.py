"""A room's words for phases of the day and for weather: in its note, and as it keeps them.

A note's ``phases: {dusk: The light goes.}`` becomes the room's property ``words.phases.dusk``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from world.almanac.weather import WEATHERS
from world.calendar import PHASES, WorldTime
from world.model import Thing
from world.text import clean_line
from world.transaction import Transaction
from world.vault.markdown import Note, NoteError

WORDS_LIMIT = 400
"""The longest words for one phase or weather, in characters."""

#: What a note's keys may have words for.
WORD_KEYS: Mapping[str, Sequence[str]] = {"phases": PHASES, "weather": WEATHERS}

#: What the properties that keep a room's words begin with.
_KEPT = "words."


def read_room_words(note: Note) -> dict[str, str]:
    """Return a note's sound words by their place, such as ``phases.dusk``."""
    return {
        f"{key}.{name}": clean_line(words, WORDS_LIMIT)
        for key, allowed in WORD_KEYS.items()
        for name, words in _entries(note, key).items()
        if name in allowed and isinstance(words, str)
    }


def find_wrong_words(note: Note) -> Iterator[NoteError]:
    """Yield an error for each entry that `read_room_words` leaves out."""
    for key, allowed in WORD_KEYS.items():
        value = note.metadata.get(key)
        if value is not None and not isinstance(value, Mapping):
            yield note.error(key, f"{key} is not a list of words", f"{{{allowed[0]}: a sentence}}")
        for name, words in _entries(note, key).items():
            if name not in allowed:
                what = f"{key} has no {name}"
                yield note.error(f"{key}.{name}", what, ", ".join(allowed))
            elif not isinstance(words, str):
                yield note.error(f"{key}.{name}", "these words are no text", "a sentence")


def _entries(note: Note, key: str) -> Mapping[str, object]:
    value = note.metadata.get(key)
    return value if isinstance(value, Mapping) else {}


def keep_room_words(tx: Transaction, room: Thing, words: Mapping[str, str]) -> None:
    """Let `room` have these words and no others."""
    kept = {key for key in room.properties if key.startswith(_KEPT)}
    for key in kept - {_KEPT + place for place in words}:
        tx.set_property(room, key, None)
    for place, text in words.items():
        tx.set_property(room, _KEPT + place, text)


def phase_words(room: Thing, time: WorldTime) -> str:
    """Return the room's words for the phase of the day; empty: it has none."""
    return room.properties.get(f"{_KEPT}phases.{time.phase}", "")


def weather_words(room: Thing, time: WorldTime) -> str:
    """Return the room's words for the weather; empty: it has none."""
    return room.properties.get(f"{_KEPT}weather.{time.weather}", "")
