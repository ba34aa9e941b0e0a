"""Put back what a combined text has dropped and what cannot be guessed again.

A model that makes one text of many leaves sentences out.  Most can be found again in what is left,
or are no loss.  But a code, a name, a promise or whose cousin somebody is would be lost for good,
in this text and in all that are made of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from agents.memory.language.worth.content import find_content
from agents.memory.language.worth.rating import (
    Commonness,
    choose_within,
    rank_sentences,
    rate_sentence,
)
from agents.prose import split_sentences

#: A sentence is put back if it is worth so much more than the mean of all of them, and at least …
_ABOVE_MEAN = 2.0
_LEAST = 3.0

#: What a sentence is worth more for being the model's choice.
_CHOSEN = 1.5

#: A mark (name or number) is a sentence's own if it is at least so rare.
_OWN = 0.5
#: The share of a sentence's words that tells it again, beside all of its own marks; without any.
_BESIDE_MARKS, _WITHOUT_MARKS = 0.3, 0.6


def restore_sentences(text: str, sources: Sequence[str], limit: int) -> str:
    """Return `text`, followed by the telling sentences of `sources` that it lacks, word for word.

    Where `limit` characters do not hold all, the least worthy sentences of both are left out;
    the first of `text` stays.
    """
    told = split_sentences(text)
    known = [each for source in sources for each in split_sentences(source)]
    common = Commonness.of([*told, *known])
    lost = list(_find_lost(told, list(dict.fromkeys(known)), common))
    every = [*told, *lost]
    if not lost and len(text) <= limit:
        return text
    if len(text) + sum(len(each) + 1 for each in lost) <= limit:
        return " ".join([text, *lost])
    chosen_by_model = set(told)
    worths = [rate_sentence(e, common) * (_CHOSEN if e in chosen_by_model else 1) for e in every]
    order = rank_sentences(every, worths)
    chosen = choose_within(order, [len(each) + 1 for each in every], limit + 1, (0,))
    return " ".join(every[n] for n in chosen)


def _find_lost(told: Sequence[str], known: Sequence[str], common: Commonness) -> Iterator[str]:
    worths = [rate_sentence(each, common) for each in known]
    least = max(_LEAST, _ABOVE_MEAN * sum(worths) / max(1, len(worths)))
    kept = _Telling(told, common)
    for sentence, worth in zip(known, worths, strict=True):
        if worth >= least and not kept.tells(sentence):
            yield sentence
            kept.add(sentence)


class _Telling:
    """Sentences that may tell again what another one does."""

    def __init__(self, sentences: Sequence[str], common: Commonness) -> None:
        self._common = common
        self._by_word: defaultdict[str, set[str]] = defaultdict(set)
        for each in sentences:
            self.add(each)

    def add(self, sentence: str) -> None:
        for word in find_content(sentence).words:
            self._by_word[word].add(sentence)

    def tells(self, sentence: str) -> bool:
        """Return whether one of the sentences has its own marks, or most of its words."""
        content = find_content(sentence)
        marks = self._find_own_marks(sentence)
        share = _BESIDE_MARKS if marks else _WITHOUT_MARKS
        near = {each for word in content.words for each in self._by_word[word]}
        return any(
            marks <= self._find_own_marks(each)
            and len(content.words & find_content(each).words) >= share * len(content.words)
            for each in near
        )

    def _find_own_marks(self, sentence: str) -> frozenset[str]:
        content, common = find_content(sentence), self._common
        marks = (*content.names, *content.numbers)
        return frozenset(m for m in marks if common.rate_rarity(common.marks[m]) >= _OWN)
