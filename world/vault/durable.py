"""Syncs files, and the names in folders, to the disk on every system.

`system` is the module of the system's calls: this platform's, unless a test gives another.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def sync_file(path: Path, system: Any = os) -> None:
    """Sync the file's content to the disk. Raises `OSError`."""
    descriptor = open_to_sync(path, system)
    try:
        system.fsync(descriptor)
    finally:
        system.close(descriptor)


def sync_folder(folder: Path, system: Any = os) -> None:
    """Sync the names in a folder to the disk. Raises `OSError`.

    Windows opens no folders; there the file system's own journal keeps the names.
    """
    if system.name != "nt":
        sync_file(folder, system)


def open_to_sync(path: Path, system: Any = os) -> int:
    """Return a descriptor to sync a file by; Windows needs one that is open for writing."""
    descriptor: int = system.open(path, system.O_RDWR if system.name == "nt" else system.O_RDONLY)
    return descriptor
