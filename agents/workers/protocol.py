"""The Protocol of what carries out work that computes for long, and its two simplest drivers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, Protocol, TypeVar

from late.late_dataclass import late_dataclass

P = ParamSpec("P")
T = TypeVar("T")


class WorkGivenUp(Exception):
    """Two processes have ended over the same work, or all are stopped; nothing came of it."""


@late_dataclass(slots=True)
class WorkerCounts:
    """What workers have done since the start."""

    running: int = 0
    """Processes that there are now."""
    done: int = 0
    """Pieces of work that processes have done."""
    died: int = 0
    """Processes that ended by themselves."""


class Workers(Protocol):
    """Carries out work that computes for long without holding up the caller's loop."""

    @property
    def counts(self) -> WorkerCounts:
        """What was done so far."""
        ...

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `work` returns, or raise what it raises.

        `work` is a function of a module, or a `partial` of one, that changes nothing.  What cannot
        be pickled is carried out in a thread of this process.  Raises `WorkGivenUp`.
        """
        ...

    async def run_soon(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `work` returns, as `run` does, without waiting for longer work.

        It is for what takes some milliseconds and somebody waits for.
        """
        ...

    async def close(self) -> None:
        """End every process; work that is under way raises `WorkGivenUp`."""
        ...


class NoWorkers:
    """Carries out the work here and now."""

    def __init__(self) -> None:
        self.counts = WorkerCounts()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `work` returns."""
        return work(*args, **kwargs)

    async def run_soon(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `work` returns."""
        return work(*args, **kwargs)

    async def close(self) -> None:
        """Do nothing."""


class ThreadWorkers:
    """Carries out the work in threads, which share the interpreter with the loop."""

    def __init__(self) -> None:
        self.counts = WorkerCounts()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `work` returns."""
        return await asyncio.to_thread(work, *args, **kwargs)

    async def run_soon(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `work` returns."""
        return await asyncio.to_thread(work, *args, **kwargs)

    async def close(self) -> None:
        """Do nothing: a thread cannot be ended."""


_drivers: tuple[type[Workers], ...] = (NoWorkers, ThreadWorkers)
