"""Keeps the index of each life in step with its archive, a stretch at a time, when it is asked for.

Stretches are read by worker processes, so that a long life does not hold up the world.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from agents.workers.protocol import Workers, WorkGivenUp
from server.web.views.memory.life.adding import add_findings, read_place
from server.web.views.memory.life.database import discard_index, open_index
from server.web.views.memory.life.findings import (
    STRETCH_BYTES,
    Findings,
    ReadingPlace,
    read_stretch,
)

T = TypeVar("T")

SMALL_BYTES = 256 * 1024
"""A stretch as short as this is read in a thread: it is not worth a process."""


class LifeKeeper:
    """Brings one life's index up to date; ask it on the loop's thread."""

    def __init__(
        self,
        archive: Path,
        index: Path,
        workers: Workers,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self.index = index
        """The index file; there is one after the first `follow`."""
        self._archive, self._workers, self._spawn = archive, workers, spawn
        self._lock = asyncio.Lock()
        self._following = False
        self.trouble = ""
        """Why the index could not be brought up to date the last time; empty: it could."""

    async def follow(self) -> None:
        """Take in what is new if that is little; a long stretch is read on behind the scenes."""
        if self._following:
            return
        async with self._lock:
            more = await self._take(SMALL_BYTES)
        if more and not self._following:
            self._following = True
            self._spawn(self._follow_on())

    @property
    def is_behind(self) -> bool:
        """Whether more of the archive is being read."""
        return self._following

    async def _follow_on(self) -> None:
        try:
            more = True
            while more:
                more = await self._take(STRETCH_BYTES)
        finally:
            self._following = False

    async def _take(self, most: int) -> bool:
        """Read one stretch of at most so many bytes; return whether there is more."""
        try:
            place = await asyncio.to_thread(self._read_place)
            found = await self._read(place, most)
            if found.size or found.reset:
                await asyncio.to_thread(self._add, found)
        except (OSError, sqlite3.Error, WorkGivenUp) as error:
            self.trouble = f"The index of this life cannot be brought up to date: {error}"
            return False
        self.trouble = ""
        return found.more

    async def _read(self, place: ReadingPlace, most: int) -> Findings:
        if most <= SMALL_BYTES:
            return await asyncio.to_thread(read_stretch, self._archive, place, most)
        return await self._workers.run(read_stretch, self._archive, place, most)

    def _read_place(self) -> ReadingPlace:
        try:
            return self._use(read_place)
        except sqlite3.DatabaseError:
            discard_index(self.index)
            return self._use(read_place)

    def _add(self, found: Findings) -> None:
        self._use(lambda index: add_findings(index, found))

    def _use(self, work: Callable[[sqlite3.Connection], T]) -> T:
        index = open_index(self.index)
        try:
            return work(index)
        finally:
            index.close()
