"""A timer for the next turn: a new request can bring it forward but not delay it."""

from __future__ import annotations

from collections.abc import Callable

from agents.boundaries import Clock, Timer

_NEVER = float("inf")


class TurnTimer:
    """Calls `ring` once, at the earliest moment requested since the last call."""

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._due = _NEVER
        self._timer: Timer | None = None

    def bring_forward(self, seconds: float) -> None:
        """Ring in `seconds`, unless it already rings sooner."""
        due = self._clock.monotonic() + seconds
        if due < self._due:
            self.cancel()
            self._due = due
            self._timer = self._clock.call_later(seconds, self._on_timer)

    def cancel(self) -> None:
        """Do not ring."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._due = None, _NEVER

    def _on_timer(self) -> None:
        self._timer, self._due = None, _NEVER
        self._ring()
