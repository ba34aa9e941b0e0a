"""Workers without a process, for tests under a virtual clock."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from agents.workers.child import carry_out
from agents.workers.pool import open_answer
from agents.workers.protocol import WorkerCounts, Workers

P = ParamSpec("P")
T = TypeVar("T")


class PickledWorkers:
    """Sends work to itself as to a process: what cannot be pickled is an error."""

    def __init__(self) -> None:
        self.counts = WorkerCounts()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        answer: T = open_answer(carry_out(pickle.dumps((work, args, kwargs))))
        self.counts.done += 1
        return answer

    async def run_soon(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.run(work, *args, **kwargs)

    async def close(self) -> None:
        pass


_workers: type[Workers] = PickledWorkers
