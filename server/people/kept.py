"""Several stores seen as one, for whoever waits until a change is on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
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
"""The output of a command waits at most so long for the disk."""


class KeptTogether:
    """Waits for those of several stores in which a command has changed something."""

    def __init__(self, keepers: Sequence[Keeper], clock: Clock) -> None:
        self._keepers = keepers
        self._clock = clock

    @property
    def recorded(self) -> tuple[int, ...]:
        """How many changes were made so far in each store."""
        return tuple([each.recorded for each in self._keepers])

    def settle(self, before: tuple[int, ...]) -> Coroutine[None, None, None] | None:
        """Return what ends when the changes since `before` are on disk; None: there are none.

        `before` is what `recorded` was. It raises `StorageError` soon if they are not on disk.
        """
        for each, count in zip(self._keepers, before, strict=True):
            if each.recorded != count:
                return self._wait(self._find_changed(before))
        return None

    def _find_changed(self, before: tuple[int, ...]) -> Sequence[Keeper]:
        counts = zip(self._keepers, before, strict=True)
        return [each for each, count in counts if each.recorded != count]

    async def _wait(self, changed: Sequence[Keeper]) -> None:
        trouble = next((each.trouble for each in changed if each.trouble), "")
        if trouble:
            raise StorageError(trouble)
        flushing = asyncio.ensure_future(_flush(changed))
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
            raise StorageError("the disk does not answer")
        flushing.result()


async def _flush(keepers: Sequence[Keeper]) -> None:
    """Return when every change is on disk. Raises the first error, after all have tried."""
    errors = []
    for each in keepers:
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
