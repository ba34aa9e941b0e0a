"""Statements that change a file whose changes are not kept in memory: each is done, or refused."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import aiosqlite

from agents.boundaries import Clock, StorageKind, Timer
from server.storage.database import Schema, StorageError, explain_error
from server.storage.trouble import WriteTrouble

TRY_SECONDS = 2.0
"""Seconds from a failed write to the next try; nobody has to ask for one."""

PROBE_BYTES = 65_536
"""A try writes so much: more than any statement here, so that its room is enough for each."""

_PROBE = (
    "CREATE TABLE IF NOT EXISTS probe (id INTEGER PRIMARY KEY, filler BLOB)",
    f"INSERT OR REPLACE INTO probe VALUES (1, zeroblob({PROBE_BYTES}))",
    "DROP TABLE probe",
)
"""What writes and leaves nothing behind. A full disk often has room for a page or two."""

Values = Iterable[object] | Mapping[str, object]


class GuardedWrites:
    """The changing statements of one connection, one at a time.

    Once one has failed, all are refused at once until `PROBE_BYTES` could be written.
    """

    def __init__(
        self,
        connection: aiosqlite.Connection,
        path: Path,
        schema: Schema,
        kind: StorageKind,
        clock: Clock,
    ) -> None:
        self._connection = connection
        self._path = path
        self._schema = schema
        self._clock = clock
        self._turn = asyncio.Lock()
        self._timer: Timer | None = None
        self._trying: asyncio.Task[None] | None = None
        self.state = WriteTrouble(kind, path.name, schema.holds, clock)

    async def run(self, statement: str, values: Values = ()) -> list[Any]:
        """Return the rows of a statement once it is on disk. Raises `StorageError`."""
        async with self._turn:
            if self.state.reason:
                raise StorageError(f"{self._path} cannot be written: {self.state.reason}.")
            try:
                return await self._write((statement,), values)
            except sqlite3.Error as error:
                self._try_later()
                raise explain_error(self._path, self._schema, error) from error

    async def close(self) -> None:
        """Try no more. The connection stays open."""
        if self._timer is not None:
            self._timer.cancel()
        if self._trying is not None:
            await self._trying
        self.state.end_write()

    async def _write(self, statements: Sequence[str], values: Values = ()) -> list[Any]:
        """Return the rows of the last of `statements`; it ends a trouble if all are done."""
        self.state.expect_end()
        try:
            for each in statements:
                rows = list(await self._connection.execute_fetchall(each, values))
        except sqlite3.Error as error:
            self.state.begin(str(error))
            raise
        finally:
            self.state.end_write()
        self.state.end()
        return rows

    def _try_later(self) -> None:
        self._timer = self._clock.call_later(TRY_SECONDS, self._try)

    def _try(self) -> None:
        self._trying = asyncio.ensure_future(self._try_again())

    async def _try_again(self) -> None:
        async with self._turn:
            try:
                await self._write(_PROBE)
            except sqlite3.Error:
                self._try_later()
