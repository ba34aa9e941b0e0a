"""Threads that are none: the loop does at once what it would give to one.

What a thread brings comes as early as the machine is fast.  On a virtual clock it would come at
another moment each time, and a life with the same seed would be another one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class ImmediateExecutor(ThreadPoolExecutor):  # a loop takes no other kind as its default
    """Does its work when it is submitted, in the caller's thread."""

    def __init__(self) -> None:
        super().__init__(1)  # which is never started

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call `fn` and return a future that is done: with the result, or with the exception."""
        done: Future[T] = Future()
        done.set_running_or_notify_cancel()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as error:  # whoever waits for it gets it
            done.set_exception(error)
        return done


@contextmanager
def without_threads() -> Iterator[None]:
    """Let the running loop do itself, within the block, what it gives to its default threads.

    Work that waits for what the loop has still to do would wait for ever.
    """
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ImmediateExecutor())
    try:
        yield
    finally:
        loop.set_default_executor(ThreadPoolExecutor())
