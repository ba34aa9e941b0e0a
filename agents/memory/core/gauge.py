"""Counts the tokens that a view takes of a prompt."""

from __future__ import annotations

from typing import Literal

from agents.boundaries import TokenCounter
from agents.memory.core.records import Experience
from agents.memory.core.transcript import show_memory_once, show_tail
from agents.memory.core.view import View, display_summary
from late.late_dataclass import late_dataclass

#: The model's context in tokens, where it is unknown.
ASSUMED_CONTEXT = 4096

Band = Literal["normal", "filling", "high", "critical"]
_BANDS: tuple[tuple[int, Band], ...] = ((95, "critical"), (85, "high"), (70, "filling"))


def name_band(tokens: int, context: int) -> Band:
    """Return how full a context is: ``filling`` from 70 %, ``high`` from 85, ``critical`` from 95.

    A `context` of 0 is unknown and counts as `ASSUMED_CONTEXT`.
    """
    whole = context or ASSUMED_CONTEXT
    return next((name for percent, name in _BANDS if tokens * 100 >= percent * whole), "normal")


@late_dataclass(frozen=True, slots=True)
class Gauge:
    """Counts tokens of memories and views as a prompt shows them."""

    counter: TokenCounter
    overhead: int = 0
    """Tokens of a prompt that are not memories: profile, notes, situation."""

    def memory(self, memory: Experience, view: View) -> int:
        """Return the tokens of one memory of the tail."""
        return self.counter.count(show_memory_once(memory, view))

    def tail(self, view: View) -> int:
        """Return the tokens of the verbatim memories."""
        return sum(map(self.counter.count, show_tail(view)))

    def memories(self, view: View) -> int:
        """Return the tokens of summaries and tail."""
        return sum(
            self.counter.count(display_summary(each)) for each in view.summaries
        ) + self.tail(view)

    def prompt(self, view: View) -> int:
        """Return about how many tokens the whole prompt has."""
        return self.overhead + self.memories(view)
