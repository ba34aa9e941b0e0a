"""The virtual clock: what is ready is run before time moves, and where nothing is, none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import pytest

from agents.clock import VirtualClock

T = TypeVar("T")


async def pass_turns(count: int, done: list[int]) -> None:
    for _ in range(count):
        await asyncio.sleep(0)
    done.append(count)


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 10, 20 * VirtualClock.SETTLE_TURNS])
async def test_a_chain_of_awaits_ends_before_time_moves(turns: int) -> None:
    done: list[int] = []
    task = asyncio.ensure_future(pass_turns(turns, done))
    await VirtualClock().settle()
    assert done == [turns]
    await task


async def test_what_waits_for_what_waits_is_run() -> None:
    """Also where one goes on by a call that is due at once, and the next by a future."""
    loop, done, turns = asyncio.get_running_loop(), list[int](), 5

    async def go_on() -> None:
        for _ in range(turns):
            due = loop.create_future()
            loop.call_later(0, due.set_result, None)
            await due
        await asyncio.gather(*(pass_turns(each, done) for each in range(turns)))

    task = asyncio.ensure_future(go_on())
    await VirtualClock().settle()
    assert done == list(range(turns)) and task.done()


def test_two_who_wait_for_all_others_do_not_wait_for_each_other() -> None:
    """What is ready runs first; then a few turns are enough for both."""

    async def settle_both() -> tuple[list[int], int]:
        loop, clock, done = asyncio.get_running_loop(), VirtualClock(), list[int]()
        assert isinstance(loop, CountingLoop)
        task = asyncio.ensure_future(pass_turns(20, done))
        await asyncio.gather(clock.settle(), clock.settle())
        return [*done, task.done()], loop.calls

    done, calls = run_counting(settle_both())
    assert done == [20, True] and calls < 20 * 3 + 20


class HastyClock(VirtualClock):
    MOST_TURNS = 50


async def test_time_moves_on_past_what_never_waits() -> None:
    """It waits for something that the loop knows nothing of, such as a thread."""
    done: list[int] = []
    task = asyncio.ensure_future(pass_turns(1000, done))
    clock = HastyClock()
    await clock.advance(1)
    assert clock.monotonic() == 1 and not done
    await task


class CountingLoop(asyncio.SelectorEventLoop):
    """Counts the calls that are to be made in its next turn."""

    calls = 0

    def call_soon(self, *given: Any, **named: Any) -> asyncio.Handle:  # type: ignore[override]
        self.calls += 1
        return super().call_soon(*given, **named)


def run_counting(work: Coroutine[Any, Any, T]) -> T:
    """Run on a loop that counts; in a thread, as this one runs a loop already."""

    def run() -> T:
        with asyncio.Runner(loop_factory=CountingLoop) as runner:
            return runner.run(work)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(run).result()


def test_where_nothing_is_ready_a_few_turns_are_enough() -> None:
    """Each is a look at all sockets, and each timer that is due is followed by them."""

    async def count() -> int:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, CountingLoop)
        before = loop.calls
        await VirtualClock().settle()
        return loop.calls - before

    assert run_counting(count()) <= VirtualClock.IDLE_TURNS
