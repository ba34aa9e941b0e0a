"""What of an agent's life was private, and which prompts show anything of it.

It goes by where things come from: memories by their nature, summaries by the memories that they
cover, facts by the memories that they rest on, and what the agent wrote for itself by the turn in
which it did.  Only the parts of a prompt that quote without a number are searched for words.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort

from agents.memory.core.facts import Fact
from agents.memory.core.left_out import hide_span
from agents.memory.core.records import (
    WITHOUT_MEMORIES,
    Experience,
    JournalEntry,
    JournalNote,
    Record,
    Span,
    Turn,
)
from agents.memory.core.view import View
from late.late_pattern import late_pattern

#: Private words shorter than this give nothing away, and stand in any text.
TELLING = 4
#: A prompt may quote long words shortened, so only their beginning is looked for.
BEGINNING = 40

_WORDS = late_pattern(r'["“](.*)["”]', re.DOTALL)


class PrivateOrigins:
    """Collects what was private in an archive, record by record."""

    def __init__(self) -> None:
        self._seqs: list[int] = []
        self._words: set[str] = set()

    def note(self, record: Record, *, in_private_turn: bool = False) -> None:
        """Take in the next record; an own memory may come of a turn that showed private things."""
        match record:
            case Experience():
                written = record.is_own and record.nature.is_writing and in_private_turn
                if record.nature.is_private or written:
                    self._add_memory(record)
            case JournalEntry():
                for fact in record.facts:
                    self._add_fact(fact)
            case JournalNote():
                self._add_fact(record.fact)
            case _:
                pass

    def is_shown(self, turn: Turn, view: View, prompt: str) -> bool:
        """Return whether the prompt of a turn shows anything private, or made of it."""
        if turn.form != WITHOUT_MEMORIES and self._stands_in(turn, view):
            return True
        return self.is_quoted(prompt)

    def is_quoted(self, text: str) -> bool:
        """Return whether a text has private words."""
        return any(each in text for each in self._words)

    def _stands_in(self, turn: Turn, view: View) -> bool:
        shown = hide_span(view, turn.left_out) if turn.left_out else view
        spans = [each.covers for each in shown.summaries]
        spans += [(shown.tail[0].seq, shown.tail[-1].seq)] if shown.tail else []
        return any(self._has(span) for span in spans)

    def _has(self, span: Span) -> bool:
        at = bisect_left(self._seqs, span[0])
        return at < len(self._seqs) and self._seqs[at] <= span[1]

    def _add_memory(self, memory: Experience) -> None:
        insort(self._seqs, memory.seq)
        if memory.nature.is_writing:
            self._add_words(memory.line.partition(" ")[2])
        elif quoted := _WORDS.search(memory.text):
            self._add_words(quoted[1])

    def _add_fact(self, fact: Fact) -> None:
        # One that sums up a long span is private if any of its memories is.
        span = (min(fact.seqs), max(fact.seqs)) if fact.seqs else None
        rests = any(self._has((seq, seq)) for seq in fact.seqs)
        if fact.is_private or rests or (fact.is_synthesis and span and self._has(span)):
            self._add_words(fact.text)

    def _add_words(self, words: str) -> None:
        if len(beginning := words[:BEGINNING].strip()) >= TELLING:
            self._words.add(beginning)
