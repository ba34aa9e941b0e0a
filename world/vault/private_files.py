"""Writes files that only their owner may read."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from world.vault.durable import sync_file, sync_folder


def write_privately(path: Path, text: str) -> None:
    """Write a file for this user alone, whole or not at all. Raises `OSError`."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fd, made = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(fd, "w", encoding="utf-8", errors="replace", newline="\n") as file:
            file.write(text)
        sync_file(Path(made))
        Path(made).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(made).unlink()
        raise
    sync_folder(path.parent)
