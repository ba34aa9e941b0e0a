"""A limit on the tokens of one day."""

from __future__ import annotations

from agents.boundaries import Clock, ModelOverBudget


class DailyBudget:
    """Counts tokens since 00:00 UTC and checks them against `limit` (0: none)."""

    def __init__(self, limit: int, clock: Clock) -> None:
        self.limit = limit
        self._clock = clock
        self._day = clock.now().date()
        self._spent = 0

    @property
    def spent(self) -> int:
        """Tokens used today."""
        today = self._clock.now().date()
        if today != self._day:
            self._day, self._spent = today, 0
        return self._spent

    def spend(self, tokens: int) -> None:
        """Count `tokens` as used."""
        self._spent = self.spent + tokens

    def check(self) -> None:
        """Raise `ModelOverBudget` when today's tokens are used up."""
        if self.limit and self.spent >= self.limit:
            raise ModelOverBudget(
                f"today's {self.limit} tokens are used up ({self.spent} spent);"
                " they are free again at 00:00 UTC"
            )
