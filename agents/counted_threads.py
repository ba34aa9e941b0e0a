"""Threads whose work is counted, so that virtual time can wait for it.

A virtual clock moves at once.  What the loop has given to a thread takes real time all the same;
who moves the clock lets that work end first, or it comes too late in virtual time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class CountedThreads(ThreadPoolExecutor):
    """A default executor for a loop that knows how much of its work has not come back.

    To be made in the loop's own thread, with the loop running.
    """

    def __init__(self) -> None:
        super().__init__()
        self._loop = asyncio.get_running_loop()
        self._away = 0
        self._all_back = asyncio.Event()
        self._all_back.set()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give `fn` to a thread; it counts as away until the loop is told of its end.

        It cannot be cancelled.
        """
        told: Future[T] = Future()
        told.set_running_or_notify_cancel()
        super().submit(self._work, told, lambda: fn(*args, **kwargs))
        self._away += 1
        self._all_back.clear()
        return told

    def _work(self, told: Future[T], work: Callable[[], T]) -> None:
        try:
            told.set_result(work())
        except BaseException as error:  # whoever waits for it gets it
            told.set_exception(error)
        # Behind all that waits for it: a thread may pause between two calls of the loop.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._count_back)

    async def settle(self) -> None:
        """Return once no work is away, what followed from it included."""
        await self._all_back.wait()

    def _count_back(self) -> None:
        self._away -= 1
        if not self._away:
            self._all_back.set()
