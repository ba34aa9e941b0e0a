"""Choose what an agent knows that matters at one moment, without a disk, a clock or a prompt.

A life gives more facts than can be looked through at each turn, so `gather_knowledge` first keeps
the weightiest of each person and place.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from sys import intern
from typing import Protocol, TypeAlias, TypeVar

from agents.memory.core.archive_lines import is_archive_line
from agents.memory.core.facts import Fact, share_parts
from agents.memory.journal.changing.history import find_ends, is_over
from agents.memory.journal.people import is_hearsay
from agents.memory.journal.similarity import Gist
from agents.memory.journal.trust import ORDER_TRUST, gives_orders
from agents.memory.language.attribution import attribute_parts
from agents.memory.language.stems import find_words, stem_words
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import ARTICLES
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from world.names import key_of

#: Facts that are kept of each person, of each place, regardless of both, and in all.
EACH, ANY, MOST_KNOWN = 24, 400, 4000

#: How much a fact counts that only happened in this place.
ONLY_HERE = 0.6

#: How much a person's line counts that names nobody and nothing here.
ANYWHERE = 0.3

#: Facts that are compared with each other at most; a budget holds fewer.
COMPARED = 120

#: After so many facts in a row that are too long for what is left, no more are tried.
REFUSED = 8

#: Fewer words than this may stand somewhere by chance.
SHORTEST = 3


@late_dataclass(frozen=True, slots=True)
class Occasion:
    """A moment: where the agent is, who is there, and what is at hand."""

    place: str
    people: tuple[str, ...] = ()
    things: tuple[str, ...] = ()


Rank: TypeAlias = tuple[float, float, str]
"""A fact's weight; of equal ones the newer has more."""


@late_dataclass(frozen=True, slots=True)
class KnownFact:
    """A fact, and the words by which it is found.

    There are thousands: what facts have in common is kept once, and sets are large.
    """

    fact: Fact
    people: tuple[str, ...]
    """Keys of the people it is about."""
    place: str
    """Key of the place where it happened."""
    words: array[int]
    """Its words, and their stems, each once, as `number_words` does."""
    rank: Rank

    @property
    def weight(self) -> float:
        """Its importance and trust, and how much what a stretch was about counts beside them."""
        return self.rank[0] * (ONLY_HERE if self.fact.is_synthesis else 1.0)


Knowledge = tuple[KnownFact, ...]
"""The facts to choose from, at most `MOST_KNOWN`."""


class _Ranked(Protocol):
    """A fact with what `_choose_weightiest` goes by."""

    @property
    def rank(self) -> Rank: ...
    @property
    def people(self) -> Collection[str]: ...
    @property
    def place(self) -> str: ...


_R = TypeVar("_R", bound=_Ranked)


@late_dataclass(frozen=True, slots=True, eq=False)
class _RankedFact:
    """A fact that is not indexed yet: most facts of a life are not chosen."""

    fact: Fact
    rank: Rank
    people: Collection[str]
    place: str

    @classmethod
    def of(cls, fact: Fact) -> _RankedFact:
        return cls(fact, _rate_fact(fact), _list_people_keys(fact), key_of(fact.place))


def gather_knowledge(facts: Iterable[Fact]) -> Knowledge:
    """Return the weightiest facts of each person and each place, and the weightiest of all."""
    each = dict.fromkeys(filter(_is_fit, facts))
    chosen = _choose_weightiest(map(_RankedFact.of, each))
    return tuple(_index_fact(each.fact) for each in chosen)


def extend_knowledge(known: Knowledge, facts: Iterable[Fact]) -> Knowledge:
    """Return what `gather_knowledge` does for the facts that `known` was chosen from and more."""
    found = {each: _rate_fact(each) for each in filter(_is_fit, facts)}
    ranks = frozenset(found.values())
    had = {each.fact for each in known if each.rank in ranks}
    new = (_index_fact(each) for each in found if each not in had)
    return tuple(_choose_weightiest([*known, *new]))


def _choose_weightiest(facts: Iterable[_R]) -> list[_R]:
    people, places = defaultdict[str, int](int), defaultdict[str, int](int)
    chosen: list[_R] = []
    # One pass from the weightiest on: a life has thousands, and this is done at each compaction.
    for number, each in enumerate(sorted(facts, key=_get_rank, reverse=True)):
        best = number < ANY or places[each.place] < EACH
        places[each.place] += 1
        for person in each.people:
            best = best or people[person] < EACH
            people[person] += 1
        if best:
            chosen.append(each)
            if len(chosen) == MOST_KNOWN:
                break
    return chosen


def _get_rank(fact: _Ranked) -> Rank:
    return fact.rank


def _is_fit(fact: Fact) -> bool:
    """Return whether a prompt may tell a fact as it is: no order, and no unmarked words of others.

    What a stretch was about mixes own knowledge and hearsay, where others are quoted; in old
    archives it may be a line that only says where memories are.
    """
    if fact.is_synthesis:
        if is_archive_line(fact.text):
            return False
        reported = any(each.kind == "said" for each in attribute_parts(fact.text))
        return not reported and not gives_orders(fact.text)
    return fact.trust > ORDER_TRUST


def add_known(known: Knowledge, fact: Fact) -> Knowledge:
    """Return `known` with one more fact, which takes the place of the least weighty if need be."""
    return (_index_fact(fact), *known[: MOST_KNOWN - 1])


def leave_out_ended(known: Knowledge) -> Knowledge:
    """Return `known` without what is no longer so: the fact that replaced it tells it as before."""
    ends = find_ends(each.fact for each in known)
    return tuple(each for each in known if not is_over(each.fact, ends)) if ends else known


def select_similar(known: Knowledge, facts: Sequence[Fact]) -> list[Fact]:
    """Return those of `known` that share most words with any of `facts`: at most `COMPARED`."""
    words = frozenset(number_words(stem for each in facts for stem in stem_words(each.text)))
    shared = ((len(words.intersection(each.words)), each.fact) for each in known)
    near = [row for row in shared if row[0]]
    return [fact for _, fact in nlargest(COMPARED, near, key=lambda row: (row[0], row[1].at))]


def choose_relevant(
    known: Knowledge, occasion: Occasion, shown: str, cost: Callable[[Fact], int], budget: int
) -> list[Fact]:
    """Return the facts that matter on `occasion`, of which `cost` adds up to at most `budget`.

    The weightiest are chosen, each once, without those whose words stand in `shown`.  Own
    knowledge comes first, what people wrote on the pages before all, then hearsay; in each the
    more important comes first.
    """
    if budget <= 0:
        return []
    return pick_within(rank_apt(known, occasion), shown, cost, budget)


def rank_apt(known: Knowledge, occasion: Occasion) -> Sequence[Fact]:
    """Return the facts that have to do with `occasion`, those that matter most first."""
    cues = _Cues.of(occasion)
    rated = ((cues.rate(each), each) for each in known)
    apt = [
        (-value * each.weight, _order_facts(each.fact), each.fact) for value, each in rated if value
    ]
    apt.sort(key=lambda row: row[:2])
    return [fact for *_, fact in apt]


def pick_within(
    ranked: Iterable[Fact], shown: str, cost: Callable[[Fact], int], budget: int
) -> list[Fact]:
    """Return what `choose_relevant` does, of facts that `rank_apt` has ranked."""
    chosen, refused = list[Fact](), 0
    for fact in _skip_shown(ranked, shown):
        price = cost(fact)
        if price <= budget:
            chosen.append(fact)
            budget -= price
            refused = 0
        elif (refused := refused + 1) == REFUSED:
            break
    return sorted(chosen, key=_order_facts)


def _skip_shown(facts: Iterable[Fact], shown: str) -> Iterator[Fact]:
    """Yield the facts whose words are not in `shown`, and of those that tell the same the first."""
    text, told = _join_words(shown), list[Gist]()
    for fact in facts:
        if len(told) == COMPARED:
            return
        gist = Gist.of(fact)
        if not stands_in(fact, text) and not any(each.is_same(gist) for each in told):
            told.append(gist)
            yield fact


def stands_in(fact: Fact, joined: str) -> bool:
    """Return whether a fact stands word for word in a text of joined words.

    What introduces the words (``Fern said:``) does not count; of what a stretch was about, half.
    """
    if fact.is_synthesis:
        told = [_join_words(each) in joined for each in split_sentences(fact.text)]
        return 2 * sum(told) >= len(told)
    core = _join_words(fact.text.partition(": ")[2])
    return (core if core.count(" ") > SHORTEST else _join_words(fact.text)) in joined


@cache_short_texts(2048)
def _join_words(text: str) -> str:
    return f" {' '.join(find_words(text))} "


@late_dataclass(frozen=True, slots=True)
class _Cues:
    """What is looked for on an occasion, in the form in which facts are indexed."""

    people: frozenset[str]
    place: str
    names: Mapping[int, Sequence[frozenset[int]]]
    """The words of each name, articles aside, as numbers, by the longest: of three hundred who are
    present, hardly one is looked at for a fact."""

    @classmethod
    def of(cls, occasion: Occasion) -> _Cues:
        named = (*occasion.people, *occasion.things, occasion.place)
        words = (frozenset(find_words(each)).difference(ARTICLES) for each in named)
        people = frozenset(map(key_of, occasion.people))
        names: dict[int, list[frozenset[int]]] = defaultdict(list)
        for name in filter(None, dict.fromkeys(words)):
            (longest,) = number_words([max(name, key=lambda word: (len(word), word))])
            names[longest].append(frozenset(number_words(name)))
        return cls(people, key_of(occasion.place), names)

    def rate(self, known: KnownFact) -> float:
        """Return how much a fact has to do with the occasion, 0 to 1."""
        if not self.people.isdisjoint(known.people):
            return 1.0
        if not self.names.keys().isdisjoint(known.words) and self._is_named(known.words):
            return 1.0
        if known.place and known.place == self.place:
            return ONLY_HERE
        return ANYWHERE if known.fact.source == "human" else 0.0

    def _is_named(self, words: array[int]) -> bool:
        names = (self.names[word] for word in words if word in self.names)
        return any(name.issubset(words) for each in names for name in each)


def _index_fact(fact: Fact) -> KnownFact:
    return KnownFact(
        share_parts(fact),
        people=tuple(map(intern, _list_people_keys(fact))),
        place=intern(key_of(fact.place)),
        words=number_words((*find_words(fact.text), *stem_words(fact.text))),
        rank=_rate_fact(fact),
    )


def number_words(words: Iterable[str]) -> array[int]:
    """Return a number of 32 bits for each of `words`, each once; it holds until the program ends.

    Texts of guests are full of words that no other text has: kept as such, they are most of what
    thousands of facts take.  Two words have the same number by chance once in four thousand million
    times.
    """
    return array("I", {hash(each) & 0xFFFFFFFF for each in words})


def _list_people_keys(fact: Fact) -> Sequence[str]:
    return list(dict.fromkeys(key_of(each) for each in (fact.speaker, *fact.people) if each))


def _rate_fact(fact: Fact) -> Rank:
    return fact.importance * fact.trust, fact.at.timestamp(), fact.text


def _order_facts(fact: Fact) -> tuple[bool, bool, float, float, str]:
    weight, at, text = _rate_fact(fact)
    return is_hearsay(fact), fact.source != "human", -weight, -at, text
