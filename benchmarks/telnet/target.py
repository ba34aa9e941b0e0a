"""The server that is measured: one of this checkout's own, or any other by its address."""

from __future__ import annotations

import asyncio
import statistics
import time
from dataclasses import dataclass

from benchmarks.process import cpu_ms, resident_mb

ROOM_END = b"Exits:"
"""What stands in the last line of a room's description, and nowhere else in it."""

LOOP_STEPS = 10_000_000
LOOP_SECONDS = 0.5
"""The aims hold where a Python loop of `LOOP_STEPS` takes so long."""
LOOPS = 3

SETTLE_STEP, SETTLE_STEPS, SETTLED_SHARE = 0.5, 20, 0.05
"""A server has settled when it takes less than this share of a core for one step, in seconds; after
so many steps it is measured as it is."""


@dataclass(frozen=True, slots=True)
class Target:
    """A server, and what is typed to come in and to know that an answer is complete."""

    host: str
    port: int
    look: str
    """The line that asks for the room's description."""
    pid: int | None = None
    """Of a server on this machine; without it there are no figures of CPU and memory."""
    login: str = "guest"
    """The line that lets somebody in; ``{n}`` is the number of the client."""
    end: bytes = ROOM_END

    def cpu_ms(self) -> float:
        """Return the CPU time that the server has used, in ms; 0 where it is not known."""
        return cpu_ms(self.pid) if self.pid else 0.0

    async def settle(self) -> float:
        """Wait until what the server loads behind its ready line is there; return the CPU in ms.

        Else a line that is measured then would be charged with it.
        """
        began = self.cpu_ms()
        for _ in range(SETTLE_STEPS):
            before = self.cpu_ms()
            await asyncio.sleep(SETTLE_STEP)
            if self.cpu_ms() - before < SETTLED_SHARE * SETTLE_STEP * 1000:
                break
        return self.cpu_ms() - began

    def resident_mb(self) -> float:
        """Return the server's resident memory in MB; 0 where it is not known."""
        return resident_mb(self.pid) if self.pid else 0.0


def machine_scale() -> float:
    """Return how many times as slow this machine is, at this moment, as the one of the aims."""
    return statistics.median(_time_loop() for _ in range(LOOPS)) / LOOP_SECONDS


def _time_loop() -> float:
    start, step = time.thread_time(), 0
    while step < LOOP_STEPS:
        step += 1
    return time.thread_time() - start
