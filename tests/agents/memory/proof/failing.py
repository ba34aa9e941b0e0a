"""Disks that are slow, die with their process, or know what was synced."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from agents.memory.log.disk import Disk
from tests.agents.memory.support import PlainDisk

T = TypeVar("T")


class ProcessGone(OSError):
    """The process that would do this was killed."""


class LivingDisk(PlainDisk):
    """One process's disk: slow beside the loop, and gone with the process.

    `synced_to` has the bytes of each file that are sure to outlast a power cut.
    """

    def __init__(self, pauses: int = 0) -> None:
        super().__init__()
        self.pauses = pauses
        """Turns of the loop that work aside waits for, and takes."""
        self.dead = False
        self.synced_to: dict[tuple[int, int], int] = {}

    def write(self, fd: int, content: bytes) -> int:
        self._live()
        return super().write(fd, content)

    def cut(self, fd: int, size: int) -> None:
        self._live()
        super().cut(fd, size)

    def sync(self, fd: int) -> None:
        self._live()
        super().sync(fd)
        self._mark_synced(os.fstat(fd))

    async def in_thread(self, work: Callable[[], T]) -> T:
        for _ in range(self.pauses):
            await asyncio.sleep(0)
        self._live()
        done = work()
        for _ in range(self.pauses):
            await asyncio.sleep(0)
        return done

    def safe(self, path: Path) -> int:
        """The bytes of `path` that no power cut takes."""
        found = path.stat()
        return self.synced_to.get((found.st_dev, found.st_ino), 0)

    def saw(self, path: Path) -> None:
        """`path` has come onto the medium by itself."""
        self._mark_synced(path.stat())

    def _mark_synced(self, found: os.stat_result) -> None:
        self.synced_to[found.st_dev, found.st_ino] = found.st_size

    def _live(self) -> None:
        if self.dead:
            raise ProcessGone("the process was killed")


@dataclass
class FailingDisk(PlainDisk):
    """From call `first` on the next `count` calls fail; calls are counted from 1.

    `part` of a failing write's bytes are written nevertheless: the call returns how many.
    """

    error: OSError
    first: int
    count: int = 1
    part: float | None = None
    cuts_fail: bool = False
    calls: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        super().__init__()

    def write(self, fd: int, content: bytes) -> int:
        if not self._fails():
            return super().write(fd, content)
        if self.part is None:
            raise self.error
        return os.write(fd, content[: int(len(content) * self.part)])

    def sync(self, fd: int) -> None:
        if self._fails():
            raise self.error
        super().sync(fd)

    def cut(self, fd: int, size: int) -> None:
        if self.cuts_fail and self._is_failing():
            raise self.error
        super().cut(fd, size)

    def _fails(self) -> bool:
        self.calls += 1
        return self._is_failing()

    def _is_failing(self) -> bool:
        return self.first <= self.calls < self.first + self.count


_disks: tuple[type[Disk], ...] = (LivingDisk, FailingDisk)
