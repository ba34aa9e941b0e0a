"""The waterfall: recent memories fall into a short-term summary, that one into the long-term.

With windows I and R the first compaction is at I + R + 1 memories and covers the first
R + 1; from then on there is one every R memories, and each covers what lies beyond the
newest I.  With 64 and 64: at 129 (1–65), 193 (66–129), 257 (130–193) …
"""

from __future__ import annotations

from collections.abc import Sequence

from agents.boundaries import TokenCounter
from agents.memory.records import Span, Summary
from agents.memory.settings import MemorySettings
from agents.memory.strategy import Draft, NewSummary, Strategy, Writer
from agents.memory.view import View


class Waterfall:
    """See the module."""

    def due(self, view: View, tokens: TokenCounter, settings: MemorySettings) -> Span | None:
        """Everything beyond the immediate window, once the recent window is full as well."""
        if view.last_seq < self.next_trigger(view, settings):
            return None
        return view.covered + 1, view.last_seq - settings.immediate_window

    def next_trigger(self, view: View, settings: MemorySettings) -> int:
        """The first span has one memory more than the others: it begins at 1, not at 0."""
        return max(view.covered, 1) + settings.immediate_window + settings.recent_window

    async def summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """The long-term summary with the old recent one in it, and the new recent one."""
        memories = [each for each in view.tail if span[0] <= each.seq <= span[1]]
        older = await _longterm(view, writer)
        recent = NewSummary("recent", await writer.summarise(memories), span)
        return [*older, recent]


async def _longterm(view: View, writer: Writer) -> list[NewSummary]:
    older, recent = view.longterm, view.recent
    if older is None or recent is None:
        # One text alone falls as it stands: squeezing it again would only lose something.
        return [_as_longterm(each) for each in (older or recent,) if each]
    draft = await writer.merge(recent, older)
    covers = older.covers[0], recent.covers[1]
    return [NewSummary("longterm", draft, covers, replaces=(older.id, recent.id))]


def _as_longterm(summary: Summary) -> NewSummary:
    draft = Draft(summary.text, summary.method, summary.profile, summary.model)
    return NewSummary("longterm", draft, summary.covers, replaces=(summary.id,))


_strategy: type[Strategy] = Waterfall
