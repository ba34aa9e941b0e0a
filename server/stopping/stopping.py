"""Stops a server: goodbye, save, close; each step in its own time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from server.stopping.deadline import Deadline

SAVE_SECONDS = 1.0
"""Seconds for writing what waits."""

CLOSE_SECONDS = 2.0
"""Seconds for closing all parts, the clients' time to read the last words among them."""


class Stopping:
    """Stops once, as soon as everything is up; `stopped` is set at the end."""

    def __init__(
        self,
        parts: AsyncExitStack,
        deadline: Deadline,
        log: Callable[[str], None],
        *,
        save_seconds: float = SAVE_SECONDS,
        close_seconds: float = CLOSE_SECONDS,
    ) -> None:
        """`parts` are closed in reverse order; if one fails, the others are still closed."""
        self._parts = parts
        self._log = log
        self._save_seconds = save_seconds
        self._close_seconds = close_seconds
        self._task: asyncio.Task[None] | None = None
        self.deadline = deadline
        self.up = asyncio.Event()
        """Set when the start is complete; a half-started server cannot be stopped cleanly."""
        self.stopped = asyncio.Event()

    @property
    def is_begun(self) -> bool:
        """Whether it is to stop: whoever still starts something hurries up."""
        return self._task is not None

    def begin(self, save: Callable[[], Awaitable[object]], seconds: float | None = None) -> None:
        """Begin to stop, if it has not begun yet; `save` writes what waits.

        With `seconds` for that the process goes on afterwards, and no deadline ends it.
        """
        if self._task is None:
            self._task = asyncio.ensure_future(self._stop(save, seconds))

    async def _stop(self, save: Callable[[], Awaitable[object]], seconds: float | None) -> None:
        await self.up.wait()
        if seconds is None:
            self.deadline.arm()
        limit = self._save_seconds if seconds is None else seconds
        try:
            await self._within(limit, save(), "not everything could be saved")
            await self.close()
        finally:  # even if a part was cancelled: the process must end
            self.stopped.set()

    async def close(self) -> None:
        """Close all parts, even if the start failed; failures are logged."""
        await self._within(self._close_seconds, self._parts.aclose(), "shutdown was not clean")

    async def _within(self, seconds: float, work: Awaitable[object], fault: str) -> None:
        try:
            await asyncio.wait_for(work, seconds)
        except Exception as error:
            self._log(f"ERROR: {fault}: {error!r}")
