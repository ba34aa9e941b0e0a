"""Work that goes on after the command that began it has returned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class BackgroundTasks:
    """Runs coroutines in the background and keeps them from being forgotten.

    The loop itself holds only weak references to tasks.  `log` hears of a task that
    failed in a way its author did not foresee.
    """

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log
        self._running: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin `work`; it goes on by itself."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._done)

    async def close(self) -> None:
        """Give up whatever still runs."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._log(f"a background task failed: {error!r}")
