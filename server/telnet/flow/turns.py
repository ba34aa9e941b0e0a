"""Shares the event loop among all connections.

What a connection asks to have done is done at once while there is time in this turn of the
loop. Beyond that it waits, and the connection that has used least time of late comes first: one
person's `look` does not wait for the lines of five hundred who talk without end.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

from server.telnet.boundaries import DelayedCall, Timers

TURN_SECONDS = 0.004
"""Seconds of work in one turn of the loop; a piece of work that has begun is finished."""

HALF_LIFE = 20.0
"""Seconds after which half of the used time is forgotten."""


class Share:
    """One connection's claim on the loop."""

    def __init__(self, turns: Turns, work: Callable[[], None]) -> None:
        self._turns = turns
        self.work = work
        self.waited = 0.0
        """Seconds that the work now being done has waited."""
        self.asked_at: float | None = None
        """When the work was asked for that still waits; None: nothing waits."""
        self._used = 0.0
        self._used_at = 0.0

    def ask(self, *, later: bool = False) -> None:
        """Have the work done once: now if there is time and `later` is false, else soon."""
        self._turns.enter(self, later=later)

    def end(self) -> None:
        """Take back what was asked for."""
        self.asked_at = None

    def recent_use(self, now: float) -> float:
        """Return the seconds used of late; use of long ago counts less and less."""
        return self._used * 0.5 ** ((now - self._used_at) / HALF_LIFE) if self._used else 0.0

    def charge(self, seconds: float, now: float) -> None:
        """Count `seconds` of work."""
        self._used, self._used_at = self.recent_use(now) + seconds, now


class Turns:
    """The queue for the loop's time, by recent use."""

    def __init__(self, clock: Timers) -> None:
        self._clock = clock
        self._entered: list[Share] = []
        """Who has asked since the last turn began; served in the next one at the earliest."""
        self._queue: list[tuple[float, int, Share]] = []
        self._count = 0
        self._spent = 0.0
        self._next: DelayedCall | None = None

    def share(self, work: Callable[[], None]) -> Share:
        """Return a new connection's claim; `work` does one small piece of what waits."""
        return Share(self, work)

    def enter(self, share: Share, *, later: bool) -> None:
        """See `Share.ask`."""
        if share.asked_at is not None:
            return
        share.asked_at = self._clock.seconds()
        if not later and self._next is None and self._spent < TURN_SECONDS:
            self._serve(share)
            return
        self._entered.append(share)
        self._schedule()

    def _schedule(self) -> None:
        if self._next is None:
            self._next = self._clock.callLater(0, self._begin_turn)

    def _begin_turn(self) -> None:
        self._next = None
        self._spent = 0.0
        self._line_up()
        try:
            while self._queue and self._spent < TURN_SECONDS:
                share = heapq.heappop(self._queue)[2]
                if share.asked_at is not None:
                    self._serve(share)
        finally:  # a fault of one must not stop the others
            if self._queue or self._entered:
                self._schedule()

    def _line_up(self) -> None:
        now = self._clock.seconds()
        for share in self._entered:
            self._count += 1
            heapq.heappush(self._queue, (share.recent_use(now), self._count, share))
        self._entered.clear()

    def _serve(self, share: Share) -> None:
        began = self._clock.seconds()
        assert share.asked_at is not None
        share.waited, share.asked_at = began - share.asked_at, None
        try:
            share.work()
        finally:
            now = self._clock.seconds()
            self._spent += now - began
            share.charge(now - began, now)
