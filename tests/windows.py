"""How Windows differs in the calls for files, acted out on this system."""

from __future__ import annotations

import errno
import os
from pathlib import Path


class WindowsCalls:
    """Has no `pread` and no `fdatasync`; opens no folder; syncs nothing that is only read;
    and gives a file as bytes only where that is asked for."""

    name = "nt"
    O_RDONLY, O_RDWR = os.O_RDONLY, os.O_RDWR
    O_APPEND, O_CREAT = os.O_APPEND, os.O_CREAT
    O_BINARY = 1 << 40

    def __init__(self) -> None:
        self._opened: dict[int, int] = {}

    def open(self, path: Path, flags: int, mode: int = 0o777) -> int:
        if path.is_dir():
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        fd = os.open(path, flags & ~self.O_BINARY, mode)
        self._opened[fd] = flags
        return fd

    def close(self, fd: int) -> None:
        del self._opened[fd]
        os.close(fd)

    def fsync(self, fd: int) -> None:
        if not self._opened[fd] & self.O_RDWR:
            raise OSError(errno.EBADF, "Bad file descriptor")
        os.fsync(fd)

    def write(self, fd: int, content: bytes) -> int:
        if not self._opened[fd] & self.O_BINARY:
            content = content.replace(b"\n", b"\r\n")
        return os.write(fd, content)

    def read(self, fd: int, size: int) -> bytes:
        content = os.read(fd, size)
        return content if self._opened[fd] & self.O_BINARY else content.replace(b"\r\n", b"\n")

    def lseek(self, fd: int, offset: int, whence: int) -> int:
        return os.lseek(fd, offset, whence)

    def ftruncate(self, fd: int, size: int) -> None:
        os.ftruncate(fd, size)
