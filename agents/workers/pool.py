"""A pool of worker processes: started at first need, bounded, replaced when one dies."""

from __future__ import annotations

import asyncio
import os
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, ParamSpec, TypeVar

from agents.event_line import tell_event
from agents.workers.process import WorkerLost, WorkerProcess
from agents.workers.protocol import ThreadWorkers, WorkerCounts, Workers, WorkGivenUp

P = ParamSpec("P")
T = TypeVar("T")

#: Work that is under way or waits for a worker; more of it waits before it is pickled.
MOST_WAITING = 32

#: How often a process may die over the same work.
TRIES = 2

#: How many processes a machine's cores are good for at most, unless settings say more.
MOST_CHOSEN = 2


def choose_worker_count(cores: int) -> int:
    """Return how many workers suit a machine: one core is left to the server; 0: none."""
    return max(0, min(MOST_CHOSEN, cores - 1))


def count_cores() -> int:
    """Return the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def make_workers(wanted: int | Literal["auto"], log: Callable[[str], None]) -> Workers:
    """Return so many workers, or as many as suit the machine; 0: threads do the work."""
    size = choose_worker_count(count_cores()) if wanted == "auto" else wanted
    return WorkerPool(size, log) if size else ThreadWorkers()


class WorkerPool:
    """Carries out work in at most `size` processes, which it starts when there is work.

    A process that dies is replaced, and its work is tried once more.
    """

    def __init__(self, size: int, log: Callable[[str], None]) -> None:
        self.size = size
        self.counts = WorkerCounts()
        self._log = log
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="worker")
        self._waiting = asyncio.Semaphore(MOST_WAITING)
        # Threads that compute at the same time hold up the loop by turns.
        self._beside = asyncio.Semaphore(1)
        self._under_way = 0
        self._lock = threading.Lock()
        self._free: list[WorkerProcess] = []
        self._all: set[WorkerProcess] = set()
        self._closed = False

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `work` returns; see `Workers.run`.

        If it is cancelled, work that was begun goes on and its result is dropped.
        """
        async with self._waiting:
            self._check_open()
            with self._lock:
                self._under_way += 1
            begun = self._threads.submit(self._carry_out, work, args, kwargs)
            begun.add_done_callback(self._on_done)
            result: T = await asyncio.wrap_future(begun)
        return result

    async def run_soon(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `work` returns: from a process if one is free, else from a thread."""
        if self._under_way < self.size:
            return await self.run(work, *args, **kwargs)
        async with self._beside:
            return await asyncio.to_thread(work, *args, **kwargs)

    def _on_done(self, _: object) -> None:
        with self._lock:
            self._under_way -= 1

    async def close(self) -> None:
        """End every process; work that is under way raises `WorkGivenUp`."""
        with self._lock:
            self._closed = True
            left = list(self._all)
        for each in left:
            each.kill()
        await asyncio.to_thread(self._threads.shutdown)
        for each in left:
            each.close()

    def list_pids(self) -> list[int]:
        """Return the numbers of the processes."""
        with self._lock:
            return [each.pid for each in self._all]

    # --- in a thread of the pool ----------------------------------------------------------

    def _carry_out(self, work: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        try:
            request = pickle.dumps((work, args, kwargs))
        except (pickle.PicklingError, AttributeError, TypeError):  # such as a plugin's lambda
            return work(*args, **kwargs)
        for _ in range(TRIES):
            try:
                worker = self._take()
            except OSError as error:
                line = f"[Workers] none can be started ({error}): the server computes itself"
                self._log(tell_event("workers.none", line, "warning", error=str(error)))
                return work(*args, **kwargs)
            try:
                answer = worker.ask(request)
            except WorkerLost as lost:
                self._drop(worker, lost)
                continue
            self._give_back(worker)
            return open_answer(answer)
        raise WorkGivenUp(f"{TRIES} worker processes have ended over {_name_work(work)}")

    def _check_open(self) -> None:
        if self._closed:
            raise WorkGivenUp("the workers are stopped")

    def _take(self) -> WorkerProcess:
        with self._lock:
            self._check_open()
            if self._free:
                return self._free.pop()
        worker = WorkerProcess()
        with self._lock:
            self._all.add(worker)
            self.counts.running = len(self._all)
            closed = self._closed
        if closed:
            worker.kill()
        return worker

    def _give_back(self, worker: WorkerProcess) -> None:
        with self._lock:
            self.counts.done += 1
            self._free.append(worker)

    def _drop(self, worker: WorkerProcess, why: WorkerLost) -> None:
        with self._lock:
            self._all.discard(worker)
            self.counts.running = len(self._all)
            closed = self._closed
            self.counts.died += not closed
        worker.close()
        if not closed:
            line = f"[Workers] process {worker.pid} is gone: {why}; another takes its place"
            known = {"worker": worker.pid, "error": str(why)}
            self._log(tell_event("workers.gone", line, "warning", **known))


def open_answer(answer: bytes) -> Any:
    """Return the result in a process's answer, or raise the exception in it."""
    good, result = pickle.loads(answer)
    if not good:
        raise result
    return result


def _name_work(work: Callable[..., Any]) -> str:
    return getattr(getattr(work, "func", work), "__name__", repr(work))


_pool: type[Workers] = WorkerPool
