"""Rate by small signs whether a later statement is of the thing that an earlier one told of.

The rules beside this package know a change by how it is said; people say it in as many ways as
there are people.  Here nothing is decided by one sign: each has a weight, and their sum counts.
The weights were fitted (logistic regression) by ``python -m benchmarks.truth.sign_weights``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import field, fields
from functools import lru_cache
from itertools import product
from math import log

from agents.memory.journal.changing.comparing import is_story, tells_present_state
from agents.memory.journal.changing.replacing import is_voice
from agents.memory.journal.changing.statements import read_clauses
from agents.memory.journal.changing.things import find_things
from agents.memory.language.meanings.alike import name_alike
from agents.memory.language.meanings.kinds import find_kind_and_name
from agents.memory.language.meanings.opposites import list_opposites
from agents.memory.language.numerals import find_numerals
from agents.memory.language.stems import stem_name, stem_words
from agents.memory.language.text_cache import cache_short_texts
from late.late_dataclass import late_dataclass
from late.late_property import late_property

#: What has so much of the words of an earlier statement tells it again.
_AGAIN = 0.7
#: A clause of so many words that both have says nothing newer.
_WHOLE = 3
#: However much was told, a word is no rarer than this.
_RAREST = 5.0
#: So many statements tell how rare a word is.
_ENOUGH = 150


@late_dataclass(frozen=True, slots=True)
class Telling:
    """What somebody told or the agent saw, as far as signs go by it."""

    speaker: str
    content: _Content
    name: frozenset[str]
    """The words of the speaker's name: to name oneself joins nothing."""

    @classmethod
    def of(cls, words: str, speaker: str) -> Telling:
        """Return what `words` told; without a speaker the agent saw it."""
        return cls(speaker, read_telling(words), _read_name(speaker))


@lru_cache(1024)
def _read_name(name: str) -> frozenset[str]:
    return frozenset(map(name_alike, stem_name(name)))


@late_dataclass(frozen=True)
class _Content:
    """What words tell, whoever says them; words that mean the same are one."""

    text: str
    order: tuple[str, ...]
    words: frozenset[str]

    # What follows is asked of few: of those that have a word in common with another.

    @late_property
    def things(self) -> frozenset[str]:
        """The words that name things and people."""
        return frozenset(map(name_alike, find_things(self.text)))

    @late_property
    def numbers(self) -> frozenset[str]:
        """The numbers in digits."""
        return find_numerals(self.text)

    @late_property
    def sides(self) -> frozenset[str]:
        """The sides of things of which it tells."""
        return frozenset(side for each in read_clauses(self.text) for side in each.sides)

    @late_property
    def state(self) -> bool:
        """Whether it tells how something is."""
        return any(map(tells_present_state, read_clauses(self.text)))

    @late_property
    def story(self) -> bool:
        """Whether it tells of what was long ago."""
        return is_story(self.text)

    @late_property
    def clauses(self) -> tuple[frozenset[str], ...]:
        """The words of each clause."""
        told = (stem_words(each.text) for each in read_clauses(self.text))
        return tuple(frozenset(map(name_alike, each)) for each in told)

    @late_property
    def opposites(self) -> frozenset[str]:
        """The opposites of its words."""
        return frozenset[str]().union(*map(list_opposites, self.order))

    @late_property
    def kinds(self) -> Mapping[str, frozenset[str]]:
        """Of each kind of things, which of them it names."""
        return _list_kinds(self.order)


@cache_short_texts(2048)
def read_telling(words: str) -> _Content:
    """Return the content of what was said or seen."""
    order = tuple(map(name_alike, stem_words(words)))
    return _Content(words, order, frozenset(order))


def _list_kinds(words: Iterable[str]) -> Mapping[str, frozenset[str]]:
    found = defaultdict[str, set[str]](set)
    for kind, name in filter(None, map(find_kind_and_name, words)):
        found[kind].add(name)
    return {kind: frozenset(names) for kind, names in found.items()}


@late_dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for and against that two statements are of the same thing."""

    shared: float
    """How many words both have."""
    rarity: float
    """How rare these are, together."""
    thing: float
    """1 if one of them names a thing in either."""
    thing_rarity: float
    covered_before: float
    """How much of the earlier statement the later one has."""
    same_voice: float
    other_voice: float
    state: float
    """1 if the earlier one tells how something is."""
    opposite: float
    of_one_kind: float
    """1 if the same speaker tells of two things of which one excludes the other."""
    same_side: float
    again: float
    story: float
    person: float
    """1 if somebody who speaks is named in both."""
    topic: float
    """1 if the earlier one begins with what both name."""

    def rate(self) -> float:
        """Return how likely it is, as a logarithm of odds; 0 is as likely as not."""
        return WEIGHTS[""] + sum(WEIGHTS[name] * float(getattr(self, name)) for name in _NAMES)


_NAMES = tuple(each.name for each in fields(Signs))

#: By the names of the signs; the first is what they are added to.
WEIGHTS: Mapping[str, float] = {
    "": -10.66,
    "shared": -2.79,
    "rarity": 0.94,
    "thing": -8.2,
    "thing_rarity": 2.05,
    "covered_before": 2.74,
    "same_voice": 5.26,
    "other_voice": 2.34,
    "state": 1.07,
    "opposite": 2.32,
    "of_one_kind": 3.43,
    "same_side": 1.22,
    "again": -2.96,
    "story": -4.31,
    "person": -0.63,
    "topic": 1.89,
}


def find_signs(earlier: Telling, later: Telling, rare: Rarity) -> Signs | None:
    """Return the signs of two statements; None where nothing joins them."""
    old, new = earlier.content, later.content
    shared = (old.words & new.words) - earlier.name - later.name
    same = bool(earlier.speaker) and is_voice(earlier.speaker, later.speaker)
    things = shared & (old.things | new.things)
    if not (things or (same and shared)) or _tells_again(old, new):
        return None
    opposite = not old.opposites.isdisjoint(new.words - shared)
    of_one_kind = same and _exclude(old.kinds, new.kinds)
    half = old.order[: max(1, (len(old.order) + 1) // 2)]
    return Signs(
        shared=float(len(shared)),
        rarity=sum(map(rare.rate, shared)),
        thing=float(bool(things)),
        thing_rarity=max(map(rare.rate, things), default=0.0),
        covered_before=len(shared) / max(1, len(old.words)),
        same_voice=float(same),
        other_voice=float(bool(earlier.speaker and later.speaker) and not same),
        state=float(old.state),
        opposite=float(opposite),
        of_one_kind=float(of_one_kind),
        same_side=float(bool((old.sides & new.sides) - {"place"})),
        again=float(len(shared) > _AGAIN * len(new.words) or _has_numbers(old, new)),
        story=float(old.story or new.story),
        person=float(not shared.isdisjoint(rare.people)),
        topic=float(not shared.isdisjoint(half)),
    )


def _tells_again(old: _Content, new: _Content) -> bool:
    """Return whether a clause of the one is told in the other, word for word."""
    return any(
        min(len(one), len(other)) >= _WHOLE and (one <= other or other <= one)
        for one, other in product(old.clauses, new.clauses)
    )


def _has_numbers(old: _Content, new: _Content) -> bool:
    """Return whether the later one has numbers, and all of them are in the earlier one."""
    return bool(new.numbers) and new.numbers <= old.numbers


def _exclude(old: Mapping[str, frozenset[str]], new: Mapping[str, frozenset[str]]) -> bool:
    """Return whether each names a thing of one kind that the other does not."""
    return any(old[kind] - new[kind] and new[kind] - old[kind] for kind in old.keys() & new.keys())


@late_dataclass(frozen=True, slots=True)
class Rarity:
    """How many of some statements have a word."""

    having: Mapping[str, int]
    statements: int
    people: frozenset[str]
    """The words of the names of those who speak, which name no thing."""
    _known: dict[str, float] = field(default_factory=dict[str, float])

    def rate(self, word: str) -> float:
        """Return how rare a word is: the logarithm of one in how many statements has it.

        The two that are compared are among them.  Of few statements nobody knows what is rare: the
        others that have it stand for more.
        """
        if (known := self._known.get(word)) is not None:
            return known
        every = max(self.statements, _ENOUGH)
        others = max(0, self.having.get(word, 0) - 2) * every / max(1, self.statements)
        self._known[word] = rated = min(_RAREST, log((every + 1) / (others + 2)))
        return rated
