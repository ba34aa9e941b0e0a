"""Keeps the counts of what people say to each other in step with the chronicle, when asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.memory.log.disk import SystemDisk, open_readonly
from agents.memory.log.segment import find_end
from agents.workers.protocol import Workers, WorkGivenUp
from server.chronicle.files import list_chronicle
from server.web.views.people.spoken import SpokenCount, SpokenPair, SpokenStretch, count_files

SMALL_BYTES = 256 * 1024
"""So much is read in a thread before an answer; it is not worth a process."""

STRETCH_BYTES = 8 * 1024 * 1024
"""So much a worker process reads at once."""

MOST_PAIRS = 20_000
"""Further pairs are not counted."""


class SpokenKeeper:
    """Counts a chronicle once, and then what is added; ask it on the loop's thread.

    If a file has gone or become shorter, all is counted anew.
    """

    def __init__(
        self,
        folder: Path,
        workers: Workers,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._folder, self._workers, self._spawn = folder, workers, spawn
        self._lock = asyncio.Lock()
        self._counts: dict[SpokenPair, SpokenCount] = {}
        self._read: dict[Path, int] = {}
        self.size = 0
        """Bytes of the chronicle."""
        self.is_behind = False
        """Whether more of it is being read."""
        self.trouble = ""
        """Why it could not be read the last time; empty: it could."""

    @property
    def counts(self) -> Mapping[SpokenPair, SpokenCount]:
        """What was counted so far."""
        return self._counts

    @property
    def read(self) -> int:
        """Bytes of the chronicle that were read so far."""
        return sum(self._read.values())

    async def follow(self) -> None:
        """Take in what is new if that is little; more is read on behind the scenes."""
        if self.is_behind:
            return
        async with self._lock:
            more = await self._take(SMALL_BYTES)
        if more and not self.is_behind:
            self.is_behind = True
            self._spawn(self._follow_on())

    async def _follow_on(self) -> None:
        try:
            while await self._take(STRETCH_BYTES):
                pass
        finally:
            self.is_behind = False

    async def _take(self, most: int) -> bool:
        """Read one stretch; return whether there is more."""
        try:
            sizes = await asyncio.to_thread(_measure, self._folder)
            self._begin_anew_if_changed(sizes)
            places = [
                (path, self._read[path]) for path, size in sizes.items() if self._read[path] < size
            ]
            stretches = await self._count(places, most)
        except (OSError, WorkGivenUp) as error:
            self.trouble = f"The chronicle cannot be read: {error}"
            return False
        self.trouble = ""
        for (path, _), stretch in zip(places, stretches, strict=False):
            self._add(stretch)
            self._read[path] = stretch.end
        return self.read < self.size

    def _begin_anew_if_changed(self, sizes: Mapping[Path, int]) -> None:
        self.size = sum(sizes.values())
        if any(read > sizes.get(path, 0) for path, read in self._read.items()):
            self._counts, self._read = {}, {}
        for path in sizes:
            self._read.setdefault(path, 0)

    async def _count(self, places: Sequence[tuple[Path, int]], most: int) -> list[SpokenStretch]:
        if most <= SMALL_BYTES:
            return await asyncio.to_thread(count_files, places, most)
        return await self._workers.run(count_files, places, most)

    def _add(self, stretch: SpokenStretch) -> None:
        for pair, said in stretch.counts.items():
            if pair in self._counts:
                self._counts[pair] = self._counts[pair].plus(said)
            elif len(self._counts) < MOST_PAIRS:
                self._counts[pair] = said


def _measure(folder: Path) -> dict[Path, int]:
    """Return the files of a chronicle, the oldest first, with the bytes of their whole lines."""
    sizes = dict[Path, int]()
    for each in list_chronicle(folder):
        with open_readonly(each.path) as fd:
            sizes[each.path] = find_end(SystemDisk(), fd)
    return sizes
