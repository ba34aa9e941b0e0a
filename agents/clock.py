"""The system's clock, a virtual clock for tests and simulations, and a time limit."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections import deque
from collections.abc import Callable, Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from agents.boundaries import Clock, Timer

T = TypeVar("T")


class SystemClock:
    """The machine's time; calls run on the running asyncio loop."""

    def now(self) -> datetime:
        """Return the date and time in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Return the seconds since a fixed moment."""
        return time.monotonic()

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make `call` on the running loop, `seconds` from now."""
        return asyncio.get_event_loop().call_later(seconds, call)

    async def sleep(self, seconds: float) -> None:
        """Return after `seconds`."""
        await asyncio.sleep(seconds)


class _VirtualTimer:
    __slots__ = ("call", "cancelled")

    def __init__(self, call: Callable[[], None]) -> None:
        self.call = call
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class VirtualClock:
    """A clock that moves only when `advance` is called, so a simulated day takes a moment.

    Between timers, `advance` runs the coroutines that are ready until they wait again.
    """

    #: After so many turns of the loop in which nothing else was ready there is nothing to run.  The
    #: first may leave a call that is due at once among the loop's timers, and an answer at a
    #: socket, for the next.
    IDLE_TURNS = 3
    #: On a loop that does not tell whether anything is ready, so many turns have to be enough.
    SETTLE_TURNS = 25
    #: What is ready again in each of so many turns waits for something that the loop knows nothing
    #: of, such as a thread: time moves on.  To look through a long voice takes some hundred turns.
    MOST_TURNS = 1000

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._start = start
        self._elapsed = 0.0
        self._order = itertools.count()
        self._timers: list[tuple[float, int, _VirtualTimer]] = []
        self._settling = 0

    def now(self) -> datetime:
        """Return the virtual date and time in UTC."""
        return self._start + timedelta(seconds=self._elapsed)

    def monotonic(self) -> float:
        """Return the virtual seconds since the clock was made."""
        return self._elapsed

    def call_later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Make `call` once the clock has advanced by `seconds`."""
        timer = _VirtualTimer(call)
        due = self._elapsed + max(0.0, seconds)
        heapq.heappush(self._timers, (due, next(self._order), timer))
        return timer

    async def sleep(self, seconds: float) -> None:
        """Return once the clock has advanced by `seconds`."""
        woken = asyncio.Event()
        timer = self.call_later(seconds, woken.set)
        try:
            await woken.wait()
        finally:
            timer.cancel()

    def find_next(self) -> float | None:
        """Return the seconds until the next timer is due; None: there is none."""
        while self._timers and self._timers[0][2].cancelled:
            heapq.heappop(self._timers)
        return max(0.0, self._timers[0][0] - self._elapsed) if self._timers else None

    async def settle(self) -> None:
        """Run every ready coroutine, until each waits for time or for something outside the loop.

        Time does not move. One that asks again and again, and never waits, is left at that.
        """
        self._settling += 1
        try:
            await self._pass_turns(_find_ready(asyncio.get_running_loop()))
        finally:
            self._settling -= 1

    async def _pass_turns(self, ready: deque[asyncio.Handle] | None) -> None:
        idle = 0
        for _ in range(self.SETTLE_TURNS if ready is None else self.MOST_TURNS):
            await asyncio.sleep(0)
            # Others that wait here are ready in each turn, and keep nobody from going on.
            idle = 0 if ready and len(ready) >= self._settling else idle + 1
            if ready is not None and idle == self.IDLE_TURNS:
                return

    async def advance(self, seconds: float) -> None:
        """Move time forward by `seconds` and make each due call at its own time."""
        end = self._elapsed + seconds
        await self.settle()
        while self._timers and self._timers[0][0] <= end:
            due, _, timer = heapq.heappop(self._timers)
            self._elapsed = max(self._elapsed, due)
            if not timer.cancelled:
                timer.call()
                await self.settle()
        self._elapsed = end
        await self.settle()


def _find_ready(loop: asyncio.AbstractEventLoop) -> deque[asyncio.Handle] | None:
    """Return what a loop is to run in its next turn; None of a loop that does not tell."""
    ready: deque[asyncio.Handle] | None = getattr(loop, "_ready", None)  # there is no public way
    return ready


async def run_within(clock: Clock, seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of `work`; cancel it after `seconds` of `clock` (0: never).

    Raises `TimeoutError` after the cancelled work has ended.
    """
    task = asyncio.ensure_future(work)
    expired = False

    def expire() -> None:
        nonlocal expired
        expired = task.cancel()

    timer = clock.call_later(seconds, expire) if seconds else None
    try:
        return await task
    except asyncio.CancelledError:
        current = asyncio.current_task()
        if expired and not (current and current.cancelling()):
            raise TimeoutError from None
        raise
    finally:
        if timer:
            timer.cancel()


_system: type[Clock] = SystemClock
_virtual: type[Clock] = VirtualClock
