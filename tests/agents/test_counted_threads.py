"""Virtual time waits for what threads do."""

from __future__ import annotations

import asyncio
import threading

from agents.clock import VirtualClock
from agents.counted_threads import CountedThreads


async def test_what_a_thread_does_has_followed_when_time_goes_on() -> None:
    clock, ended = VirtualClock(), threading.Event()
    loop, told = asyncio.get_running_loop(), list[float]()
    threads = CountedThreads()

    async def work() -> None:
        await loop.run_in_executor(threads, ended.wait)
        told.append(clock.monotonic())

    task = asyncio.ensure_future(work())
    await clock.advance(1)
    settling = asyncio.ensure_future(threads.settle())
    await clock.settle()
    assert not settling.done()
    ended.set()
    await settling
    await clock.advance(1)
    assert told == [1.0]
    await task
    threads.shutdown()


async def test_nothing_is_waited_for_where_no_thread_works() -> None:
    threads = CountedThreads()
    await asyncio.get_running_loop().run_in_executor(threads, lambda: None)
    await threads.settle()
    settling = asyncio.ensure_future(threads.settle())
    await asyncio.sleep(0)
    assert settling.done()
    threads.shutdown()
