"""Finds what a sentence of a summary rests on: memories, or the hand of a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    Summary,
    SummaryChange,
    summaries_in,
)
from agents.memory.core.view import View, pair_citations
from agents.memory.recall.hits import Hit
from agents.memory.summarization.citations import rate_likeness
from agents.prose import split_sentences

#: The least share of the given words that a sentence must have.
_ENOUGH = 0.34


@dataclass(frozen=True, slots=True)
class Grounds:
    """A sentence of a standing summary, and the memories that it rests on."""

    sentence: str
    summary: Summary
    seqs: tuple[int, ...]
    """The memories that it is known to rest on, see `CitedNumbers`; empty if unknown."""


def find_grounds(view: View, words: str) -> Grounds | Experience | None:
    """Return the sentence of a summary, or the memory of the tail, with most of `words`.

    A sentence wins a tie; None if nothing has enough of them.
    """
    found: list[tuple[float, int, Grounds | Experience]] = []
    found += [(rate_likeness(words, each.sentence), 1, each) for each in _list_grounds(view)]
    found += [(rate_likeness(words, each.text), 0, each) for each in view.tail]
    best = max(found, key=lambda row: row[:2], default=None)
    return best[2] if best and best[0] >= _ENOUGH else None


def find_edit(grounds: Grounds, changes: Iterable[SummaryChange]) -> Edit | None:
    """Return the edit in which a person wrote the sentence; None if no person wrote it.

    `changes` are the records that carry summaries, the newest first.  The sentence came with the
    oldest of them from which on it has stood without a break.
    """
    first: SummaryChange | None = None
    for record in changes:
        near = [each for each in summaries_in(record) if _overlap(each, grounds.summary)]
        if any(grounds.sentence in split_sentences(each.text) for each in near):
            first = record
        elif near or isinstance(record, Compaction):
            break
    return first if isinstance(first, Edit) else None


def _overlap(one: Summary, other: Summary) -> bool:
    return one.covers[0] <= other.covers[1] and other.covers[0] <= one.covers[1]


def is_closer(text: str, words: str, found: Grounds | Experience | None) -> bool:
    """Return whether `text` has as much of `words` as what was found, or more."""
    if found is None:
        return True
    other = found.sentence if isinstance(found, Grounds) else found.text
    return rate_likeness(words, text) >= rate_likeness(words, other)


def format_memory(memory: Experience) -> str:
    """Return a memory on one line with its number, date and place, as recall shows it."""
    return Hit(memory.seq, memory.at, memory.place, memory.text, 0.0).render_line()


def _list_grounds(view: View) -> Iterator[Grounds]:
    for summary in view.summaries:
        for sentence, numbers in pair_citations(summary):
            yield Grounds(sentence, summary, numbers)
