"""Evidence is found by its words, in the order in which it came."""

from __future__ import annotations

from itertools import permutations

from agents.memory.language.carrying.known import Known, UnitIndex
from agents.memory.language.carrying.units import Unit
from agents.memory.language.stems import stem_words

_UNITS = tuple(
    Unit(text, at=at)
    for at, text in enumerate(
        ("The green boat sank.", "A boat is green.", "Bread is dear.", "The boat came back.")
    )
)


def test_units_come_in_their_order_each_once() -> None:
    """In whatever order the words are looked for: of two that fit alike, the same is always
    taken."""
    index = UnitIndex(_UNITS)
    for words in permutations(stem_words("back boat green")):
        assert index.find(words) == [_UNITS[0], _UNITS[1], _UNITS[3]]


def test_names_of_all_who_speak_are_left_out() -> None:
    """Every part of them."""
    known = Known((), (), {"Fern Ashby": _UNITS[:1], "Ada": _UNITS[1:]})
    stems = stem_words("Ada gave Fern Ashby bread")
    assert known.leave_out_names(stems) == [*stem_words("gave bread")]
