"""Find what a summary still tells as it was before it changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from agents.memory.core.facts import Fact
from agents.memory.journal.changing.history import find_told
from agents.memory.journal.trust import CLAIM_TRUST
from agents.memory.language.numerals import find_numerals
from agents.memory.language.stems import stem_each, stem_words
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import NUMBERS
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass

_NUMBER_WORDS = " ".join(NUMBERS)
#: How much of what only the old statement has must stand in a sentence.
CARRIES = 0.5

Content = frozenset[str]


@late_dataclass(frozen=True, slots=True)
class Correction:
    """The newest fact about something, and how a sentence is known that tells it as it was."""

    fact: Fact
    since: int
    """The number of the first memory that told it otherwise."""
    old: Content
    """Of what was so before."""
    apart: Content
    """What of that is no longer so."""
    about: Content
    """What both are about."""
    new: Content

    @classmethod
    def list_from(cls, facts: Iterable[Fact]) -> list[Correction]:
        """Return a correction for each of `facts` that tells what was so before.

        Words of little trust correct nothing.
        """
        known = [each for each in facts if each.before and each.trust > CLAIM_TRUST]
        newer = {seq: each for each in sorted(known, key=_order) for seq in each.replaces}
        return [cls._make(each, _find_newest(each, newer)) for each in known]

    @classmethod
    def _make(cls, fact: Fact, newest: Fact) -> Correction:
        old = read_content(fact.before) - frozenset(stem_words(fact.speaker))
        new = read_content(f"{fact.value or fact.text} {fact.subject}")
        about = (old & new) or frozenset(stem_words(f"{fact.subject} {fact.speaker}"))
        first = fact.seqs[0] if fact.seqs else 0
        now = read_content(find_told(newest))
        return cls(newest, first, old, old - new or old, about, now)

    def is_due(self, sentence: Content, near: Content, cited: Sequence[int] = ()) -> bool:
        """Return whether a sentence tells what was so before, and not what is so now.

        `near` is the content of the sentence and of the one before it; `cited` are the memories
        that it rests on, as far as that is known.
        """
        if cited and min(cited) >= self.since:
            return False
        return self.is_carried(sentence, near) and not self.new <= sentence

    def is_carried(self, sentence: Content, near: Content) -> bool:
        """Return whether a sentence tells what was so before."""
        topical = not self.about or not self.about.isdisjoint(near)
        return topical and self.is_enough(len(self.apart & sentence))

    def is_enough(self, shared: int) -> bool:
        """Return whether so many words of what is no longer so tell that it was so."""
        return shared > 0 and shared >= CARRIES * len(self.apart)


def find_corrections(facts: Iterable[Fact], summary: str) -> list[Fact]:
    """Return the facts that tell what is so now, where `summary` tells what was so before.

    Each once: first those whose present value the summary does not tell at all, of them those that
    replace what was told, then the newest.
    Words of little trust correct nothing.  Pure.
    """
    corrections = Correction.list_from(facts)
    if not corrections or not summary.strip():
        return []
    told = [read_content(each) for each in split_sentences(summary)]
    beside = [frozenset[str](), *told]
    sentences = [(one | other, other) for one, other in pairwise(beside)]
    found = [
        each.fact
        for each in corrections
        if any(each.is_carried(sentence, near) for near, sentence in sentences)
    ]
    ranked = sorted(dict.fromkeys(found), key=_order, reverse=True)
    return sorted(ranked, key=lambda each: (_is_told(each, told), not each.replaces))


def _is_told(fact: Fact, sentences: Sequence[Content]) -> bool:
    value = read_content(fact.value or fact.text)
    return any(value <= each for each in sentences)


def _order(fact: Fact) -> tuple[float, str]:
    return fact.at.timestamp(), fact.text


#: Each compaction asks for those of every sentence that stands.
@cache_short_texts(4096)
def read_content(text: str) -> Content:
    """Return what can be compared of a text: its stems, and its numbers in digits."""
    return (frozenset(stem_words(text)) - stem_each(_NUMBER_WORDS)) | find_numerals(text)


def _find_newest(fact: Fact, newer: Mapping[int, Fact]) -> Fact:
    """Return the fact that replaced `fact`, or what replaced that."""
    seen = {fact}
    while (later := newer.get(fact.seqs[-1] if fact.seqs else 0)) and later not in seen:
        fact = later
        seen.add(fact)
    return fact
