"""The limit of every test that waits for something real: a process, a socket, a thread.

It only ends a run that hangs. How fast something is, is measured in `benchmarks`, never here:
a machine ten times as slow gives the same verdicts.  The longest single wait seen, on two cores
that twenty processes wanted, was one of 75 seconds for a server's start.  A little more than twice
that is waited for, and no longer: what never comes holds up a whole run, and so does its rerun.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

HANG_SECONDS = 180.0

#: The limit of a whole test that is a coroutine, and of a program that works all the time: days of
#: a world are lived in one, step by step, which takes up to 40 seconds of a processor.
TEST_SECONDS = 5 * HANG_SECONDS


async def wait_until(is_true: Callable[[], bool]) -> None:
    """Give the loop turn after turn until a thread or another task has made it true."""
    async with asyncio.timeout(HANG_SECONDS):
        while not is_true():  # noqa: ASYNC110  (nothing tells of it)
            await asyncio.sleep(0)
