"""What ground a room stands on, for the map: what its note says, else read from its words.

A guess by its name, its text and its preposition, the same for the same text; a note corrects it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from world.model import Room
from world.vault.map_grounds import COVER_WORDS, GROUND_WORDS, list_ground_words
from world.vault.prepositions import PREPOSITION, PREPOSITIONS

WORDS: Mapping[str, str] = {
    "water": "water waters lake tarn sea river stream brook pond shore beach harbour harbor boat"
    " boats boathouse ferry landing quay jetty pier wharf dock causeway ford island oars nets"
    " waterfall fall falls",
    "height": "ridge summit summits peak peaks mountain mountains cliff cliffs cairn crag crags"
    " scree hill hills hilltop",
    "green": "garden gardens beds orchard tree trees meadow grass forest wood woods field fields"
    " hedge hedges soil lawn glade grove thicket heath moor",
    "indoors": "room hall house floor floorboards roof rafters beams hearth ceiling window windows"
    " shelf shelves bunk bench benches stove fireplace chimney attic loft cellar kitchen chamber"
    " boathouse corridor chapel mill shop inn tower stair stairs table",
}
"""Words that speak for a kind of ground, and for a roof above."""

SHARES: Mapping[str, float] = {"water": 0.03, "height": 0.02, "green": 0.02, "indoors": 0.02}
"""So large a part of a text has to be such words: a view of the lake is no shore."""

NAME = 3
"""A word of the name counts so often."""

LONGEST = 4000
"""So many characters of a text are read."""

ROOMS = 4096
"""Of so many rooms the guess is kept: they are looked at again and again."""

OUTDOORS = frozenset(PREPOSITIONS) - {"in", "inside"}

_WORD = late_pattern(r"[a-z]+")
_LINK = late_pattern(r"\[\[[^\]]*\]\]")


@late_dataclass(frozen=True, slots=True)
class Ground:
    """`kind`: water (it lies at some), height, green, or empty for plain ground."""

    kind: str = ""
    indoors: bool = False


def find_ground(room: Room) -> Ground:
    """Return what a room stands on; what leads elsewhere in its text says nothing of it."""
    guess = _guess(room.name, room.description[:LONGEST], room.properties.get(PREPOSITION, ""))
    kind, indoors = guess.kind, guess.indoors
    for word in list_ground_words(room):
        if word in COVER_WORDS:
            indoors = word == "roof"
        else:
            kind = "" if word == GROUND_WORDS[0] else word
    return Ground(kind, indoors)


@lru_cache(ROOMS)
def _guess(name: str, description: str, preposition: str) -> Ground:
    text = list(_split(description))
    found = Counter(_list_kinds(text))
    for kind in _list_kinds(_split(name)):
        found[kind] += NAME
    likely = {kind for kind in WORDS if found[kind] >= max(1, SHARES[kind] * len(text))}
    grounds = [kind for kind in WORDS if kind != "indoors" and kind in likely]
    is_in = "indoors" in likely and preposition not in OUTDOORS
    return Ground(
        max(grounds, key=lambda kind: found[kind], default=""),
        is_in and found["indoors"] >= found["green"],
    )


def _split(text: str) -> Iterator[str]:
    return (each[0] for each in _WORD.finditer(_LINK.sub(" ", text).lower()))


def _list_kinds(words: Iterable[str]) -> Iterator[str]:
    return (kind for word in words for kind, known in _KNOWN if word in known)


_KNOWN = [(kind, frozenset(words.split())) for kind, words in WORDS.items()]
