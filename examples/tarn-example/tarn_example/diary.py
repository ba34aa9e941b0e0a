"""Diary: the day's page is kept word for word; older pages become one text."""

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
    """A page is a number of memories; the newest page always stays."""

    name = "diary"
    compacts = "whenever two pages are full"
    stands = "one text of all older pages; the newest page word for word"

    page_memories: int = setting(32, "How many memories fill a page.", least=2, most=1_000)

    @property
    def interval(self) -> int:
        """A page."""
        return self.page_memories

    def next_trigger(self, view: View) -> int:
        """Two pages behind what is summarised."""
        return view.covered + 2 * self.page_memories

    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """All pages but the newest."""
        if moment != "memory" or view.last_seq < self.next_trigger(view):
            return None
        return view.covered + 1, view.last_seq - self.page_memories

    def choose_manual_span(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        """The same, however little that is."""
        if view.last_seq - view.covered <= self.page_memories:
            raise NothingToCompact("The page is not full.")
        return view.covered + 1, view.last_seq - self.page_memories

    def describe_condition(self, view: View, tokens: Gauge) -> str:
        """By number."""
        return f"at {self.next_trigger(view)} memories"

    def choose_form(self, summary: Summary) -> Form:
        """A narrative, long enough for a life."""
        return MERGED

    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """One text of all that stood and of the pages that leave."""
        draft = await writer.summarise(select_memories(view, span), before=view.summaries)
        replaced = tuple(each.id for each in view.summaries)
        return [NewSummary("recent", draft, (1, span[1]), replaced)]
