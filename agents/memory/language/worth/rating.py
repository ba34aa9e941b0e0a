"""Rate what the sentences of a text are worth when there is no room for all of them.

What cannot be guessed again is worth most: numbers, names, days, promises, relations, whatever no
other sentence says.  Talk that much the same sentences tell is worth little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import ceil, exp, log, sqrt

from agents.memory.language.patterns import DENIAL
from agents.memory.language.salience import find_signals
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.worth.content import SAME, SentenceContent, find_content
from agents.memory.language.worth.small_talk import SEEN, is_empty, is_small_talk, unwrap_words
from agents.memory.language.worth.word_worths import rate_words
from agents.prose import cut_text, split_sentences
from late.late_dataclass import late_dataclass

#: What each number that nothing else in the texts has adds, at most so many of them.
_NUMBER, _NUMBERS = 2.0, 2
#: The same of names.
_NAME, _NAMES = 2.0, 2
#: What a sentence adds of which so many words stand in no other sentence.
_RARE, _WORDS = 3.0, 3
#: What each point of a signal's weight adds, and the most of all signals together.
_SIGNAL, _SIGNALS = 0.5, 3.0
_DENIED = 0.5
#: What a question or a courtesy is worth of it, and what small talk is.
_EMPTY, _SMALL = 0.25, 0.5

#: How much what was learnt of words counts, and the least and the most of it.
_LEARNT, _LEAST_LEARNT, _MOST_LEARNT = 0.5, -0.25, 2.0

#: Tags that say what is counted here in another way; a password need not be a number.
_COUNTED = frozenset({"number"})


#: What only counts how common a word is needs no weight; there are more such sentences.
@cache_short_texts(8192)
def _weigh_form(sentence: str) -> float:
    """Return what `sentence` is worth by its form alone."""
    tags: dict[str, int] = {}
    for each in find_signals(sentence):
        if each.tag not in _COUNTED or (each.weight > 1 and not find_content(sentence).numbers):
            tags[each.tag] = max(each.weight, tags.get(each.tag, 0))
    signals = min(_SIGNALS, _SIGNAL * sum(tags.values()))
    return signals + (_DENIED if DENIAL.search(sentence) else 0.0)


@late_dataclass(frozen=True, slots=True)
class Commonness:
    """How many sentences of some texts have each word, and each name or number."""

    words: Counter[str]
    marks: Counter[str]
    sentences: int

    @classmethod
    def of(cls, sentences: Iterable[str]) -> Commonness:
        """Count `sentences`, each once however often it is there."""
        contents = [find_content(each) for each in dict.fromkeys(sentences)]
        words = Counter(chain.from_iterable(each.words for each in contents))
        marks = Counter(chain.from_iterable((*e.names, *e.numbers) for e in contents))
        return cls(words, marks, len(contents))

    def rate_rarity(self, count: int) -> float:
        """Return 1 for what one sentence has, 0 for what all have."""
        return _rate_rarity(count, self.sentences)


@lru_cache(maxsize=4096)
def _rate_rarity(count: int, sentences: int) -> float:
    if sentences < 2:
        return 1.0
    return max(0.0, 1 - log(max(1, count)) / log(sentences))


def rate_sentence(sentence: str, common: Commonness, *, seen: bool = False) -> float:
    """Return what `sentence` is worth among the texts that `common` counted; 0 or more.

    What was only `seen`, or is told so by rule, gains nothing by words that readers keep where
    somebody tells them.
    """
    content = find_content(sentence)
    # The words around what is told are the same in many sentences: only its rarest count.
    novelty = _sum_rarest(content.words, _WORDS, common.words, common) / _WORDS
    worth = (
        # A promise or a feeling that is told in the same words again and again is no news.
        (_RARE + _weigh_form(sentence)) * novelty
        + _NUMBER * _sum_rarest(content.numbers, _NUMBERS, common.marks, common)
        + _NAME * _sum_rarest(content.names, _NAMES, common.marks, common)
    )
    words = unwrap_words(sentence)
    learnt = _weigh_words(words)
    if seen or sentence.startswith(SEEN):
        learnt = min(1.0, learnt)
    if all(map(is_empty, split_sentences(words))):
        return worth * learnt * _EMPTY
    return worth * _SMALL * min(1.0, learnt) if is_small_talk(words) else worth * learnt


@cache_short_texts(8192)
def _weigh_words(words: str) -> float:
    """Return how often its worth a sentence is for what readers keep of such words."""
    return exp(_LEARNT * min(_MOST_LEARNT, max(_LEAST_LEARNT, rate_words(words))))


def _sum_rarest(
    found: Collection[str], most: int, counts: Counter[str], common: Commonness
) -> float:
    """Return the rarity of the `most` rarest of `found` together; it falls steeply."""
    rare = map(common.rate_rarity, sorted([counts[each] for each in found])[:most])
    return sum(each * each for each in rare)


def rank_sentences(
    sentences: Sequence[str], worths: Sequence[float], sizes: Sequence[int] = ()
) -> list[int]:
    """Return the places of `sentences`, the worthiest for its length first.

    `sizes` are the characters that they take; empty: their own.  What a sentence before it tells
    already comes last.
    """
    taken = sizes or [len(each) for each in sentences]
    order = sorted(range(len(sentences)), key=lambda n: (-worths[n] / sqrt(taken[n] or 1), n))
    fresh, again = list[int](), list[int]()
    told = _Told()
    for place in order:
        content = find_content(sentences[place])
        (again if told.has(content) else fresh).append(place)
        told.add(content)
    return [*fresh, *again]


class _Told:
    """The contents so far, by their words."""

    def __init__(self) -> None:
        self._by_word: dict[str, list[SentenceContent]] = {}

    def add(self, content: SentenceContent) -> None:
        for word in content.words:
            self._by_word.setdefault(word, []).append(content)

    def has(self, content: SentenceContent) -> bool:
        """Return whether one content tells all of `content`."""
        return any(content.is_told_by(each) for each in self._find_near(content))

    def _find_near(self, content: SentenceContent) -> Iterator[SentenceContent]:
        # Whatever tells so much of it has at least one of these words.
        rarest = sorted(content.words, key=lambda word: (len(self._by_word.get(word, ())), word))
        for word in rarest[: len(rarest) - ceil(SAME * len(rarest)) + 1]:
            yield from self._by_word.get(word, ())


def choose_within(
    order: Sequence[int], sizes: Sequence[int], room: int, kept: Collection[int] = ()
) -> list[int]:
    """Return the places in `order` that fit `room` one after another, in their own order.

    Those in `kept` are taken first; a place whose size is too large is passed over.
    """
    chosen: set[int] = set()
    for place in (*kept, *order):
        if place not in chosen and sizes[place] <= room:
            chosen.add(place)
            room -= sizes[place]
    return sorted(chosen)


def rank_by_worth(sentences: Sequence[str], common: Commonness | None = None) -> list[int]:
    """Return the places of `sentences`, the worthiest for its length first.

    `common` counts the texts among which they are rated; without it they are rated among
    themselves.
    """
    known = common or Commonness.of(sentences)
    return rank_sentences(sentences, [rate_sentence(each, known) for each in sentences])


def keep_worthiest(sentences: Sequence[str], count: int) -> list[str]:
    """Return at most `count` of `sentences`, those that are worth most, in their own order."""
    if len(sentences) <= count:
        return list(sentences)
    return [sentences[n] for n in sorted(rank_by_worth(sentences)[: max(0, count)])]


def shorten_by_worth(text: str, limit: int) -> str:
    """Return `text` in at most `limit` characters: its least worthy sentences are left out.

    Its first and its last sentence stay where there is room: a story keeps its ends.
    """
    if len(text) <= limit:
        return text
    found = list(dict.fromkeys(split_sentences(text)))
    if not found:
        return ""
    order = rank_by_worth(found)
    sizes = [len(each) + 1 for each in found]
    ends = (0, len(found) - 1) if sizes[0] + sizes[-1] <= limit // 2 else ()
    chosen = choose_within(order, sizes, limit + 1, ends)
    if not chosen:
        return cut_text(found[order[0]], limit)
    return " ".join(found[n] for n in chosen)
