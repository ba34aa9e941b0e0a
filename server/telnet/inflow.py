"""Typed lines of one client that wait to be performed.

Lines are delivered in slices, a few per turn of the event loop, so that one client's flood
does not make the others wait; a token bucket holds the rate in the long run.  While lines
wait, nothing more is read from the socket, so the backlog is one read at most.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from server.telnet.boundaries import DelayedCall, Timers
from server.telnet.bucket import TokenBucket
from server.telnet.codec import AreYouThere, LineTooLong, TypedLine

SLICE = 4
"""Lines delivered in one turn; other clients' lines come in between."""

Typed = TypedLine | LineTooLong | AreYouThere


class Inflow:
    """Delivers typed lines in order, one at a time, within the rate."""

    def __init__(
        self,
        clock: Timers,
        bucket: TokenBucket,
        deliver: Callable[[Typed], None],
        on_flood: Callable[[], None],
        set_reading: Callable[[bool], None],
    ) -> None:
        """`on_flood` is called once per flood; `set_reading` says whether to read on."""
        self._clock = clock
        self._bucket = bucket
        self._deliver = deliver
        self._on_flood = on_flood
        self._set_reading = set_reading
        self._backlog: deque[Typed] = deque()
        self._next: DelayedCall | None = None
        self._holds: set[str] = set()
        self._delivering = False
        self._flooding = False
        self._ended = False

    def push(self, typed: Iterable[Typed]) -> None:
        """Add new lines; deliver as many as the rate allows now."""
        self._backlog.extend(typed)
        if self._next is None and not self._delivering:
            self._run()

    def hold(self, why: str) -> None:
        """Deliver nothing more until `release` is called with the same word."""
        self._holds.add(why)

    def release(self, why: str) -> None:
        """Continue in the next turn, unless another hold remains."""
        self._holds.discard(why)
        if not self._holds and not self._delivering:
            self._schedule(0)

    def end(self) -> None:
        """Drop the waiting lines and deliver nothing more."""
        self._ended = True
        self._backlog.clear()
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _run(self) -> None:
        self._next = None
        self._delivering = True
        try:
            wait = self._deliver_slice()
        finally:
            self._delivering = False
        self._plan(wait)

    def _deliver_slice(self) -> float:
        """Deliver up to a slice; return how long the rest has to wait."""
        self._flooding = self._flooding and not self._bucket.is_full()
        for _ in range(SLICE):
            if not self._backlog or self._holds:
                break
            if not self._bucket.take():
                self._warn_once()
                return self._bucket.wait()
            self._deliver(self._backlog.popleft())
        return 0.0

    def _plan(self, wait: float) -> None:
        if self._ended:
            return
        self._set_reading(not self._backlog)
        if self._backlog and not self._holds:
            self._schedule(wait)

    def _schedule(self, wait: float) -> None:
        if self._next is None and not self._ended:
            self._next = self._clock.callLater(wait, self._run)

    def _warn_once(self) -> None:
        if not self._flooding:
            self._flooding = True
            self._on_flood()
