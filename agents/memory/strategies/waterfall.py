"""Waterfall: memories go into a short-term summary, and that one into the long-term summary.

With windows I and R the first compaction comes at I + R + 1 memories and covers the first
R + 1; then one comes every R memories and covers everything before the newest I.  With 64 and
64: at 129 (1–65), 193 (66–129), 257 (130–193) …
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.declaration import setting
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Span, Summary
from agents.memory.core.view import View, show_whole
from agents.memory.strategies.protocol import (
    MERGED,
    NARRATIVE,
    Form,
    Moment,
    NewSummary,
    NothingToCompact,
    Strategy,
    Writer,
    keep_summary,
    select_memories,
)
from late.late_dataclass import late_dataclass

#: The newest memories that stay word for word even if a person forces a compaction.
FORCED_NEWEST = 4

#: A forced compaction beside standing summaries has at least so many memories.
FORCED_LEAST = 4


@late_dataclass(frozen=True, slots=True)
class Waterfall(Strategy):
    """Compacts by two windows, counted in memories."""

    name = "waterfall"
    compacts = "at 129, 193, 257 … memories"
    stands = "a recent and a long-term summary; 64 to 128 memories word for word"

    immediate_window: int = setting(
        64,
        "How many of the newest memories always stay word for word.",
        least=1,
        most=10_000,
    )
    recent_window: int = setting(
        64,
        "How many older memories gather beyond those before they are summarised.",
        least=1,
        most=10_000,
    )

    @property
    def interval(self) -> int:
        """A recent window."""
        return self.recent_window

    @property
    def windows(self) -> str:
        """Both windows."""
        return f"{self.immediate_window} immediate, {self.recent_window} recent"

    @property
    def stride(self) -> int:
        """A recent window."""
        return self.recent_window

    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """Return everything before the immediate window, once the recent window is full."""
        if moment != "memory" or view.last_seq < self.next_trigger(view):
            return None
        return view.covered + 1, view.last_seq - self.immediate_window

    def choose_manual_span(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        """Return everything before the immediate window, or with `force` a part of it."""
        return find_span_beyond(view, self.immediate_window, force=force)

    def next_trigger(self, view: View) -> int:
        """Return the memory that fills both windows; the first span has one memory more."""
        return max(view.covered, 1) + self.immediate_window + self.recent_window

    def describe_condition(self, view: View, tokens: Gauge) -> str:
        """Say at which memory the next compaction comes."""
        return describe_trigger(self.next_trigger(view), view)

    def choose_form(self, summary: Summary) -> Form:
        """Return the form of a narrative, or of a merged text for the long-term summary."""
        return MERGED if summary.type == "longterm" else NARRATIVE

    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """Write the recent summary, and merge the old one into the long-term summary."""
        older = await _write_longterm(view, writer)
        draft = await writer.summarise(select_memories(view, span))
        return [*older, NewSummary("recent", draft, span)]


def find_span_beyond(view: View, window: int, *, force: bool = False) -> Span:
    """Return the memories that no summary covers, except the newest `window`.

    If there are none, `force` takes all but the newest `FORCED_NEWEST`.  Raises
    `NothingToCompact`.
    """
    if view.last_seq - window > view.covered:
        return view.covered + 1, view.last_seq - window
    forced = window > FORCED_NEWEST and _count_new(view) >= _count_least(view)
    if force and forced:
        return view.covered + 1, view.last_seq - FORCED_NEWEST
    lack, by_force = _explain_lack(view, window, force=force), forced and not force
    raise NothingToCompact(lack, by_force=by_force and view.last_seq <= window)


def _count_new(view: View) -> int:
    """Return how many memories `force` would compact."""
    return view.last_seq - FORCED_NEWEST - view.covered


def _count_least(view: View) -> int:
    """Return how many memories `force` needs: each rewriting of a summary costs it details."""
    return FORCED_LEAST if view.summaries else 1


def _explain_lack(view: View, window: int, *, force: bool) -> str:
    if force and window > FORCED_NEWEST and view.summaries and _count_new(view) > 0:
        least = _count_least(view)
        new = f"Memories to compact besides the newest {FORCED_NEWEST}: {_count_new(view)}"
        return f"{new}. There is a summary already, so force needs {least}."
    staying = min(window, FORCED_NEWEST) if force else window
    if view.last_seq > staying:
        return "Nothing new to compact."
    return f"Not enough memories to compact. Need more than {staying} memories."


def describe_trigger(trigger: int, view: View) -> str:
    """Say when a compaction comes that is due at memory `trigger`."""
    left = trigger - view.last_seq
    ahead = "in 1 memory" if left == 1 else f"in {left} memories"
    return f"at {trigger} memories ({ahead if left > 0 else 'due now'})"


async def _write_longterm(view: View, writer: Writer) -> list[NewSummary]:
    if len(view.summaries) > 1:
        draft = await writer.merge(view.summaries)
        covers = 1, view.covered
        return [NewSummary("longterm", draft, covers, tuple(each.id for each in view.summaries))]
    # A single text becomes the long-term summary unchanged: rewriting would only lose details.
    return [_turn_longterm(each) for each in view.summaries]


def _turn_longterm(summary: Summary) -> NewSummary:
    whole = keep_summary(show_whole(summary))
    return replace(whole, type="longterm", replaces=(summary.id,), level=0)
