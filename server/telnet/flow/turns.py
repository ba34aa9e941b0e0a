"""Shares the event loop among all connections.

What a connection asks to have done is done at once while there is time in this turn of the
loop. Beyond that it waits. What is cheap comes first, by what the same command has cost of late,
and among equals who has used least: one person's `look` does not wait for the lines of five
hundred who talk in one room without end, each of which is shown to five hundred. Waiting counts,
too: who has used a little more than all others is served a little later, and not last for ever.
"""

from __future__ import annotations

import heapq
import time
from collections import OrderedDict
from collections.abc import Callable

from server.telnet.boundaries import DelayedCall, Timers

TURN_SECONDS = 0.004
"""Seconds of the processor for work in one turn of the loop; what has begun is finished."""

HALF_LIFE = 20.0
"""Seconds after which half of what a connection has used is forgotten."""

CHEAP_SECONDS = 0.002
"""Work that costs less is cheap; the next class costs up to twice as much, and so on."""

NEWEST = 0.2
"""The part of the newest piece of work in what its kind usually costs."""

SECONDS_FOR_USE, MOST_BEHIND = 20.0, 1.5
"""Each second used of late puts a connection so many seconds behind in the queue, up to a limit."""

SLICE = 4
"""Pieces of work that a connection has done at a time; what is not cheap comes alone."""

KINDS = 256
"""Kinds of work whose cost is remembered; the one not met for longest is forgotten first."""


class Costs:
    """What each kind of work usually costs, in seconds; nothing, until it was met."""

    def __init__(self) -> None:
        self._usual: OrderedDict[str, float] = OrderedDict()
        self.rises, self.falls = 0, 0
        """How often a kind has gone to a dearer class, and to a cheaper one."""

    def rate(self, kind: str) -> int:
        """Return the class of `kind`; 0 is cheap."""
        seconds = self._usual.get(kind, 0.0)
        return _find_class(seconds) if seconds >= CHEAP_SECONDS else 0

    def learn(self, kind: str, seconds: float) -> float:
        """Take the cost of one piece of work; return how much of it is the work's own fault."""
        usual = self._usual.get(kind, seconds)
        # One that was interrupted, by the garbage collector say, must not count in full.
        seconds = min(seconds, 2 * usual + CHEAP_SECONDS / 4)
        now = usual + NEWEST * (seconds - usual)
        if now >= CHEAP_SECONDS or usual >= CHEAP_SECONDS:
            self._note_change(self.rate(kind), _find_class(now))
        self._usual[kind] = now
        self._usual.move_to_end(kind)
        if len(self._usual) > KINDS:
            self._usual.popitem(last=False)
        return seconds

    def _note_change(self, before: int, after: int) -> None:
        self.rises += after > before
        self.falls += after < before


def _find_class(seconds: float) -> int:
    return int(seconds / CHEAP_SECONDS).bit_length()


class Share:
    """One connection's claim on the loop."""

    __slots__ = (
        "__weakref__", "_turns", "_used", "_used_at", "asked_at", "find_kind", "performed",
        "waited", "work",
    )  # fmt: skip

    def __init__(
        self, turns: Turns, work: Callable[[], bool], find_kind: Callable[[], str]
    ) -> None:
        self._turns = turns
        self.work = work
        self.find_kind = find_kind
        self.waited = 0.0
        """Seconds that the work now being done has waited."""
        self.asked_at: float | None = None
        """When the work was asked for that still waits; None: nothing waits."""
        self.performed = False
        """Set by the work if it did what `find_kind` had named, and did not put it off."""
        self._used = 0.0
        self._used_at = 0.0

    @property
    def waits(self) -> bool:
        """Whether work was asked for that is not done yet."""
        return self.asked_at is not None

    def ask(self, *, later: bool = False) -> None:
        """Have the work done once: now if there is time and `later` is false, else soon."""
        self._turns.enter(self, later=later)

    def end(self) -> None:
        """Take back what was asked for, and let go of whoever asked."""
        self.asked_at = None
        self.work, self.find_kind = bool, str

    def recent_use(self, now: float) -> float:
        """Return the seconds used of late; use of long ago counts less and less."""
        return self._used * 0.5 ** ((now - self._used_at) / HALF_LIFE) if self._used else 0.0

    def charge(self, seconds: float, now: float) -> None:
        """Count `seconds` of work."""
        self._used, self._used_at = self.recent_use(now) + seconds, now


_Place = tuple[int, float, int, int, Share]
"""A place in the queue: the class of its cost; when it was asked for, in seconds, and later for
what was used of late; a number that no other has; the rises of costs of which its class knows; the
share. The least comes first."""


class Turns:
    """The queue for the loop's time."""

    def __init__(self, clock: Timers, cost: Callable[[], float] = time.thread_time) -> None:
        """`cost` returns the seconds of work done so far; by default, of the processor.

        On a busy machine the time on the wall says little about what a piece of work costs.
        """
        self._clock = clock
        self._cost = cost
        self._costs = Costs()
        self._entered: list[Share] = []
        """Who has asked since the last turn began; served in the next one at the earliest."""
        self._queue: list[_Place] = []
        self._count = 0
        self._falls = 0
        """The falls of costs of which all places know."""
        self._spent = 0.0
        self._next: DelayedCall | None = None

    def share(self, work: Callable[[], bool], find_kind: Callable[[], str]) -> Share:
        """Return a new connection's claim.

        `work` does one piece of what waits, and returns whether another can be done at once;
        `find_kind` names the next one.
        """
        return Share(self, work, find_kind)

    def enter(self, share: Share, *, later: bool) -> None:
        """See `Share.ask`."""
        if share.asked_at is not None:
            return
        share.asked_at = now = self._clock.seconds()
        if not later and self._next is None and self._spent < TURN_SECONDS:
            self._serve(share, now)
            return
        self._entered.append(share)
        self._schedule()

    def _schedule(self) -> None:
        if self._next is None:
            self._next = self._clock.callLater(0, self._begin_turn)

    def _begin_turn(self) -> None:
        self._next = None
        self._spent = 0.0
        if self._falls != self._costs.falls:
            self._move_forward()
        self._line_up()
        try:
            while self._queue and self._spent < TURN_SECONDS:
                place = heapq.heappop(self._queue)
                share = place[-1]
                if share.asked_at is None:
                    continue
                if place[3] == self._costs.rises or not self._move_back(place):
                    self._serve(share, self._clock.seconds())
        finally:  # a fault of one must not stop the others
            if self._queue or self._entered:
                self._schedule()

    def _line_up(self) -> None:
        now = self._clock.seconds()
        for share in self._entered:
            self._count += 1
            cost = self._costs.rate(share.find_kind())
            behind = min(MOST_BEHIND, SECONDS_FOR_USE * share.recent_use(now))
            due = (share.asked_at or now) + behind
            heapq.heappush(self._queue, (cost, due, self._count, self._costs.rises, share))
        self._entered.clear()

    def _move_back(self, place: _Place) -> bool:
        """Put a place further back whose work has become dear while it waited; return whether.

        When a crowd begins to talk, all its lines line up as cheap.
        """
        before, due, number, _, share = place
        cost = self._costs.rate(share.find_kind())
        if cost > before:
            heapq.heappush(self._queue, (cost, due, number, self._costs.rises, share))
        return cost > before

    def _move_forward(self) -> None:
        """Put places further forward whose work has become cheap while they waited.

        The first looks take long, and are soon cheap: those that lined up as dear would else wait
        until nobody looks any more.
        """
        self._falls, rises = self._costs.falls, self._costs.rises
        for at, (before, due, number, _, share) in enumerate(self._queue):
            cost = self._costs.rate(share.find_kind()) if share.asked_at is not None else before
            self._queue[at] = (cost, due, number, rises, share)
        heapq.heapify(self._queue)

    def _serve(self, share: Share, now: float) -> None:
        share.waited, share.asked_at = now - (share.asked_at or now), None
        began = self._cost()
        for _ in range(SLICE):
            kind, share.performed = share.find_kind(), False
            try:
                more = share.work()
            finally:
                ended = self._cost()
                self._count_work(share, kind, ended - began, now)
            if not more:
                return
            if self._spent >= TURN_SECONDS or self._costs.rate(share.find_kind()):
                break
            began = ended
        share.ask(later=True)

    def _count_work(self, share: Share, kind: str, seconds: float, now: float) -> None:
        self._spent += seconds
        share.charge(self._costs.learn(kind, seconds) if share.performed else seconds, now)
