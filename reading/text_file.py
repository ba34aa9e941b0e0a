"""Reads small text files that people write, whatever lies in their place.

A pipe, a device or a folder is refused and not waited for, and a large file is not read.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

#: Opening a pipe would wait for somebody who writes to it; Windows has no such files.
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class UnfitFile(Exception):
    """A file is not fit to be read. The fields say which line, what was read, what is allowed."""

    def __init__(self, line: int, read: str, allowed: str) -> None:
        super().__init__(line, read, allowed)
        self.line, self.read, self.allowed = line, read, allowed


def read_bounded(path: Path, most: int) -> bytes:
    """Return what is in the file, at most `most` bytes.

    Raises `OSError`, and `UnfitFile` for a larger one or what is no file.
    """
    descriptor = os.open(path, os.O_RDONLY | _AT_ONCE)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise UnfitFile(0, _name_kind(found.st_mode), "a text file")
        if found.st_size > most:
            raise UnfitFile(0, f"{found.st_size} bytes", f"at most {most}")
        data = file.read(most + 1) or b""
        while len(data) <= most and (more := file.read(most + 1 - len(data))):
            data += more
    if len(data) > most:
        raise UnfitFile(0, f"more than {most} bytes", f"at most {most}")
    return data


def decode_text(data: bytes) -> str:
    """Return UTF-8 bytes as text, without a byte-order mark. Raises `UnfitFile`."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnfitFile(line, f"byte {data[error.start]:#04x}", "UTF-8 text") from None


def leads_astray(path: Path) -> bool:
    """Return whether `path` is a symbolic link to something that is not in its own folder."""
    if not path.is_symlink():
        return False
    try:
        return not path.resolve().is_relative_to(path.parent.resolve())
    except (OSError, RuntimeError):
        return True


def _name_kind(mode: int) -> str:
    if stat.S_ISFIFO(mode):
        return "a pipe"
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a device" if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) else "something else"
