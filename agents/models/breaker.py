"""A circuit breaker: an endpoint that keeps failing is left in peace for a growing time.

closed: every request goes through. open: none does, until the time is up. half-open: one
request goes through as a probe, and its outcome decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from agents.boundaries import Clock


class Circuit(Enum):
    """The three states."""

    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half-open"


class BreakerSignal(Enum):
    """What can happen to a breaker."""

    SUCCESS = "success"
    FAILURE = "failure"
    LAST_FAILURE = "last failure"
    """The failure that makes as many in a row as the threshold."""
    TIME_UP = "time up"
    ABANDONED = "abandoned"
    """A request was given up before it showed anything."""


#: Every transition there is; a signal that is not listed for a state leaves it as it is.
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
    """Counts failures in a row and says whether a request may go through now.

    `threshold` failures open it for `base` seconds; each opening without a success in
    between doubles that, up to `longest` seconds.
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
        """Return the seconds until a request may probe; 0 when one may go now."""
        if self._state is not Circuit.OPEN:
            return 0.0
        return max(0.0, self._until - self._clock.monotonic())

    def admit(self) -> bool:
        """Tell whether a request may go through; a True must be followed by its outcome."""
        if self._state is Circuit.OPEN and not self.remaining():
            self._apply(BreakerSignal.TIME_UP)
            return True
        return self._state is Circuit.CLOSED

    def succeeded(self) -> None:
        """The endpoint answered."""
        self._failures = self._openings = 0
        self._apply(BreakerSignal.SUCCESS)

    def failed(self, reason: str, retry_after: float = 0.0) -> None:
        """The endpoint failed; if it asked for patience, an opening lasts at least that."""
        self._reason = reason
        self._failures += 1
        probing = self._state is Circuit.HALF_OPEN
        last = self._failures >= self._threshold or probing
        if last and self._state is not Circuit.OPEN:
            self._openings += 1
            self._until = self._clock.monotonic() + max(self._pause(), retry_after)
        self._apply(BreakerSignal.LAST_FAILURE if last else BreakerSignal.FAILURE)

    def abandoned(self) -> None:
        """The request was cancelled; another one may probe at once."""
        self._apply(BreakerSignal.ABANDONED)

    def _pause(self) -> float:
        doublings = min(self._openings - 1, 32)
        return min(self._longest, self._base * float(2**doublings))

    def _apply(self, signal: BreakerSignal) -> None:
        self._state = TRANSITIONS.get((self._state, signal), self._state)
