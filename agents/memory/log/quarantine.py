"""Keeps copies of unreadable lines in files beside the segment: ``.torn`` and ``.rejected``."""

from __future__ import annotations

import errno
import json
from pathlib import Path


def append_entry(path: Path, entry: dict[str, object]) -> None:
    """Add `entry` as a line of JSON, whole or not at all. Raises `OSError`."""
    line = (json.dumps(entry, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")
    with path.open("ab", buffering=0) as file:
        size = file.tell()
        if file.write(line) != len(line):
            file.truncate(size)
            raise OSError(errno.ENOSPC, f"only a part of a line fits into {path.name}")


def has_entry(path: Path, offset: int) -> bool:
    """Return whether the file already has an entry for byte `offset`."""
    wanted = f'"offset": {offset},'
    return path.exists() and wanted in path.read_text(encoding="utf-8", errors="replace")


def show_bytes(line: bytes) -> str:
    """Return bytes as text; bytes that are not UTF-8 appear as hexadecimal escapes."""
    return line.decode("utf-8", "backslashreplace")
