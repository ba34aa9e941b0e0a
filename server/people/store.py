"""What people keep, in ``vault/.tarn/people.sqlite``: read whole at the start, written behind.

One table holds every kind of entry: preferences, aliases, ignored names, mail, last visits and
channels.  All of it is bounded by person, so that it is held in memory and never waited for.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

import aiosqlite

from agents.boundaries import Clock
from server.people.entries import Entries, Slot
from server.storage.database import Schema, StorageError, explain_error, open_database, transaction

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
        self.trouble = ""

    @classmethod
    async def open(cls, path: Path, clock: Clock, log: Callable[[str], None]) -> PeopleStore:
        """Open or make the file and read it. `clock` times retries. Raises `StorageError`."""
        connection = await open_database(path, PEOPLE_SCHEMA)
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

    def _keep(self, slot: Slot, value: str | None) -> None:
        self._changed[slot] = value
        if self._task is None:
            self._task = asyncio.ensure_future(self._write_soon())

    async def flush(self) -> None:
        """Return when every change is on disk. Raises `StorageError`; the changes are kept."""
        async with self._writing:
            changed, self._changed = self._changed, {}
            if not changed:
                return
            try:
                await self._commit(changed)
            except BaseException as error:  # also when the write is cancelled
                self._changed = changed | self._changed
                if isinstance(error, Exception):
                    raise explain_error(self._path, PEOPLE_SCHEMA, error) from error
                raise

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
                self._report("")
            except StorageError as error:
                self._report(str(error))
                await self._clock.sleep(RETRY_SECONDS)
        self._task = None

    def _report(self, error: str) -> None:
        if error and not self._failing:
            self._log(f"[People] {error} The changes are kept in memory and tried again.")
        elif self._failing and not error:
            self._log(f"[People] {self._path}: written again, nothing was lost")
        self._failing = bool(error)
        self.trouble = error
