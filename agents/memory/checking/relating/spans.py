"""Contradictions in a way or a span of time: from where to where, from when to when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.reading import Statement, Word
from agents.memory.language.words import PREPOSITIONS

#: Between the two ends of a span.
_TO = frozenset(("to", "till", "until", "into"))
#: Words between a preposition and what it joins, and between the two ends.
_REACH, _APART = 4, 6


def find_turned_span(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that the sentence goes from where a memory goes to, and to where it comes from."""
    if sentence.asks:
        return ""
    known = [span for each in told for span in _list_spans(each)]
    for start, stop in _list_spans(sentence):
        if (stop, start) in known and (start, stop) not in known:
            return f"from {stop} to {start} by the memories"
    return ""


def _list_spans(statement: Statement) -> Iterator[tuple[str, str]]:
    words = statement.words
    for at, word in enumerate(words):
        if word.text != "from":
            continue
        start = _find_end(words, at)
        before = words[max(0, at - _APART) : at]
        # "To the sea from the weir".
        into = next((n for n, each in enumerate(before) if each.text in _TO), None)
        behind = words[at + 1 : at + 1 + _APART]
        to = next((n for n, each in enumerate(behind) if each.text in _TO or each.is_mark), None)
        if to is not None and behind[to].text in _TO:
            stop = _find_end(words, at + 1 + to)
        elif into is not None:
            stop = _find_end(words[:at], at - len(before) + into)
        else:
            continue
        if start and stop and start != stop:
            yield start, stop


def _find_end(words: Sequence[Word], at: int) -> str:
    """Return what a preposition joins: the last word of the thing behind it."""
    found = ""
    for word in words[at + 1 : at + 1 + _REACH]:
        if word.is_mark or word.text in PREPOSITIONS:
            break
        if found and not word.sense:
            break
        found = word.sense or found
    return found
