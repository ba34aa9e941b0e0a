"""The disk as a parameter: the few calls an archive makes, so that a test can fail any of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Disk(Protocol):
    """Raw file operations. Every one of them may raise `OSError`."""

    def write(self, fd: int, content: bytes) -> int:
        """Append some of `content`; return how many bytes."""
        ...

    def read_at(self, fd: int, size: int, offset: int) -> bytes:
        """Up to `size` bytes from `offset`; fewer only at the end of the file."""
        ...

    def cut(self, fd: int, size: int) -> None:
        """Shorten the file to `size` bytes."""
        ...

    def sync(self, fd: int) -> None:
        """Return when everything written is on the medium."""
        ...

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run `work`, which may block, without holding up the caller's loop."""
        ...


class SystemDisk:
    """The machine's disk; what blocks runs in the loop's default threads.

    `system` is the module of the system's calls: this platform's, unless a test gives another.
    """

    def __init__(self, system: Any = os) -> None:
        self._system = system
        # macOS and Windows have no fdatasync; fsync promises more.
        self._sync = getattr(system, "fdatasync", system.fsync)

    def write(self, fd: int, content: bytes) -> int:
        """One system call."""
        written: int = self._system.write(fd, content)
        return written

    def read_at(self, fd: int, size: int, offset: int) -> bytes:
        """One system call; two on Windows, so that no two threads may share a descriptor."""
        if hasattr(self._system, "pread"):
            content: bytes = self._system.pread(fd, size, offset)
        else:
            self._system.lseek(fd, offset, os.SEEK_SET)
            content = self._system.read(fd, size)
        return content

    def cut(self, fd: int, size: int) -> None:
        """One system call."""
        self._system.ftruncate(fd, size)

    def sync(self, fd: int) -> None:
        """Data and size, not the access time."""
        self._sync(fd)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """In a thread of the loop's default pool."""
        return await asyncio.to_thread(work)


_system: type[Disk] = SystemDisk


@contextmanager
def open_readonly(path: Path, system: Any = os) -> Iterator[int]:
    """A descriptor to read a file by, closed at the end. Raises `OSError`."""
    fd = system.open(path, system.O_RDONLY | _binary_flag(system))
    try:
        yield fd
    finally:
        system.close(fd)


def open_to_append(path: Path, system: Any = os) -> int:
    """A descriptor to write behind a file's end, and to read it; the file is made if missing."""
    flags = system.O_RDWR | system.O_APPEND | system.O_CREAT | _binary_flag(system)
    fd: int = system.open(path, flags, 0o644)
    return fd


def _binary_flag(system: Any) -> int:
    """The flag without which Windows writes two bytes for a newline."""
    flag: int = getattr(system, "O_BINARY", 0)
    return flag
