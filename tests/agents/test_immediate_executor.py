"""Without threads, what is given to one is done, and has followed, before virtual time moves."""

from __future__ import annotations

import asyncio
import threading

import pytest

from agents.clock import VirtualClock
from agents.immediate_executor import ImmediateExecutor, without_threads


async def test_what_a_thread_would_bring_comes_at_once() -> None:
    """Also what it asks of further threads, one after the other."""
    clock, told = VirtualClock(), list[tuple[float, bool]]()

    async def work() -> None:
        for _ in range(40):
            here = await asyncio.to_thread(threading.current_thread)
            told.append((clock.monotonic(), here is threading.current_thread()))

    with without_threads():
        clock.call_later(1, lambda: None)
        task = asyncio.ensure_future(work())
        await clock.advance(2)
    assert told == [(0.0, True)] * 40
    await task


async def test_threads_are_there_again_after_it() -> None:
    with without_threads():
        pass
    assert await asyncio.to_thread(threading.current_thread) is not threading.current_thread()


async def test_what_fails_fails_for_who_waits_for_it() -> None:
    loop, threads = asyncio.get_running_loop(), ImmediateExecutor()
    with pytest.raises(ZeroDivisionError):
        await loop.run_in_executor(threads, lambda: 1 / 0)
