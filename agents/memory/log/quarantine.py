"""Files beside a segment in which spoilt lines are kept: ``.torn`` and ``.rejected``."""

from __future__ import annotations

import json
from pathlib import Path


def append_entry(path: Path, entry: dict[str, object]) -> None:
    """Add `entry` as a line of JSON. Raises `OSError`."""
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(json.dumps(entry, ensure_ascii=False) + "\n")


def has_entry(path: Path, offset: int) -> bool:
    """Whether the file already holds what stood at byte `offset`."""
    wanted = f'"offset": {offset},'
    return path.exists() and wanted in path.read_text(encoding="utf-8", errors="replace")


def show_bytes(line: bytes) -> str:
    """Bytes as text; what is not UTF-8 is shown by its hexadecimal values."""
    return line.decode("utf-8", "backslashreplace")
