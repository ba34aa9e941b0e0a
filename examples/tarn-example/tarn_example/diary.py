"""Diary: a strategy that keeps the newest page word for word and summarises older pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agents.declaration import setting
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Span, Summary
from agents.memory.core.view import View
from agents.memory.strategies.protocol import (
    MERGED,
    Form,
    Moment,
    NewSummary,
    NothingToCompact,
    Strategy,
    Writer,
    select_memories,
)


@dataclass(frozen=True, slots=True)
class Diary(Strategy):
    """Counts memories in pages; the newest page always stays word for word."""

    name = "diary"
    compacts = "whenever two pages are full"
    stands = "one text of all older pages; the newest page word for word"

    page_memories: int = setting(32, "How many memories fill a page.", least=2, most=1_000)

    @property
    def interval(self) -> int:
        """One page."""
        return self.page_memories

    def next_trigger(self, view: View) -> int:
        """Return the memory that fills the second page after the summary."""
        return view.covered + 2 * self.page_memories

    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """Return all pages but the newest, once two are full."""
        if moment != "memory" or view.last_seq < self.next_trigger(view):
            return None
        return view.covered + 1, view.last_seq - self.page_memories

    def choose_manual_span(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        """Return everything before the newest page, even less than a page."""
        if view.last_seq - view.covered <= self.page_memories:
            raise NothingToCompact("The page is not full.")
        return view.covered + 1, view.last_seq - self.page_memories

    def describe_condition(self, view: View, tokens: Gauge) -> str:
        """Say at which memory the next compaction comes."""
        return f"at {self.next_trigger(view)} memories"

    def choose_form(self, summary: Summary) -> Form:
        """Return the form of a merged narrative, for every summary."""
        return MERGED

    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """Write one text from the standing summary and the memories of `span`."""
        draft = await writer.summarise(select_memories(view, span), before=view.summaries)
        replaced = tuple(each.id for each in view.summaries)
        return [NewSummary("recent", draft, (1, span[1]), replaced)]
