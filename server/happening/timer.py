"""Lets the world's time pass: looks every few seconds whether something is to happen."""

from __future__ import annotations

from collections.abc import Callable

from agents.boundaries import Clock, Timer
from agents.mind.rate_limits import TurnBudget
from world.boundaries import Store
from world.happenings.engine import HappeningEngine

#: Real seconds from one look to the next.
LOOK_SECONDS = 2.0

#: So many happenings come in a minute at most; others wait, for a short while.
MOST_PER_MINUTE = 6


class HappeningTimer:
    """Calls the engine of a world while the server is up."""

    def __init__(
        self,
        clock: Clock,
        engine: HappeningEngine,
        on_error: Callable[[BaseException, str], None],
        store: Store,
    ) -> None:
        self._store = store
        self._clock = clock
        self._engine = engine
        self._on_error = on_error
        self._budget = TurnBudget(MOST_PER_MINUTE)
        self._timer: Timer | None = None

    def start(self) -> None:
        """Look now, and from now on every few seconds."""
        self._look()

    async def close(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _look(self) -> None:
        try:
            if not self._store.refuses:  # what cannot be kept had better not happen
                self._engine.pass_time(self._admit)
        except Exception as error:  # whatever one look fails at, the next one must come
            self._on_error(error, "the passing of time failed")
        self._timer = self._clock.call_later(LOOK_SECONDS, self._look)

    def _admit(self) -> bool:
        now = self._clock.monotonic()
        if self._budget.wait(now) > 0:
            return False
        self._budget.take(now)
        return True
