"""How two words are related by WordNet: the same, opposites, one a sort of the other, or siblings.

The lists beside this module were written for the life of a village, by people who knew which words
had been missed.  WordNet knows the words of strangers as well, but not which sense is meant: what
it says counts where the places of both words agree.  ``tools/word_relations.py`` makes its file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

from late.late_dataclass import late_dataclass

RELATIONS = Path(__file__).with_name("word_relations.txt")

#: The second word may be a sort of the first (wider), or the first one of the second (narrower);
#: siblings are two sorts of the same, akin are two of the same field.
Relation: TypeAlias = Literal["same", "opposite", "wider", "narrower", "sibling", "akin", ""]

#: How many steps up what is still called by the name of its kind: a mare is an animal.
_STEPS_UP = 9
#: How many steps up two sorts meet, and how far below the top that is.
_STEPS_APART, _DEEP = 2, 5
#: WordNet's files of adjectives, and of verbs.
_ADJECTIVES = frozenset((0, 1))
_NOUNS = frozenset(range(3, 29))
_VERBS = frozenset(range(29, 44))


#: How long the line of a sense is: its kind, the number of the one that it is a sort of, and of its
#: opposite.
_LINE = 15


@late_dataclass(frozen=True, slots=True)
class _Parts:
    """The parts of the file as they are: a word is looked for when it is asked about."""

    senses: str
    words: str
    opposites: str


@lru_cache(16384)
def relate(one: str, other: str) -> Relation:
    """Return how two stems (`stem_word`) are related; empty if not, or if one is not known."""
    if one == other:
        return "same"
    if other in _list_opposites(one):
        return "opposite"
    (here, _), (there, derived) = _find_senses(one), _find_senses(other)
    if not {*here}.isdisjoint((*there, *derived)):
        return "same"
    return _relate_places(_find_places(one), _find_places(other)) if here and there else ""


@lru_cache(4096)
def is_known_quality(stem: str) -> bool:
    """Return whether a stem is one of an adjective, and of other words perhaps."""
    return not _ADJECTIVES.isdisjoint(map(_find_kind, _find_senses(stem)[0]))


@lru_cache(4096)
def is_known_thing(stem: str) -> bool:
    """Return whether a stem is one of a noun, and of other words perhaps."""
    return not _NOUNS.isdisjoint(map(_find_kind, _find_senses(stem)[0]))


@lru_cache(4096)
def is_known_verb(stem: str) -> bool:
    """Return whether a stem is one of a verb, and of other words perhaps."""
    return not _VERBS.isdisjoint(map(_find_kind, _find_senses(stem)[0]))


@late_dataclass(frozen=True, slots=True)
class _Places:
    """Where the senses of a word stand; what it is a sort of is of the same part of speech."""

    heads: frozenset[int]
    """The qualities that it is, or is like, as an adjective."""
    opposites: frozenset[int]
    """The opposites of these."""
    senses: frozenset[int]
    """Its senses as another part of speech, of which what follows tells."""
    above: frozenset[int]
    """What they are sorts of, and they themselves."""
    near: frozenset[int]
    """Those where another sort must meet them to be a sibling."""
    fields: frozenset[int]
    """WordNet's files of those that are no verbs."""


@lru_cache(2048)
def _find_places(stem: str) -> _Places:
    found = {each: _find_kind(each) for each in _find_senses(stem)[0]}
    heads = frozenset(_find_head(each) for each, kind in found.items() if kind in _ADJECTIVES)
    opposites = (_find_number(each, 9) for each in heads)
    others = {each: kind for each, kind in found.items() if kind not in _ADJECTIVES}
    climbs = {each: _climb(each) for each in others}
    return _Places(
        heads,
        frozenset(each for each in opposites if each is not None),
        frozenset(others),
        frozenset().union(*climbs.values()),
        frozenset().union(*(_list_near(climbs[each], kind) for each, kind in others.items())),
        frozenset(others.values()) - _VERBS,
    )


def _list_near(above: Mapping[int, int], kind: int) -> Iterator[int]:
    apart, deep = (1, 0) if kind in _VERBS else (_STEPS_APART, _DEEP)
    met = (each for each, steps in above.items() if steps <= apart)
    return (each for each in met if _measure_depth(each) >= deep)


def _relate_places(one: _Places, other: _Places) -> Relation:
    if not (one.heads.isdisjoint(other.opposites) and one.opposites.isdisjoint(other.heads)):
        return "opposite"
    if not one.heads.isdisjoint(other.heads):
        return "same"
    if not one.above.isdisjoint(other.senses):
        return "narrower"
    if not one.senses.isdisjoint(other.above):
        return "wider"
    if not one.near.isdisjoint(other.near):
        return "sibling"
    return "" if one.fields.isdisjoint(other.fields) else "akin"


def _find_head(sense: int) -> int:
    wider = _find_wider(sense)
    return sense if wider is None else wider


def _climb(sense: int) -> dict[int, int]:
    """Return all that a sense is a sort of, with the steps to it."""
    found, last = dict[int, int](), [sense]
    for step in range(_STEPS_UP + 1):
        found |= dict.fromkeys(last, step)
        last = [wider for each in last if (wider := _find_wider(each)) is not None]
    return found


@lru_cache(8192)
def _measure_depth(sense: int) -> int:
    wider = _find_wider(sense)
    return 0 if wider is None else 1 + _measure_depth(wider)


def _find_kind(sense: int) -> int:
    return int(_read().senses[_LINE * sense : _LINE * sense + 2])


def _find_wider(sense: int) -> int | None:
    return _find_number(sense, 3)


def _find_number(sense: int, at: int) -> int | None:
    told = _read().senses[_LINE * sense + at : _LINE * sense + at + 5].strip()
    return int(told) if told else None


@lru_cache(4096)
def _find_senses(stem: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the senses of a stem, the common ones first, and those that are derived from them."""
    words = _read().words
    own, _, derived = _find_line(words, stem).partition("|")
    return tuple(map(int, own.split())), tuple(map(int, derived.split()))


@lru_cache(4096)
def _list_opposites(stem: str) -> frozenset[str]:
    return frozenset(_find_line(_read().opposites, stem).split())


def _find_line(part: str, first: str) -> str:
    """Return what stands behind the word that begins a line; empty if no line begins so.

    The lines are in the order of their words.
    """
    low, high = 0, len(part)  # where the line begins, if there is one
    while low < high:
        begin = part.rfind("\n", 0, (low + high) // 2) + 1
        end = part.index("\n", begin)
        word, _, rest = part[begin:end].partition(" ")
        if word == first:
            return rest
        low, high = (end + 1, high) if word < first else (low, begin)
    return ""


@cache
def _read() -> _Parts:
    # Each part begins behind an empty line; the licence comes first.
    _, senses, words, opposites = RELATIONS.read_text("utf-8").split("\n\n")
    return _Parts(senses, f"{words}\n", opposites)
