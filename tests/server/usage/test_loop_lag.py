"""The loop's delay is measured while somebody looks, and not otherwise."""

from __future__ import annotations

import asyncio

from agents.clock import VirtualClock
from server.usage.loop_lag import BEAT_SECONDS, LOOK_SECONDS, MOST_BEATS, LoopLag


class LateClock(VirtualClock):
    """Wakes a quarter of a second too late."""

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds + 0.25)


async def test_it_is_measured_while_somebody_looks() -> None:
    clock, tasks = LateClock(), []
    lag = LoopLag(clock, lambda work: tasks.append(asyncio.ensure_future(work)))
    assert lag.look() == ()
    await clock.advance(10 * BEAT_SECONDS)
    assert [round(each, 6) for each in lag.look()] == [0.25] * len(lag.look()) != []
    await clock.advance(LOOK_SECONDS / 2)
    assert len(lag.look()) <= MOST_BEATS
    assert len(tasks) == 1
    await clock.advance(2 * LOOK_SECONDS)
    assert tasks[0].done()
    assert lag.look() == ()
    for task in tasks:
        task.cancel()
