"""Several stores seen as one, for whoever waits until a change is on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Protocol

from agents.boundaries import Clock
from server.storage.database import StorageError


class Keeper(Protocol):
    """A store that counts its changes and can bring them to disk."""

    @property
    def recorded(self) -> int:
        """How many changes were made so far."""
        ...

    @property
    def trouble(self) -> str:
        """Why changes are not on disk soon; empty: they will be."""
        ...

    async def flush(self) -> None:
        """Return when every change is on disk. Raises `StorageError`."""
        ...


SETTLE_SECONDS = 1.0
"""Whoever acts waits so long for the disk, and not longer."""


class KeptTogether:
    """A `Keeper` of several."""

    def __init__(self, keepers: Sequence[Keeper], clock: Clock) -> None:
        self._keepers = keepers
        self._clock = clock

    @property
    def recorded(self) -> int:
        """How many changes were made so far."""
        return sum(each.recorded for each in self._keepers)

    @property
    def trouble(self) -> str:
        """Why changes are not on disk soon; empty: they will be."""
        return next((each.trouble for each in self._keepers if each.trouble), "")

    async def settle(self) -> None:
        """Return when every change is on disk, or raise `StorageError` soon if it is not."""
        if self.trouble:
            raise StorageError(self.trouble)
        flushing = asyncio.ensure_future(self.flush())
        late = asyncio.Event()
        timer = self._clock.call_later(SETTLE_SECONDS, late.set)
        waiting = asyncio.ensure_future(late.wait())
        try:
            await asyncio.wait((flushing, waiting), return_when=asyncio.FIRST_COMPLETED)
        finally:
            timer.cancel()
            waiting.cancel()
        if not flushing.done():
            flushing.add_done_callback(_drop_error)
            raise StorageError(self.trouble or "the disk does not answer")
        flushing.result()

    async def flush(self) -> None:
        """Return when every change is on disk. Raises the first error, after all have tried."""
        errors = []
        for each in self._keepers:
            try:
                await each.flush()
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]


def _drop_error(done: asyncio.Future[None]) -> None:
    """Take an error that nobody waits for any more: its store has told it."""
    if not done.cancelled():
        done.exception()


_keeper: type[Keeper] = KeptTogether
