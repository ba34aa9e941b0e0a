"""Calling on a visitor who has been alone for a while: one agent goes, sooner or later.

Not again soon, and not a second time on somebody who neither moves nor speaks.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import field
from functools import partial

from agents.boundaries import Clock, Timer
from agents.mind.manners.welcome import Welcome
from late.late_dataclass import late_dataclass

#: An agent sets out for a visitor who has been alone for a time between these, in seconds.
ALONE_FROM, ALONE_TO = 30, 60

#: Of a hundred times that somebody is alone, so many last longer by this factor.
LATER_OF_HUNDRED, LATER_BY = 25, 3

#: Nobody is called on again before so many seconds have passed.
AGAIN = 240.0

#: How often it is looked after who is alone.
LOOK = 5.0


@late_dataclass(frozen=True, slots=True)
class VisitorPlace:
    """Where a visitor is, and whether nobody is with them."""

    place: str
    alone: bool


@late_dataclass(slots=True)
class _Visitor:
    find: Callable[[], VisitorPlace | None]
    times: int = 0
    """How often they have come to be alone."""
    due: float | None = None
    """When somebody sets out if they are still alone; None: nobody does."""
    called: float = float("-inf")
    called_at: str = ""
    """Where they were called on last; empty: they have moved or spoken since."""


@late_dataclass(slots=True)
class Calls:
    """Sees which visitors have been alone for long."""

    _visitors: dict[str, _Visitor] = field(default_factory=dict)
    _timer: Timer | None = None

    def attend(
        self,
        person: str,
        clock: Clock,
        welcome: Welcome,
        find: Callable[[], VisitorPlace | None],
    ) -> None:
        """Look after `person`, who has come, and have `welcome` send somebody now and then.

        `find` says where they are; None: they have gone.
        """
        self._visitors[person] = _Visitor(find)
        if self._timer is None:
            self._timer = clock.call_later(LOOK, lambda: self._look(clock, welcome))

    def hear(self, speaker: str) -> None:
        """Note that somebody has said something."""
        if visitor := self._visitors.get(speaker):
            visitor.called_at = ""

    def _look(self, clock: Clock, welcome: Welcome) -> None:
        now = clock.monotonic()
        for person, visitor in list(self._visitors.items()):
            where = visitor.find()
            if where is None:
                del self._visitors[person]
                continue
            _see(person, visitor, where, now)
            if visitor.due is not None and now >= visitor.due:
                visitor.called, visitor.called_at, visitor.due = now, where.place, None
                welcome.call_on(person, clock, partial(_is_here, visitor.find))
        again = bool(self._visitors)
        self._timer = clock.call_later(LOOK, lambda: self._look(clock, welcome)) if again else None


def _is_here(find: Callable[[], VisitorPlace | None]) -> bool:
    return find() is not None


def _see(person: str, visitor: _Visitor, where: VisitorPlace, now: float) -> None:
    """Take note of where a visitor is, and decide when they are called on."""
    if where.place != visitor.called_at:
        visitor.called_at = ""
    if not where.alone or visitor.called_at:
        visitor.due = None
    elif visitor.due is None:
        visitor.times += 1
        seed = zlib.crc32(f"{person}|{visitor.times}".encode())
        wait = ALONE_FROM + seed // 100 % (ALONE_TO - ALONE_FROM + 1)
        later = visitor.times > 1 and seed % 100 < LATER_OF_HUNDRED
        visitor.due = max(now + wait * (LATER_BY if later else 1), visitor.called + AGAIN)
