"""The disk as a parameter: an archive makes few calls, and a test can make each of them fail."""

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
        """Append `content` or a part of it; return how many bytes were written."""
        ...

    def read_at(self, fd: int, size: int, offset: int) -> bytes:
        """Return up to `size` bytes from `offset`; fewer only at the end of the file."""
        ...

    def cut(self, fd: int, size: int) -> None:
        """Truncate the file to `size` bytes."""
        ...

    def sync(self, fd: int) -> None:
        """fsync everything written to the file."""
        ...

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run `work`, which may block, without blocking the caller's loop; return its result."""
        ...


class SystemDisk:
    """Uses the machine's disk; blocking work runs in the loop's default threads.

    `system` has the system calls: the module ``os``, unless a test gives another.
    """

    def __init__(self, system: Any = os) -> None:
        self._system = system
        # macOS and Windows have no fdatasync; fsync promises more.
        self._sync = getattr(system, "fdatasync", system.fsync)

    def write(self, fd: int, content: bytes) -> int:
        """Write by one system call."""
        written: int = self._system.write(fd, content)
        return written

    def read_at(self, fd: int, size: int, offset: int) -> bytes:
        """Read by one system call; by two on Windows, so threads must not share a descriptor."""
        if hasattr(self._system, "pread"):
            content: bytes = self._system.pread(fd, size, offset)
        else:
            self._system.lseek(fd, offset, os.SEEK_SET)
            content = self._system.read(fd, size)
        return content

    def cut(self, fd: int, size: int) -> None:
        """Truncate by one system call."""
        self._system.ftruncate(fd, size)

    def sync(self, fd: int) -> None:
        """Sync data and size, but not the access time where the system can leave that out."""
        self._sync(fd)

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run `work` in a thread of the loop's default pool."""
        return await asyncio.to_thread(work)


_system: type[Disk] = SystemDisk


@contextmanager
def open_readonly(path: Path, system: Any = os) -> Iterator[int]:
    """Yield a descriptor to read a file, and close it at the end. Raises `OSError`."""
    fd = system.open(path, system.O_RDONLY | _binary_flag(system))
    try:
        yield fd
    finally:
        system.close(fd)


def open_to_append(path: Path, system: Any = os) -> int:
    """Return a descriptor to append to a file and read it; a missing file is made."""
    flags = system.O_RDWR | system.O_APPEND | system.O_CREAT | _binary_flag(system)
    fd: int = system.open(path, flags, 0o644)
    return fd


def _binary_flag(system: Any) -> int:
    """Return the flag that keeps Windows from writing two bytes for a newline."""
    flag: int = getattr(system, "O_BINARY", 0)
    return flag
