"""Runs the same work on many things in several processes, with the results in order."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

from server.memory_cli.console import CannotDo

T = TypeVar("T")
R = TypeVar("R")

#: More processes gain little, because they share the disk and the reader of results.
MOST = 8


class WorkerDied(CannotDo):
    """A process ended before its work was done."""


def map_in_order(work: Callable[[T], R], things: Sequence[T], processes: int = 0) -> Iterator[R]:
    """Yield the result of `work`, a module's function, for each of `things`, in order.

    With one process, or one thing, the work is done here.  Whatever `work` raises is raised
    here.  When this is left early, by an exception too, the processes are ended.
    """
    count = min(processes or _count_cores(), len(things))
    if count < 2:
        yield from map(work, things)
        return
    workers = [_start(work, things[n::count]) for n in range(count)]
    try:
        for n in range(len(things)):
            result = _receive(workers[n % count][1])
            if isinstance(result, Exception):
                raise result
            yield result
    finally:
        for process, _ in workers:
            process.terminate()
        for process, results in workers:
            process.join()
            results.close()


def _count_cores() -> int:
    with suppress(AttributeError):
        return min(MOST, len(os.sched_getaffinity(0)))
    return min(MOST, os.cpu_count() or 1)


def _start(work: Callable[[T], R], things: Sequence[T]) -> tuple[BaseProcess, Connection]:
    results, sender = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=_work, args=(work, things, sender), daemon=True)
    process.start()
    sender.close()
    return process, results


def _work(work: Callable[[T], R], things: Sequence[T], sender: Connection) -> None:
    # Ctrl-C reaches every process of a terminal; the parent ends its children.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.disable()  # the result is kept until it is sent
    with suppress(BrokenPipeError):  # the parent no longer waits
        for thing in things:
            sender.send(_try_work(work, thing))


def _try_work(work: Callable[[T], R], thing: T) -> R | Exception:
    try:
        return work(thing)
    except Exception as error:
        return error


def _receive(results: Connection) -> Any:
    try:
        return results.recv()
    except EOFError as error:
        raise WorkerDied("a process that was reading ended unexpectedly; try again") from error
