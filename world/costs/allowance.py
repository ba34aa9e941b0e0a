"""How much is left of an amount that comes back with time."""

from __future__ import annotations


class Allowance:
    """An amount that is used up in steps and comes back evenly; it may go below zero.

    Its size is given at each call, because settings may change.
    """

    __slots__ = ("_at", "_used")

    def __init__(self, now: float) -> None:
        self._used = 0.0
        self._at = now

    def find_wait(self, amount: float, size: float, period: float, now: float) -> float:
        """Return the seconds until `amount` may be used; 0: now.

        More than the whole `size` may be used once nothing else is.
        """
        over = self._settle(size, period, now) + min(amount, size) - size
        # Below a millionth it is the rounding of floats.
        return over * period / size if over > 1e-6 * size else 0.0

    def use(self, amount: float, size: float, period: float, now: float) -> None:
        """Use up `amount`."""
        self._used = self._settle(size, period, now) + amount

    def is_whole(self, size: float, period: float, now: float, rests: float) -> bool:
        """Return whether all has come back, and nobody has used or asked for `rests` seconds."""
        seconds = now - self._at
        return seconds >= rests and self._used <= seconds * size / period

    def hand_over(self, now: float) -> tuple[float, float]:
        """Return how much was used, and how many seconds ago that was counted."""
        return self._used, now - self._at

    def resume(self, used: float, seconds: float, now: float) -> None:
        """Go on from what another allowance has handed over."""
        self._used, self._at = used, now - seconds

    def _settle(self, size: float, period: float, now: float) -> float:
        self._used = max(0.0, self._used - (now - self._at) * size / period)
        self._at = now
        return self._used
