"""A circuit breaker: an endpoint that keeps failing gets no requests for a growing time.

Closed: every request goes through. Open: no request does until the time is up. Half-open:
one request goes through as a probe, and its outcome decides the next state.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from agents.boundaries import Clock


class Circuit(Enum):
    """The states of a breaker."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half-open"


class BreakerSignal(Enum):
    """The events that change a breaker's state."""

    SUCCESS = "success"
    FAILURE = "failure"
    LAST_FAILURE = "last failure"
    """The failure that reaches the threshold."""
    TIME_UP = "time up"
    ABANDONED = "abandoned"
    """A request was cancelled before its outcome was known."""


#: All transitions; a signal that is not listed for a state does not change it.
TRANSITIONS: Mapping[tuple[Circuit, BreakerSignal], Circuit] = {
    (Circuit.CLOSED, BreakerSignal.LAST_FAILURE): Circuit.OPEN,
    (Circuit.OPEN, BreakerSignal.TIME_UP): Circuit.HALF_OPEN,
    (Circuit.OPEN, BreakerSignal.SUCCESS): Circuit.CLOSED,
    (Circuit.HALF_OPEN, BreakerSignal.SUCCESS): Circuit.CLOSED,
    (Circuit.HALF_OPEN, BreakerSignal.FAILURE): Circuit.OPEN,
    (Circuit.HALF_OPEN, BreakerSignal.LAST_FAILURE): Circuit.OPEN,
    (Circuit.HALF_OPEN, BreakerSignal.ABANDONED): Circuit.OPEN,
}


class Breaker:
    """Counts consecutive failures and says whether a request may go through now.

    `threshold` failures open it for `base` seconds. Each further opening without a success
    doubles the time, up to `longest` seconds.
    """

    def __init__(
        self, clock: Clock, *, threshold: int = 5, base: float = 5.0, longest: float = 300.0
    ) -> None:
        self._clock = clock
        self._threshold = threshold
        self._base = base
        self._longest = longest
        self._state = Circuit.CLOSED
        self._failures = 0
        self._openings = 0
        self._until = 0.0
        self._reason = ""

    @property
    def state(self) -> Circuit:
        """The present state."""
        return self._state

    @property
    def reason(self) -> str:
        """The last failure's text while the circuit is not closed; else empty."""
        return "" if self._state is Circuit.CLOSED else self._reason

    def remaining(self) -> float:
        """Return the seconds until a probe may go through; 0 if it may now."""
        if self._state is not Circuit.OPEN:
            return 0.0
        return max(0.0, self._until - self._clock.monotonic())

    def admit(self) -> bool:
        """Return whether a request may go through; then the caller must record its outcome."""
        if self._state is Circuit.OPEN and not self.remaining():
            self._apply(BreakerSignal.TIME_UP)
            return True
        return self._state is Circuit.CLOSED

    def record_success(self) -> None:
        """Record that the endpoint answered."""
        self._failures = self._openings = 0
        self._apply(BreakerSignal.SUCCESS)

    def record_failure(self, reason: str, retry_after: float = 0.0) -> None:
        """Record a failure; if this opens the breaker, it stays open at least `retry_after` s."""
        self._reason = reason
        self._failures += 1
        probing = self._state is Circuit.HALF_OPEN
        last = self._failures >= self._threshold or probing
        if last and self._state is not Circuit.OPEN:
            self._openings += 1
            self._until = self._clock.monotonic() + max(self._pause(), retry_after)
        self._apply(BreakerSignal.LAST_FAILURE if last else BreakerSignal.FAILURE)

    def record_abandonment(self) -> None:
        """Record that a request was cancelled; the next one may probe at once."""
        self._apply(BreakerSignal.ABANDONED)

    def _pause(self) -> float:
        doublings = min(self._openings - 1, 32)
        return min(self._longest, self._base * float(2**doublings))

    def _apply(self, signal: BreakerSignal) -> None:
        self._state = TRANSITIONS.get((self._state, signal), self._state)
