"""Counts the tokens of a growing view without counting all of it each time."""

from __future__ import annotations

from agents.memory.core.gauge import Gauge
from agents.memory.core.view import View

_NOTHING = View()


class RunningCount:
    """Counts the views of one memory; if a view only grew, it counts the new memories alone.

    The result is always that of `Gauge.memories`.
    """

    def __init__(self) -> None:
        self._view = _NOTHING
        self._gauge: Gauge | None = None
        self._tokens = 0

    def memories(self, view: View, gauge: Gauge) -> int:
        """Return the tokens of summaries and tail."""
        if (
            self._gauge is not None
            and gauge.counter is self._gauge.counter
            and self._has_grown(view)
        ):
            new = view.tail[len(self._view.tail) :]
            self._tokens += sum(gauge.memory(each, view) for each in new)
        else:
            self._tokens = gauge.memories(view)
        self._view, self._gauge = view, gauge
        return self._tokens

    def _has_grown(self, view: View) -> bool:
        """Return whether `view` is the last one, with or without more memories at its end."""
        last, count = self._view, len(self._view.tail)
        same = view.summaries is last.summaries and view.masked is last.masked
        if not same or not 0 < count <= len(view.tail):
            return False
        return view.tail[0] is last.tail[0] and view.tail[count - 1] is last.tail[-1]
