"""The world's state in SQLite, written in the background by one writer.

`record` only collects changes.  The writer commits all collected ones as soon as it is
free, so a busy world makes fewer and larger transactions (group commit).  In WAL mode with
``synchronous = NORMAL`` what is committed survives the end of the program at any moment.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import aiosqlite

from agents.boundaries import Clock, StorageWatcher
from late.late_dataclass import late_dataclass
from server.storage.database import (
    Schema,
    StorageError,
    explain_error,
    open_database,
    read_rows,
    transaction,
)
from server.storage.poison import PoisonRows, is_rows_fault, write_singly
from server.storage.rows import Columns, RowError, columns_of, row_of
from server.storage.trouble import WriteTrouble
from world.boundaries import Store, ThingRow

_LOG = logging.getLogger(__name__)

WORLD_SCHEMA = Schema(
    holds="the world's state",
    without="the world begins again from its room notes",
    steps=(
        (
            """
            CREATE TABLE things (
                id INTEGER PRIMARY KEY,
                kind TEXT NOT NULL,
                name TEXT NOT NULL,
                description TEXT NOT NULL,
                aliases TEXT NOT NULL,
                place INTEGER,
                properties TEXT NOT NULL,
                exits TEXT NOT NULL
            )
            """,
        ),
    ),
)
_SAVE = "INSERT OR REPLACE INTO things VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_REMOVE = "DELETE FROM things WHERE id = ?"
_LOAD = (
    "SELECT id, kind, name, description, aliases, place, properties, exits FROM things ORDER BY id"
)

FIRST_RETRY = 0.5
"""Seconds from a failed write to the next try; they double with each failure …"""
LONGEST_RETRY = 8.0
"""… up to these."""


def read_things(path: Path) -> list[ThingRow]:
    """Return all stored things by id without writing anything; empty if there is no file.

    A running server may have the file open.  Raises `StorageError`.
    """
    try:
        return [row_of(columns) for columns in read_rows(path, WORLD_SCHEMA, _LOAD)]
    except RowError as error:
        raise StorageError(f"{path} (the world's state): {error}.") from error


@late_dataclass(frozen=True, slots=True)
class StoreHealth:
    """The state of writing. `pending` counts things with changes not on disk yet."""

    pending: int = 0
    commits: int = 0
    failures: int = 0
    """Failed writes since the last one that succeeded."""
    last_error: str = ""
    """Why the last write failed; empty once one has succeeded."""

    @property
    def ok(self) -> bool:
        """Whether the last write succeeded (or there was none)."""
        return not self.last_error


class _Changes:
    """Changes not written yet: for each id its newest columns, or None if removed."""

    def __init__(self) -> None:
        self.rows: dict[int, Columns | None] = {}
        self.last = 0
        """The number of the newest change."""

    def add(self, saved: Sequence[ThingRow], removed: Sequence[int]) -> None:
        self.rows.update((row.id, columns_of(row)) for row in saved)
        self.rows.update((id, None) for id in removed)
        self.last += 1

    def take(self) -> dict[int, Columns | None]:
        taken, self.rows = self.rows, {}
        return taken

    def put_back(self, taken: dict[int, Columns | None]) -> None:
        """Put unwritten changes back; newer changes of the same things stay."""
        self.rows = taken | self.rows


class WorldStore:
    """A `world.boundaries.Store` on one file. Make it with `await WorldStore.open(…)`."""

    def __init__(self, connection: aiosqlite.Connection, path: Path, clock: Clock) -> None:
        self._connection = connection
        self._path = path
        self._clock = clock
        self._changes = _Changes()
        self._written = 0
        self._writing = 0
        self._commits = 0
        self._failures = 0
        self._last_error = ""
        self._closed = False
        self.writing = WriteTrouble("world", path.name, WORLD_SCHEMA.holds, clock)
        self.aside = PoisonRows()
        self._work = asyncio.Event()
        self._hurry = asyncio.Event()
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        self._writer = asyncio.ensure_future(self._write_on())

    @classmethod
    async def open(
        cls, path: Path, clock: Clock, *, patience: float = 5.0, threaded: bool = True
    ) -> WorldStore:
        """Open or make the file; `clock` times the retries. Raises `StorageError`.

        `patience` is how many seconds a write waits for another program's lock; without
        `threaded` the loop itself writes.
        """
        found = await open_database(path, WORLD_SCHEMA, patience=patience, threaded=threaded)
        return cls(found, path, clock)

    @property
    def health(self) -> StoreHealth:
        """The state of writing at this moment."""
        pending = len(self._changes.rows) + self._writing
        return StoreHealth(pending, self._commits, self._failures, self._last_error)

    def list_unsaved(self) -> list[str]:
        """Return a line for what is not on disk, or none."""
        pending = self.health.pending
        return [f"changes to {pending} things of the world"] if pending else []

    async def load(self) -> list[ThingRow]:
        """Return everything that is stored, by id. Raises `StorageError`."""
        try:
            async with self._connection.execute(_LOAD) as cursor:
                return [row_of(columns) for columns in await cursor.fetchall()]
        except RowError as error:
            raise StorageError(f"{self._path} (the world's state): {error}.") from error
        except sqlite3.Error as error:
            raise explain_error(self._path, WORLD_SCHEMA, error) from error

    def record(self, saved: Sequence[ThingRow], removed: Sequence[int]) -> None:
        """Take one transaction's changes; they are written together, soon. Returns at once."""
        if self._closed:
            raise StorageError(f"{self._path} is closed: a change came too late to be kept.")
        self._changes.add(saved, removed)
        self._work.set()

    @property
    def trouble(self) -> str:
        """Why what is recorded now is not on disk soon; empty: it will be."""
        return self.writing.reason

    @property
    def refuses(self) -> str:
        """Why a change must not be promised any more; empty: all can be kept."""
        return self.writing.refuses

    def watch(self, watcher: StorageWatcher) -> None:
        """Tell `watcher` from now on what cannot be written."""
        self.writing.watch = self.aside.watch = watcher

    @property
    def recorded(self) -> int:
        """How many changes were recorded so far."""
        return self._changes.last

    async def flush(self) -> None:
        """Return when everything recorded so far is committed.

        Raises `StorageError` if writing fails; the changes are kept and tried again.
        """
        if self._written == self._changes.last:
            return
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((self._changes.last, done))
        self._hurry.set()
        await done

    async def close(self) -> None:
        """Write what is left and close the file.

        Raises `StorageError`, with the file closed all the same, if not everything could be
        written.
        """
        if self._closed:
            return
        self._closed = True
        try:
            await self.flush()
        finally:
            self.writing.end_write()
            self._writer.cancel()
            with suppress(asyncio.CancelledError):
                await self._writer
            await self._connection.close()

    async def _write_on(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            await self._write()

    async def _write(self) -> None:
        last, taken = self._changes.last, self._changes.take()
        self._writing = len(taken)
        self.writing.expect_end()
        try:
            await self._commit(taken)
        except Exception as error:
            self._changes.put_back(taken)
            self._on_failure(last, error)
            await self._rest()
            self._work.set()
        else:
            self._on_success(last)
        finally:
            self._writing = 0

    async def _commit(self, rows: dict[int, Columns | None]) -> None:
        """Write the rows together; if one of them is at fault, all but those at fault."""
        try:
            await self._commit_together(rows)
            self.aside.settle(rows, {})
        except Exception as error:
            if not is_rows_fault(error):
                raise
            async with transaction(self._connection):
                refused = await write_singly(self._connection, rows, _SAVE, _REMOVE)
            self._report_refused(refused)
            self.aside.settle(rows, refused)

    def _report_refused(self, refused: Mapping[int, str]) -> None:
        for id, why in refused.items():
            _LOG.error("[Storage] %s: thing #%s is set aside: %s", self._path, id, why)

    async def _commit_together(self, rows: dict[int, Columns | None]) -> None:
        saved = [columns for columns in rows.values() if columns is not None]
        removed = [(id,) for id, columns in rows.items() if columns is None]
        async with transaction(self._connection):
            await self._connection.executemany(_SAVE, saved)
            await self._connection.executemany(_REMOVE, removed)

    def _on_success(self, last: int) -> None:
        self.writing.end()
        if self._failures:
            _LOG.warning("[Storage] %s: written again, nothing was lost", self._path)
        self._written = last
        self._commits += 1
        self._failures = 0
        self._last_error = ""
        self._hurry.clear()
        self._answer(last, None)

    def _on_failure(self, last: int, error: Exception) -> None:
        self._failures += 1
        self._last_error = str(error)
        self._writing = 0
        self.writing.begin(str(error))
        told = StorageError(
            f"{self._path} (the world's state) could not be written: {error}. "
            f"Changes to {len(self._changes.rows)} things are kept in memory and tried again."
        )
        _LOG.error("[Storage] %s Next try in %g s.", told, self._retry_seconds())
        self._answer(last, told)

    def _answer(self, last: int, error: StorageError | None) -> None:
        """Wake those who wait for changes up to `last`."""
        waiting, self._waiting = self._waiting, []
        for number, done in waiting:
            if number > last:
                self._waiting.append((number, done))
            elif done.done():  # its waiter was cancelled
                continue
            elif error:
                done.set_exception(error)
            else:
                done.set_result(None)

    def _retry_seconds(self) -> float:
        return min(LONGEST_RETRY, FIRST_RETRY * 2.0 ** min(self._failures - 1, 10))

    async def _rest(self) -> None:
        """Wait until the next try is due, or until somebody is waiting for it."""
        if not self._waiting:
            self._hurry.clear()
        timer = self._clock.call_later(self._retry_seconds(), self._hurry.set)
        await self._hurry.wait()
        timer.cancel()
        self._hurry.clear()


_store: type[Store] = WorldStore
