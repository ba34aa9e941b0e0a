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


def find_turned_memories(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that the sentence has two events the other way round than the memories, which are in
    the order in which things happened; empty if it has not."""
    first, second = _read_order(sentence)
    seen = [each for each in told if not each.speaker]
    if not first - second or not second - first or len(seen) < 2:
        return ""
    here, there = _find_event(first, seen), _find_event(second, seen)
    if here is None or there is None or here.source <= there.source:
        return ""
    return f"by the memories {min(first - second)!r} came later"


def _find_event(words: frozenset[str], seen: Sequence[Statement]) -> Statement | None:
    """Return the one memory of what was done or seen that has most of `words`; None if several."""
    shares = [len(words & frozenset(stem_words(each.text))) for each in seen]
    best = max(shares)
    if 2 * best <= len(words) or shares.count(best) > 1:
        return None
    return seen[shares.index(best)]


def _read_order(statement: Statement) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words of what came first and of what came second; none where that is unsure."""
    if len(statement.text) > _LONGEST or statement.asks:
        return frozenset(), frozenset()
    if statement.texts & DOUBT or not statement.texts.isdisjoint(DENYING):
        return frozenset(), frozenset()
    for pattern in _ORDERS:
        if found := pattern.search(statement.text):
            both = frozenset(stem_words(found["first"])), frozenset(stem_words(found["second"]))
            if all(both):
                return both
    return frozenset(), frozenset()
