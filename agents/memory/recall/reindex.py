"""Build a recall index anew beside the old one, which stays in use until the new one is whole."""

from __future__ import annotations

import asyncio
import itertools
import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.recall import database, schema
from agents.memory.recall.schema import Searchable, accept_all

Iterate = Callable[[int], Iterable[Experience]]
"""Reads the archive from after a memory's number, in order; called in the worker thread."""

Progress = Callable[[int], bool | None]
"""Called in the worker thread with how many memories are indexed; to return False stops."""

#: Memories per transaction, and per call of progress.
BATCH = 5_000


class ReindexStopped(Exception):
    """The rebuilding was stopped; the index is as it was before."""


async def reindex(
    path: Path,
    iterate: Iterate,
    progress: Progress = lambda _: None,
    *,
    searchable: Searchable = accept_all,
) -> int:
    """Build the index at `path` afresh from the archive; return how many memories it holds.

    Needs no server.  The work is done in a thread, into a temporary file that takes the
    index's place when it is whole; cancelled, or stopped by `progress`, it leaves the old
    index as it was and nothing beside it.  Raises `ReindexStopped`, `sqlite3.Error`,
    `OSError`, and what `iterate` raises.
    """
    stop = threading.Event()

    def report_progress(done: int) -> bool:
        return progress(done) is not False and not stop.is_set()

    work = asyncio.ensure_future(
        asyncio.to_thread(rebuild_index, path, iterate, report_progress, searchable=searchable)
    )
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        stop.set()
        # The thread's batch ends first, so that nobody else finds its file half-way.
        await asyncio.gather(work, return_exceptions=True)
        raise


def rebuild_index(
    path: Path,
    iterate: Iterate,
    progress: Progress = lambda _: None,
    *,
    searchable: Searchable = accept_all,
) -> int:
    """Do what `reindex` does, in the calling thread."""
    fresh = path.with_name(f"{path.name}.new")
    database.remove_index(fresh)
    try:
        done = _fill_index(fresh, iterate, progress, searchable)
        _replace_index(fresh, path)
    finally:
        database.remove_index(fresh)
    return done


def _fill_index(
    fresh: Path,
    iterate: Iterate,
    progress: Progress,
    searchable: Searchable,
) -> int:
    done, rows = 0, iter(iterate(0))
    with database.open_for_building(fresh) as connection:
        while batch := list(itertools.islice(rows, BATCH)):
            schema.add_rows(connection, batch, searchable)
            done += len(batch)
            if progress(done) is False:
                raise ReindexStopped(f"stopped after {done} memories")
    return done


def _replace_index(fresh: Path, path: Path) -> None:
    """Put `fresh` in the place of `path`, in one step."""
    with fresh.open("r+b") as written:
        os.fsync(written.fileno())
    # What SQLite keeps beside the old file must never be taken for the new file's.
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    fresh.replace(path)
