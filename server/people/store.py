"""What people keep, in ``vault/.tarn/people.sqlite``: read whole at the start, written behind.

One table holds every kind of entry: preferences, aliases, ignored names, mail, last visits,
channels and what was said on them, orders, and what builders can undo.  All of it is bounded, so
that it is held in memory and never waited for.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import aiosqlite

from agents.boundaries import Clock, StorageWatcher
from agents.event_line import tell_event
from server.people.entries import Entries, Slot
from server.storage.database import Schema, StorageError, explain_error, open_database, transaction
from server.storage.trouble import WriteTrouble

PEOPLE_SCHEMA = Schema(
    holds="what people keep: preferences, aliases and mail",
    without="nobody has preferences, aliases or mail",
    steps=(
        (
            """
            CREATE TABLE entries (
                person TEXT NOT NULL,
                kind TEXT NOT NULL,
                name TEXT NOT NULL,
                value TEXT NOT NULL,
                PRIMARY KEY (person, kind, name)
            ) WITHOUT ROWID
            """,
        ),
    ),
)
_LOAD = "SELECT person, kind, name, value FROM entries ORDER BY person, kind, name"
_SAVE = "INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)"
_REMOVE = "DELETE FROM entries WHERE person = ? AND kind = ? AND name = ?"

RETRY_SECONDS = 5.0
"""From a failed write to the next try."""


class PeopleStore(Entries):
    """Entries in a file. Make it with `await PeopleStore.open(…)`."""

    def __init__(
        self,
        connection: aiosqlite.Connection,
        path: Path,
        clock: Clock,
        log: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._connection = connection
        self._path = path
        self._clock = clock
        self._log = log
        self._changed: dict[Slot, str | None] = {}
        self._writing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._failing = False
        self._state = WriteTrouble("people", path.name, PEOPLE_SCHEMA.holds, clock)

    @classmethod
    async def open(
        cls,
        path: Path,
        clock: Clock,
        log: Callable[[str], None],
        *,
        patience: float = 5.0,
        threaded: bool = True,
    ) -> PeopleStore:
        """Open or make the file and read it. `clock` times retries. Raises `StorageError`.

        `patience` is how many seconds a write waits for another program's lock; without
        `threaded` the loop itself writes.
        """
        connection = await open_database(path, PEOPLE_SCHEMA, patience=patience, threaded=threaded)
        store = cls(connection, path, clock, log)
        try:
            for person, kind, name, value in await connection.execute_fetchall(_LOAD):
                store._put((str(person), str(kind), str(name)), str(value))
        except BaseException as error:
            await connection.close()
            if isinstance(error, sqlite3.Error):
                raise explain_error(path, PEOPLE_SCHEMA, error) from error
            raise
        return store

    @property
    def trouble(self) -> str:
        """Why changes are not on disk soon; empty: they will be."""
        return self._state.reason

    @property
    def refuses(self) -> str:
        """Why nothing that people ask to keep is taken any more; empty: all is."""
        return self._state.refuses

    def watch(self, watcher: StorageWatcher) -> None:
        """Tell `watcher` from now on what cannot be written."""
        self._state.watch = watcher

    def list_unsaved(self) -> list[str]:
        """Return a line for what is not on disk, or none."""
        waiting = len(self._changed)
        return [f"{waiting} changes of {PEOPLE_SCHEMA.holds}"] if waiting else []

    def _keep(self, slot: Slot, value: str | None) -> None:
        self._changed[slot] = value
        if self._task is None:
            self._task = asyncio.ensure_future(self._write_soon())

    async def flush(self) -> None:
        """Return when every change is on disk. Raises `StorageError`; the changes are kept."""
        async with self._writing:
            if not self._changed:
                return
            self._state.expect_end()
            try:
                await self._write()
            except StorageError as error:
                self._begin_trouble(error)
                raise
            finally:
                self._state.end_write()
            self._end_trouble()

    async def close(self) -> None:
        """Write what is left and close the file. Raises `StorageError`, with it closed."""
        task = self._task
        if task is not None:
            async with self._writing:  # a cancelled transaction would stay open
                task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        try:
            await self.flush()
        finally:
            await self._connection.close()

    async def _write(self) -> None:
        """Write all changes; if that fails or is cancelled, they are still to be written."""
        changed, self._changed = self._changed, {}
        try:
            await self._commit(changed)
        except BaseException as error:
            self._changed = changed | self._changed
            if isinstance(error, Exception):
                raise explain_error(self._path, PEOPLE_SCHEMA, error) from error
            raise

    async def _commit(self, changed: Mapping[Slot, str | None]) -> None:
        saved = [(*slot, value) for slot, value in changed.items() if value is not None]
        removed = [slot for slot, value in changed.items() if value is None]
        async with transaction(self._connection):
            await self._connection.executemany(_SAVE, saved)
            await self._connection.executemany(_REMOVE, removed)

    async def _write_soon(self) -> None:
        """Write, and try again as long as that fails."""
        while self._changed:
            try:
                await self.flush()
            except StorageError:
                await self._clock.sleep(RETRY_SECONDS)
        self._task = None

    def _begin_trouble(self, error: StorageError) -> None:
        if not self._failing:
            line = f"[People] {error} The changes are kept in memory and tried again."
            self._log(tell_event("people", line, "error", file=str(self._path)))
        self._failing = True
        self._state.begin(str(error.__cause__))

    def _end_trouble(self) -> None:
        if self._failing:
            self._log(f"[People] {self._path}: written again, nothing was lost")
        self._failing = False
        self._state.end()
