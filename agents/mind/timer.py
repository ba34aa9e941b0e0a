"""One timer that can be brought forward but never put off by asking again."""

from __future__ import annotations

from collections.abc import Callable

from agents.boundaries import Clock, Timer

_NEVER = float("inf")


class TurnTimer:
    """Rings once, at the earliest of the moments asked for since it last rang."""

    def __init__(self, clock: Clock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self._ring = ring
        self._due = _NEVER
        self._timer: Timer | None = None

    def within(self, seconds: float) -> None:
        """Ring in `seconds`, or sooner if that is already so."""
        due = self._clock.monotonic() + seconds
        if due < self._due:
            self.cancel()
            self._due = due
            self._timer = self._clock.call_later(seconds, self._go_off)

    def cancel(self) -> None:
        """Do not ring."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._due = None, _NEVER

    def _go_off(self) -> None:
        self._timer, self._due = None, _NEVER
        self._ring()
