"""Finds the memories that a sentence of a summary rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from agents.memory.core.records import Experience, Summary
from agents.memory.core.view import View
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
    """The numbers of the memories that it is known to rest on; empty if unknown."""


def find_grounds(view: View, words: str) -> Grounds | Experience | None:
    """Return the sentence of a summary, or the memory of the tail, with most of `words`.

    A sentence wins a tie; None if nothing has enough of them.
    """
    found: list[tuple[float, int, Grounds | Experience]] = []
    found += [(rate_likeness(words, each.sentence), 1, each) for each in _list_grounds(view)]
    found += [(rate_likeness(words, each.text), 0, each) for each in view.tail]
    best = max(found, key=lambda row: row[:2], default=None)
    return best[2] if best and best[0] >= _ENOUGH else None


def format_memory(memory: Experience) -> str:
    """Return a memory on one line with its number, date and place, as recall shows it."""
    return Hit(memory.seq, memory.at, memory.place, memory.text, 0.0).render_line()


def _list_grounds(view: View) -> Iterator[Grounds]:
    for summary in view.summaries:
        for number, sentence in enumerate(split_sentences(summary.text)):
            known = number < len(summary.citations)
            yield Grounds(sentence, summary, summary.citations[number] if known else ())
