"""Puts files and folders in place, whole or not at all."""

from __future__ import annotations

import shutil
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from world.vault.durable import sync_file, sync_folder

STOPPING = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def ignore_stop_signals() -> Iterator[None]:
    """Ignore Ctrl-C and SIGTERM inside the block, so that it runs to its end."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    yield


@contextmanager
def new_folder(beside: Path) -> Iterator[Path]:
    """Make a temporary folder beside `beside`; it is removed at the end with its content.

    Raises `OSError`.
    """
    folder = Path(tempfile.mkdtemp(prefix=f".{beside.name}.", suffix=".tmp", dir=beside.parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_leftovers(folder: Path) -> None:
    """Remove what a `new_folder` has left in `folder` because its process was killed.

    Call it only when no other process works there.
    """
    for path in folder.glob(".*.tmp"):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)


def place_file(made: Path, path: Path) -> None:
    """Rename the finished file `made` to `path`, replacing it. Raises `OSError`."""
    sync_file(made)
    made.replace(path)
    sync_folder(path.parent)


def place_folder(made: Path, path: Path, put_away: Path) -> None:
    """Rename the finished folder `made` to `path`; the old `path` becomes `put_away`.

    On failure the old `path` is restored.  Raises `OSError`.
    """
    for each in made.iterdir():
        (sync_folder if each.is_dir() else sync_file)(each)
    sync_folder(made)
    old = path.exists()
    if old:
        path.rename(put_away)
    try:
        made.rename(path)
    except BaseException:
        if old:
            put_away.rename(path)
        raise
    sync_folder(path.parent)
