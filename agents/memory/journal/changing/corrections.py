"""Find what a summary still tells as it was before it changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from agents.memory.core.facts import Fact
from agents.memory.journal.trust import CLAIM_TRUST
from agents.memory.language.numerals import find_numerals
from agents.memory.language.stems import stem_each, stem_words
from agents.memory.language.words import NUMBERS
from agents.prose import split_sentences

_NUMBER_WORDS = " ".join(NUMBERS)
#: How much of what only the old statement has must stand in a sentence.
CARRIES = 0.5

Content = frozenset[str]


def find_corrections(facts: Iterable[Fact], summary: str) -> list[Fact]:
    """Return the facts that tell what is so now, where `summary` tells what was so before.

    Each once: first those whose present value the summary does not tell at all, then the newest.
    Words of little trust correct nothing.  Pure.
    """
    known = [each for each in facts if each.before and each.trust > CLAIM_TRUST]
    if not known or not summary.strip():
        return []
    told = [read_content(each) for each in split_sentences(summary)]
    beside = [frozenset[str](), *told]
    sentences = [(one | other, other) for one, other in pairwise(beside)]
    newer = {seq: each for each in sorted(known, key=_order) for seq in each.replaces}
    found = [_find_newest(each, newer) for each in known if _is_carried(each, sentences)]
    ranked = sorted(dict.fromkeys(found), key=_order, reverse=True)
    return sorted(ranked, key=lambda each: _is_told(each, told))


def _is_told(fact: Fact, sentences: Sequence[Content]) -> bool:
    value = read_content(fact.value or fact.text)
    return any(value <= each for each in sentences)


def _order(fact: Fact) -> tuple[float, str]:
    return fact.at.timestamp(), fact.text


def read_content(text: str) -> Content:
    """Return what can be compared of a text: its stems, and its numbers in digits."""
    return (frozenset(stem_words(text)) - stem_each(_NUMBER_WORDS)) | find_numerals(text)


def _is_carried(fact: Fact, sentences: Sequence[tuple[Content, Content]]) -> bool:
    """Return whether one of `sentences` tells what was so before `fact`."""
    old = read_content(fact.before) - frozenset(stem_words(fact.speaker))
    new = read_content(f"{fact.value or fact.text} {fact.subject}")
    apart = old - new or old
    about = (old & new) or frozenset(stem_words(f"{fact.subject} {fact.speaker}"))
    least = CARRIES * len(apart)
    return any(
        len(apart & sentence) >= least and (not about or not about.isdisjoint(near))
        for near, sentence in sentences
        if apart & sentence
    )


def _find_newest(fact: Fact, newer: Mapping[int, Fact]) -> Fact:
    """Return the fact that replaced `fact`, or what replaced that."""
    seen = {fact}
    while (later := newer.get(fact.seqs[-1] if fact.seqs else 0)) and later not in seen:
        fact = later
        seen.add(fact)
    return fact
