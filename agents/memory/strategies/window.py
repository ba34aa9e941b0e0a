"""Window: the newest memories word for word, and of the others one line that says where they are.

Nothing is summarised and no model is asked: it is the baseline for every other strategy.  A
compaction writes the line, which covers the memories that have left the prompt, so that summaries
and tail still cover each memory once.  A quarter of the window leaves at once, so that the
prompt's beginning stays the same for a while.  Summaries of other strategies stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from agents.declaration import setting
from agents.memory.core.archive_lines import ARCHIVE_LINES
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Span, Summary
from agents.memory.core.view import View
from agents.memory.strategies.protocol import (
    Draft,
    Form,
    Moment,
    NewSummary,
    Strategy,
    Writer,
    keep_summary,
    select_memories,
)
from agents.memory.strategies.waterfall import describe_trigger, find_span_beyond
from late.late_dataclass import late_dataclass

#: The part (1/4) of the window that leaves at once.
SLIDE = 4

_FORM = Form(use_model=False)


@late_dataclass(frozen=True, slots=True)
class Window(Strategy):
    """Shows the newest memories and summarises nothing."""

    name = "window"
    summarises = False
    wears = False
    compacts = "never: beyond 128 memories, or the model's context, the oldest leave the prompt"
    stands = "one line that says where they are; `recall` finds them: the baseline to compare with"

    window_memories: int = setting(
        128,
        "How many of the newest memories stand word for word, at most; when there are more, a"
        " quarter of them leaves the prompt.",
        least=4,
        most=100_000,
    )

    @property
    def staying(self) -> int:
        """The memories that stay when others leave."""
        return self.window_memories - self.interval

    @property
    def interval(self) -> int:
        """The memories that leave at once."""
        return self.window_memories // SLIDE

    @property
    def windows(self) -> str:
        """The window."""
        return f"newest {self.window_memories}"

    @property
    def micro_compact(self) -> Literal["pressure", "turn", "off"]:
        """Never: the baseline shows memories as they were."""
        return "off"

    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """Return the oldest memories of the tail, if it has more than the window."""
        if moment != "memory" or len(view.tail) <= self.window_memories:
            return None
        return view.covered + 1, view.last_seq - self.staying

    def choose_manual_span(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        """Return everything before the memories that stay, or with `force` a part of them."""
        return find_span_beyond(view, self.staying, force=force)

    def next_trigger(self, view: View) -> int:
        """Return the memory that is one too many for the window."""
        return view.covered + self.window_memories + 1

    def describe_condition(self, view: View, tokens: Gauge) -> str:
        """Say at which memory the oldest leave."""
        where = describe_trigger(self.next_trigger(view), view)
        return f"the oldest leave the prompt {where}, or when it is too long; nothing is summarised"

    def choose_form(self, summary: Summary) -> Form:
        """Return a form that no model writes: nothing is written again."""
        return _FORM

    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """Return the standing summaries and one line for all memories that left the window."""
        *others, last = view.summaries or (None,)
        line = last if last is not None and _is_own(last) else None
        first = line.covers[0] if line else span[0]
        size = sum(len(each.text) for each in select_memories(view, span))
        text = _write_line((first, span[1]), size + len(line.text if line else ""))
        draft = Draft(text, "deterministic")
        kept = [each for each in (*others, None if line else last) if each is not None]
        replaces = (line.id,) if line else ()
        new = NewSummary("recent", draft, (first, span[1]), replaces)
        return [*map(keep_summary, kept), new]


def _list_lines(span: Span) -> list[str]:
    return [each.format(first=span[0], last=span[1]) for each in ARCHIVE_LINES]


def _write_line(span: Span, most: int) -> str:
    """Return the longest line of at most `most` characters, the length of what left."""
    lines = _list_lines(span)
    return next((each for each in lines if len(each) <= most), lines[-1])


def _is_own(summary: Summary) -> bool:
    """Return whether this strategy wrote `summary`; a person may have edited it since."""
    return summary.method == "deterministic" and summary.text in _list_lines(summary.covers)
