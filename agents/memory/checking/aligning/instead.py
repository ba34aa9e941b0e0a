"""Contradictions in one word: the memory has another of the same kind in its place."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from agents.memory.checking.claims import find_negative
from agents.memory.checking.cues import DOUBT
from agents.memory.checking.reading import SELF, Statement
from agents.memory.language.meanings.kinds import are_of_one_kind, name_word_kind

#: How much of the rest of the sentence one statement must have.
_SAME = 0.75


def find_other_of_its_kind(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return what a statement has in the place of a word of the sentence; empty if nothing."""
    asked = [each for each in sentence.words if name_word_kind(each.stem)]
    if not asked or sentence.asks or find_negative(sentence) or sentence.texts & DOUBT:
        return ""
    known = frozenset(chain.from_iterable(each.all_stems for each in told))
    for word in asked:
        if word.stem in known:
            continue
        rest = sentence.content - {word.stem, SELF}
        for each in told:
            others = [o for o in each.stems - sentence.stems if are_of_one_kind(word.stem, o)]
            if each.asks or not others or find_negative(each) or len(rest) < 2:
                continue
            if len(rest & each.content) >= _SAME * len(rest):
                return f"{word.text} where the memories say {min(others)}"
    return ""
