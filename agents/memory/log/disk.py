"""The disk as a parameter: the few calls an archive makes, so that a test can fail any of them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

T = TypeVar("T")

# macOS has no fdatasync; fsync promises more.
_sync = getattr(os, "fdatasync", os.fsync)


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

    async def aside(self, work: Callable[[], T]) -> T:
        """Run `work`, which may block, without holding up the caller's loop."""
        ...


class SystemDisk:
    """The machine's disk; what blocks runs in the loop's default threads."""

    def write(self, fd: int, content: bytes) -> int:
        """One system call."""
        return os.write(fd, content)

    def read_at(self, fd: int, size: int, offset: int) -> bytes:
        """One system call."""
        return os.pread(fd, size, offset)

    def cut(self, fd: int, size: int) -> None:
        """One system call."""
        os.ftruncate(fd, size)

    def sync(self, fd: int) -> None:
        """Data and size, not the access time."""
        _sync(fd)

    async def aside(self, work: Callable[[], T]) -> T:
        """In a thread of the loop's default pool."""
        return await asyncio.to_thread(work)


_system: type[Disk] = SystemDisk


@contextmanager
def open_readonly(path: Path) -> Iterator[int]:
    """A descriptor to read a file by, closed at the end. Raises `OSError`."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        yield fd
    finally:
        os.close(fd)
