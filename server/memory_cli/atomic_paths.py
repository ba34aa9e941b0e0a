"""Putting files and folders in their place, whole or not at all."""

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
    """What is done here is done to its end: Ctrl-C and SIGTERM come to nothing from now on."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    yield


@contextmanager
def new_folder(beside: Path) -> Iterator[Path]:
    """A folder to work in, in the folder of `beside`; what is left in it at the end is removed.

    Raises `OSError`.
    """
    folder = Path(tempfile.mkdtemp(prefix=f".{beside.name}.", suffix=".tmp", dir=beside.parent))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def remove_leftovers(folder: Path) -> None:
    """Remove what a `new_folder` has left in `folder` because its process was killed.

    Only for who is certain that nobody else works there.
    """
    for path in folder.glob(".*.tmp"):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)


def place_file(made: Path, path: Path) -> None:
    """Rename `made`, which is whole, to `path`, over what may be there. Raises `OSError`."""
    sync_file(made)
    made.replace(path)
    sync_folder(path.parent)


def place_folder(made: Path, path: Path, put_away: Path) -> None:
    """Rename `made`, which is whole, to `path`; what was there goes to `put_away`.

    If it cannot be done, what was there is there again.  Raises `OSError`.
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
