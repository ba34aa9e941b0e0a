"""Measures by how much the loop is late, while somebody looks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

from agents.boundaries import Clock

BEAT_SECONDS = 0.5
"""From one measurement to the next."""

LOOK_SECONDS = 120.0
"""Measuring goes on so long after the last look; a scrape a minute keeps it going."""

MOST_BEATS = 120
"""Measurements that are kept: the last minute's."""


class LoopLag:
    """Sleeps a little again and again, and compares how long that took.

    `spawn` runs a coroutine until it ends or the server stops.
    """

    def __init__(self, clock: Clock, spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self._clock, self._spawn = clock, spawn
        self._until = 0.0
        self._beating = False
        self._late: deque[float] = deque(maxlen=MOST_BEATS)

    def look(self) -> tuple[float, ...]:
        """Return by how many seconds the loop was late each time, oldest first; go on measuring.

        Empty at the first look, and at the first after a while without any.
        """
        self._until = self._clock.monotonic() + LOOK_SECONDS
        if not self._beating:
            self._beating = True
            self._late.clear()
            self._spawn(self._beat())
        return tuple(self._late)

    async def _beat(self) -> None:
        try:
            while (before := self._clock.monotonic()) < self._until:
                await self._clock.sleep(BEAT_SECONDS)
                self._late.append(max(0.0, self._clock.monotonic() - before - BEAT_SECONDS))
        finally:
            self._beating = False
