"""A connection of aiosqlite without its thread: the loop does itself what it would hand over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import aiosqlite


def do_at_once(connection: aiosqlite.Connection) -> None:
    """Have each call of a connection that is not open yet done when it is made."""
    # There is no option for it: the queue and the thread at its end are made by the library.
    connection._tx = _NoQueue()  # type: ignore[assignment]
    connection._thread = _NoThread()  # type: ignore[assignment]


class _NoQueue:
    """Carries out what is put into it."""

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, work = item
        try:
            result = work()
        except BaseException as error:
            if future is None:
                raise
            future.set_exception(error)
        else:
            if future is not None:
                future.set_result(result)


class _NoThread:
    """Stands in the place of a thread that would empty the queue."""

    def start(self) -> None:
        """Do nothing."""
