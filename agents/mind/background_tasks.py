"""Running work that continues after its command has returned."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


class BackgroundTasks:
    """Runs coroutines in the background and logs those that fail.

    It keeps references to the tasks, because the event loop has only weak ones.
    """

    def __init__(self, log: Callable[[str], None]) -> None:
        self._log = log
        self._running: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Start `work` in the background."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._on_done)

    async def close(self) -> None:
        """Cancel the tasks that still run."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._log(f"ERROR: a background task failed: {error!r}")
