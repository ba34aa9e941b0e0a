"""Event loops in a thread of their own, for tests whose own thread already runs one."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


async def end_all_but_this() -> None:
    """Cancel every other task of this loop and wait for its end."""
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """On a loop and in a thread of its own, in which nothing may go wrong unseen.

    The test's own thread already runs a loop.
    """
    wrong: list[object] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: wrong.append(context))
        await coroutine
        await end_all_but_this()

    unraisable, sys.unraisablehook = sys.unraisablehook, wrong.append
    try:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, main()).result()
    finally:
        sys.unraisablehook = unraisable
    assert wrong == []
