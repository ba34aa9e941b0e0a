"""Contradictions in which of two events came first: "I washed, and then I ate"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.checking.cues import DOUBT
from agents.memory.checking.reading import Statement
from agents.memory.language.stems import stem_words
from agents.memory.language.words import DENYING
from late.late_pattern import late_pattern

_LATER = r"(?:then|afterwards?|later|after that)"
#: Which of two events came first, by how a sentence joins them.
_ORDERS = tuple(
    late_pattern(each, re.IGNORECASE)
    for each in (
        r"^\W*before (?P<second>[^,]+), (?P<first>.+)$",
        r"^\W*(?:after|once|when) (?P<first>[^,]+), (?:\w+ )?(?P<second>.+)$",
        rf"\bfirst,? (?P<first>.+?)[,;.]? (?:and )?{_LATER}\b,? (?P<second>.+)$",
        rf"^(?P<first>.+?) first,? and (?P<second>.+?) {_LATER}\b",
        r"^(?P<first>.+?) before (?P<second>.+)$",
        r"^(?P<second>.+?) after (?P<first>.+)$",
        rf"^(?P<first>.+?)[,;]? and {_LATER}\b,? (?P<second>.+)$",
        rf"^(?P<first>.+?)[,;] {_LATER}\b,? (?P<second>.+)$",
    )
)

#: Characters of a sentence that tells of two events; a pattern takes long for a very long text.
_LONGEST = 1000


def find_turned_order(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return which event comes first in the sentence and second in a memory; empty if none does."""
    first, second = _read_order(sentence)
    for each in told if first and second else ():
        first_there, second_there = _read_order(each)
        turned = (first - second) & (second_there - first_there)
        if turned and (second - first) & (first_there - second_there):
            return f"by the memories {min(turned)!r} came later"
    return ""


def _read_order(statement: Statement) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of what came first and of what came second; none where that is unsure."""
    if len(statement.text) > _LONGEST or statement.asks:
        return frozenset(), frozenset()
    if statement.texts & DOUBT or not statement.texts.isdisjoint(DENYING):
        return frozenset(), frozenset()
    found = next((f for pattern in _ORDERS if (f := pattern.search(statement.text))), None)
    if found is None:
        return frozenset(), frozenset()
    return frozenset(stem_words(found["first"])), frozenset(stem_words(found["second"]))
