"""All lines that a voice provides for, rated together: how alike each and what was heard are.

What is the same for every question is found out once: the words and roles of each line, and which
lines have a word.  So only lines that share a word with a question are compared with it.
"""

from __future__ import annotations

from array import array
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from math import sqrt
from typing import TypeAlias

from agents.compact_sets import PlaceIndex
from agents.mind.voice.asking import bids_tell, is_question
from agents.mind.voice.likeness import (
    PAIR_WEIGHT,
    TalkWeights,
    TalkWords,
    WeighedLine,
    find_manner,
    weigh_roles,
)

#: Factors of the likeness of two lines that ask for different things, or name different names.
OTHER_QUESTION = 0.8
OTHER_NAME = 0.5
OTHER_SUBJECT = 0.6

Manner: TypeAlias = tuple[str, bool, str]


class KnownLines:
    """The lines of one voice, each once, in their order."""

    def __init__(self, lines: Iterable[str], weights: TalkWeights) -> None:
        self.lines: tuple[str, ...] = ()
        self.weights = weights
        self._asks: list[str] = []
        self._sizes = array("d")
        self._names: list[frozenset[str]] = []
        self._shared_names: dict[frozenset[str], frozenset[str]] = {}
        self._by_stem: defaultdict[str, array[int]] = defaultdict(lambda: array("i"))
        self._by_pair = PlaceIndex()
        self._manners: list[Manner] = []
        self._shared_manners: dict[Manner, Manner] = {}
        self._asked: list[bool] = []
        self._examples: dict[Manner, str] = {}
        deque(self.take_in({each: weights.split(each) for each in lines}), maxlen=0)

    def take_in(self, lines: Mapping[str, TalkWords]) -> Iterator[None]:
        """Take in more lines with their words, those that it has not; yield after each.

        All count at the end.
        """
        has = {*self.lines}
        new = [each for each in lines if each not in has]
        for at, line in enumerate(new, start=len(self.lines)):
            self._note_words(at, self.weights.weigh_words(lines[line]))
            manner = find_manner(line)
            manner = self._shared_manners.setdefault(manner, manner)
            self._manners.append(manner)
            self._asked.append(manner[1] or bids_tell(line))
            self._examples[manner] = line
            yield
        yield from self._by_pair.settle()
        self.lines += tuple(new)

    def _note_words(self, at: int, weighed: WeighedLine) -> None:
        # A voice has thousands of lines: what a line is found by is in the two indexes alone.
        for stem in weighed.stems:
            self._by_stem[stem].append(at)
        for pair in weighed.pairs:
            self._by_pair.add(pair, at)
        self._asks.append(weighed.asks)
        self._sizes.append(weighed.size)
        self._names.append(self._shared_names.setdefault(weighed.names, weighed.names))

    def rate(
        self,
        heard: str,
        near: Sequence[float],
        share: float,
        places: Sequence[int] | None = None,
    ) -> list[float]:
        """Return from 0 to 1 how alike each of the lines at `places`, or all, and `heard` are.

        `near` says how near each line is in meaning, which counts for `share` of the whole.
        """
        chosen = range(len(self.lines)) if places is None else places
        roles = self._weigh_roles(heard)
        words = self._rate_words(heard, None if places is None else frozenset(places))
        if not share:
            return [roles[self._manners[at]] * words[at] if at in words else 0.0 for at in chosen]
        return [
            roles[self._manners[at]] * ((1 - share) * words.get(at, 0.0) + share * near[at])
            for at in chosen
        ]

    def weigh_manners(self, heard: str, places: Sequence[int]) -> list[float]:
        """Return a factor for each line at `places` of how well its manner answers that of
        `heard`: 0 where that asks and the line does not."""
        roles, asks = self._weigh_roles(heard), is_question(heard) or bids_tell(heard)
        return [0.0 if asks and not self._asked[at] else roles[self._manners[at]] for at in places]

    def _weigh_roles(self, heard: str) -> dict[Manner, float]:
        # Lines that ask or tell in one manner differ from what was heard in the same way.
        return {each: weigh_roles(heard, line) for each, line in self._examples.items()}

    def _rate_words(self, heard: str, places: frozenset[int] | None) -> dict[int, float]:
        """Return how alike the words are, 0 to 1, for those of `places` whose lines share any."""
        one = self.weights.weigh_line(heard)
        shared = defaultdict[int, float](float)
        for found, weight in self._list_shared(one):
            for at in found if places is None else places.intersection(found):
                shared[at] += weight
        about = {at for stem in one.subjects for at in self._by_stem.get(stem, ())}
        return {at: self._compare(one, at, each, about) for at, each in shared.items()}

    def _list_shared(self, one: WeighedLine) -> Iterator[tuple[Sequence[int], float]]:
        """Yield the lines that share a word or a pair of words with `one`, and what it weighs."""
        weigh = self.weights.weigh
        for stem in one.stems:
            if places := self._by_stem.get(stem):
                yield places, weigh(stem)
        for pair in one.pairs:
            if found := self._by_pair.find(pair):
                yield found, PAIR_WEIGHT * (weigh(pair[0]) + weigh(pair[1]))

    def _compare(self, one: WeighedLine, at: int, shared: float, about: Set[int]) -> float:
        """Return how alike `one` and the line at a place are, which shares so much with it.

        `about` has the places of all lines with one of its subjects.
        """
        likeness = shared / sqrt(one.size * self._sizes[at])
        if one.asks != self._asks[at]:
            likeness *= OTHER_QUESTION
        if one.names != self._names[at]:
            likeness *= OTHER_NAME
        if one.subjects and at not in about:
            likeness *= OTHER_SUBJECT
        return likeness
