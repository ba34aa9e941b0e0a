"""What real worker processes promise."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from agents.workers.child import GARBAGE_THRESHOLDS
from agents.workers.pool import WorkerPool, choose_worker_count, make_workers
from agents.workers.process import WorkerProcess
from agents.workers.protocol import ThreadWorkers, WorkGivenUp
from tests.agents.workers.work import (
    die,
    die_until,
    double,
    fail_peculiarly,
    name_process,
    read_thresholds,
    refuse,
    stay,
    talk,
)
from tests.loops import run


@asynccontextmanager
async def a_pool(size: int = 1) -> AsyncIterator[tuple[WorkerPool, list[str]]]:
    log: list[str] = []
    pool = WorkerPool(size, log.append)
    try:
        yield pool, log
    finally:
        await pool.close()


def test_work_is_done_in_one_process_that_starts_when_it_is_needed() -> None:
    async def test() -> None:
        async with a_pool() as (pool, _):
            assert pool.counts.running == 0
            pids = {await pool.run(name_process), await pool.run(name_process)}
            assert os.getpid() not in pids and pids == set(pool.list_pids())
            assert (pool.counts.running, pool.counts.done, pool.counts.died) == (1, 2, 0)

    run(test())


def test_a_worker_looks_for_garbage_seldom() -> None:
    """And this process as before."""

    async def test() -> None:
        async with a_pool() as (pool, _):
            assert await pool.run(read_thresholds) == GARBAGE_THRESHOLDS != gc.get_threshold()

    run(test())


def test_short_work_does_not_wait_behind_long_work(tmp_path: Path) -> None:
    """A free process does it; while all are busy, a thread of the server does."""

    async def test() -> None:
        async with a_pool() as (pool, _):
            assert await pool.run_soon(name_process) in pool.list_pids()
            begun = tmp_path / "begun"
            work = asyncio.ensure_future(pool.run(stay, begun))
            while not begun.exists():  # noqa: ASYNC110  # another process makes it
                await asyncio.sleep(0)
            assert await pool.run_soon(name_process) == os.getpid()
        with pytest.raises(WorkGivenUp):
            await work

    run(test())


def test_what_work_raises_is_raised_here() -> None:
    async def test() -> None:
        async with a_pool() as (pool, _):
            with pytest.raises(ValueError, match="the mill") as caught:
                await pool.run(refuse, "the mill")
            assert "In a worker process" in caught.value.__notes__[0]
            with pytest.raises(RuntimeError, match=r"Peculiar\('millstone'\)"):
                await pool.run(fail_peculiarly)
            assert await pool.run(double, 21) == 42

    run(test())


def test_what_a_library_prints_does_not_come_between_the_answers() -> None:
    async def test() -> None:
        async with a_pool() as (pool, _):
            assert await pool.run(talk) == "done"

    run(test())


def test_work_that_cannot_be_pickled_is_done_here() -> None:
    async def test() -> None:
        async with a_pool() as (pool, _):
            assert await pool.run(lambda: threading.current_thread().name) == "worker_0"
            assert pool.counts.running == 0

    run(test())


def test_work_under_way_when_its_process_is_killed_is_done_by_another(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_pool() as (pool, log):
            first = await pool.run(name_process)
            second = await pool.run(die_until, tmp_path / "died")
            assert second != first and pool.list_pids() == [second]
            assert (pool.counts.running, pool.counts.died) == (1, 1)
            assert log == [
                f"[Workers] process {first} is gone: it ended before it had answered; "
                "another takes its place"
            ]

    run(test())


def test_work_that_kills_two_processes_is_given_up() -> None:
    async def test() -> None:
        async with a_pool() as (pool, _):
            with pytest.raises(WorkGivenUp, match="2 worker processes have ended over die"):
                await pool.run(die)
            assert await pool.run(double, 2) == 4

    run(test())


def test_a_process_that_was_killed_between_two_pieces_of_work_is_replaced() -> None:
    async def test() -> None:
        async with a_pool() as (pool, _):
            pid = await pool.run(name_process)
            os.kill(pid, signal.SIGKILL)
            assert await pool.run(name_process) != pid

    run(test())


def test_closing_ends_a_process_that_computes(tmp_path: Path) -> None:
    async def test() -> None:
        async with a_pool() as (pool, _):
            begun = tmp_path / "begun"
            work = asyncio.ensure_future(pool.run(stay, begun))
            while not begun.exists():  # noqa: ASYNC110  # another process makes it
                await asyncio.sleep(0)
            await pool.close()
            with pytest.raises(WorkGivenUp):
                await work
            with pytest.raises(ProcessLookupError):
                os.kill(int(begun.read_text()), 0)
            with pytest.raises(WorkGivenUp):
                await pool.run(double, 1)

    run(test())


def test_where_no_process_can_start_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: WorkerProcess) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(WorkerProcess, "__init__", fail)

    async def test() -> None:
        async with a_pool() as (pool, log):
            assert await pool.run(double, 4) == 8
            assert "no more processes" in log[0]

    run(test())


def test_one_core_is_left_to_the_server() -> None:
    assert [choose_worker_count(cores) for cores in (1, 2, 3, 64)] == [0, 1, 2, 2]


def test_without_workers_threads_do_the_work() -> None:
    async def test() -> None:
        workers = make_workers(0, print)
        assert isinstance(workers, ThreadWorkers)
        assert await workers.run(double, 3) == 6

    run(test())
