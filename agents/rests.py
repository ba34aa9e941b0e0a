"""Lets a thread that computes rest, so that the event loop has the interpreter to itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

WORK_SECONDS = 0.002
"""Seconds of a thread's processor time that it works without a rest."""

RESTS = 2.0
"""Seconds of rest after each second of work."""

T = TypeVar("T")

_here = threading.local()
"""Has the `rests` of a thread, while there are any."""


class Rests:
    """Makes the thread that calls `take` rest now and then, while `wanted` says so.

    `cpu` returns the seconds of the processor that the thread has used.
    """

    def __init__(
        self,
        wanted: Callable[[], bool],
        cpu: Callable[[], float] = time.thread_time,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._wanted, self._cpu, self._sleep = wanted, cpu, sleep
        self._began: float | None = None

    def take(self) -> None:
        """Rest, if the thread has worked for long enough since its last rest."""
        began, now = self._began, self._cpu()
        if began is None:
            self._began = now
        elif now - began >= WORK_SECONDS:
            if self._wanted():
                self._sleep(RESTS * (now - began))
            self._began = self._cpu()


def work_with_rests(rests: Rests, work: Callable[[], T]) -> T:
    """Return what `work` does; in this thread, `rest` takes these rests meanwhile."""
    _here.rests = rests
    try:
        return work()
    finally:
        del _here.rests


def rest() -> None:
    """Take a rest if the work of this thread is done with rests, and one is due.

    What may go on for long calls it again and again.
    """
    if rests := getattr(_here, "rests", None):
        rests.take()
