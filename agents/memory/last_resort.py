"""The last resort: prompts leave out the oldest memories that do not fit and are not compacted.

It ends when a compaction has succeeded or everything fits again.  Its beginning and its end are
reported once, when a prompt is sent.
"""

from __future__ import annotations

from agents.event_line import tell_event
from agents.memory.core.gauge import Gauge
from agents.memory.core.left_out import hide_span
from agents.memory.core.records import Compaction, Span, length
from agents.memory.core.view import View
from agents.memory.log.ledger import Ledger
from agents.memory.parts import MemoryParts, Reporter


class LastResort:
    """Holds what one agent's prompts leave out for now."""

    def __init__(self, name: str, ledger: Ledger, parts: MemoryParts) -> None:
        self._name = name
        self._ledger = ledger
        self._gauge = Gauge(parts.tokens)
        self._reporter = Reporter(name, parts)
        self._span: Span | None = None
        self._compacted: Compaction | None = None
        self._tokens = 0
        self._reported = False

    @property
    def span(self) -> Span | None:
        """The memories that prompts leave out; None: they show all."""
        current = self._ledger.view.compacted is self._compacted
        return self._span if current else None

    @property
    def shown(self) -> View:
        """The part of the view that prompts show."""
        view, span = self._ledger.view, self.span
        return view if span is None else hide_span(view, span)

    @property
    def tokens(self) -> int:
        """About how many tokens prompts are shorter."""
        return self._tokens if self.span else 0

    def leave_out(self, span: Span | None) -> None:
        """Leave out the memories of `span` from now on; None: nothing."""
        before, view = self.span, self._ledger.view
        if span is None:
            self._tokens = 0
        elif before and before[0] == span[0] and before[1] <= span[1]:
            self._tokens += self._count_tail(view, before[1], span[1])
        else:
            summaries = self._gauge.memories(view) - self._gauge.tail(view) if span[0] == 1 else 0
            self._tokens = summaries + self._count_tail(view, view.covered, span[1])
        self._span, self._compacted = span, view.compacted

    def _count_tail(self, view: View, after: int, last: int) -> int:
        """Return the tokens of the tail after memory `after` up to `last`, with line breaks."""
        hidden = (each for each in view.tail if after < each.seq <= last)
        return sum(self._gauge.memory(each, view) + 1 for each in hidden)

    def report(self) -> None:
        """Report it if what prompts leave out has begun or ended."""
        span = self.span
        if span and not self._reported:
            what = describe_left_out(self._name, span)
            known = {"from": span[0], "to": span[1], "memories": length(span)}
            self._reporter.warn(tell_event("memory.left-out", what, "info", **known))
        elif self._reported and not span:
            what = "the prompt shows every memory again"
            self._reporter.tell(tell_event("memory.shown-again", what))
        self._reported = span is not None


def describe_left_out(name: str, span: Span) -> str:
    """Return the sentence about memories that an agent's prompts leave out."""
    return (
        f"the prompt does not fit the model's context and no compaction makes room: memories"
        f" {span[0]} to {span[1]} ({length(span)}) are left out of it for now;"
        f" @compact-memories {name} tries to make room for them"
    )
