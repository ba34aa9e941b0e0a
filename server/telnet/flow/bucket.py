"""A token bucket: it limits a rate and allows bursts."""

from __future__ import annotations

from collections.abc import Callable

SHORTEST_WAIT = 0.001
"""In seconds."""


class TokenBucket:
    """Holds up to `burst` tokens and gains `rate` a second; either 0 means no limit.

    `seconds` returns the time of a clock that never goes backwards.
    """

    __slots__ = ("_at", "_burst", "_rate", "_seconds", "_tokens", "_unlimited")

    def __init__(self, rate: float, burst: int, seconds: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._seconds = seconds
        self._tokens = self._burst
        self._at = seconds()
        self._unlimited = not (rate and burst)

    def take(self) -> bool:
        """Take one token if there is one."""
        if self._unlimited:
            return True
        self._refill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def spend(self, amount: float) -> bool:
        """Take `amount` tokens, and return whether there were as many; else none is left."""
        if self._unlimited:
            return True
        self._refill()
        enough = self._tokens >= amount
        self._tokens = max(0.0, self._tokens - amount)
        return enough

    def missing(self) -> float:
        """Return how many tokens were taken of late and are not back yet."""
        if self._unlimited:
            return 0.0
        self._refill()
        return self._burst - self._tokens

    def wait(self) -> float:
        """Return the seconds until there is a token, rounded up a little; 0: there is one."""
        if self._unlimited:
            return 0.0
        self._refill()
        # Rounded up, because a wait too short to move a float clock would never end.
        return max(SHORTEST_WAIT, (1 - self._tokens) / self._rate) if self._tokens < 1 else 0.0

    def is_full(self) -> bool:
        """Return whether the bucket is full: no token was taken lately."""
        if self._unlimited:
            return True
        self._refill()
        return self._tokens >= self._burst

    def _refill(self) -> None:
        now = self._seconds()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
