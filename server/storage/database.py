"""Opens our SQLite files: checks schema version and health, sets the journal mode."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import aiosqlite

from late.late_dataclass import late_dataclass
from server.storage.immediate_connection import do_at_once

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class StorageError(Exception):
    """A file could not be opened, read or written; the message says which, why, what to do."""


@late_dataclass(frozen=True, slots=True)
class Schema:
    """The schema of one file. `steps[n]` are the statements that lead from version n to n + 1."""

    holds: str
    """For messages: ``the world's state``."""
    without: str
    """The effect of a missing file: ``the world begins again from its room notes``."""
    steps: Sequence[Sequence[str]]

    @property
    def version(self) -> int:
        """The version that this program reads and writes."""
        return len(self.steps)


async def open_database(
    path: Path,
    schema: Schema,
    *,
    synchronous: str = "NORMAL",
    patience: float = 5.0,
    threaded: bool = True,
) -> aiosqlite.Connection:
    """Open or make the file, in WAL mode and at the schema's version.

    Statements run outside transactions unless one is begun. `patience` is how many seconds a
    statement waits for a lock that another program holds.  Without `threaded` each is done at
    once, by the caller's loop.  Raises `StorageError`; a file with a newer schema is refused before
    anything in it or beside it changes.
    """
    try:
        _prepare(path)
        await _refuse_newer(path, schema)
        return await _open_prepared(
            await _connection(str(path), patience, threaded=threaded), path, schema, synchronous
        )
    except (sqlite3.Error, OSError) as error:
        raise explain_error(path, schema, error) from error


def explain_error(path: Path, schema: Schema, error: Exception) -> StorageError:
    """Return a `StorageError` that explains `error` to a person."""
    if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED:
        return _describe_damage(path, schema, str(error))
    why = error.strerror if isinstance(error, OSError) else str(error)
    return StorageError(f"{path} ({schema.holds}) cannot be used: {why}.")


def _describe_damage(path: Path, schema: Schema, why: str) -> StorageError:
    return StorageError(
        f"{path} ({schema.holds}) is damaged: {why}. Put back a copy of it, or move it and the "
        f"files beside it that begin with its name away: without it {schema.without}."
    )


def _prepare(path: Path) -> None:
    """Make the folder and, readable by its owner alone, the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600, exist_ok=True)


async def _refuse_newer(path: Path, schema: Schema) -> None:
    async with connect_to_read(path) as connection:
        found = await _number(connection, "PRAGMA user_version")
    _check_version(path, schema, found)


def _check_version(path: Path, schema: Schema, found: int) -> None:
    if found > schema.version:
        raise StorageError(
            f"{path} ({schema.holds}) was written by a newer version of Tarn: its schema is "
            f"{found}, this version reads up to {schema.version}. It was left as it is; "
            f"start the newer version."
        )


def read_rows(path: Path, schema: Schema, query: str) -> list[Sequence[Any]]:
    """Return the rows of `query` without writing anything; empty if there is no file.

    A running server may have the file open.  Raises `StorageError`.
    """
    if not path.exists():
        return []
    # SQLite would make a missing journal, unless the file is declared immutable.
    mode = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "immutable=1"
    try:
        uri = f"{path.absolute().as_uri()}?{mode}"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            _check_version(path, schema, connection.execute("PRAGMA user_version").fetchone()[0])
            return connection.execute(query).fetchall()
    except sqlite3.Error as error:
        raise explain_error(path, schema, error) from error


def connect_to_read(
    path: Path, patience: float = 5.0, *, threaded: bool = True
) -> aiosqlite.Connection:
    """Return a connection, which is to be awaited, that can change nothing."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    return _connection(uri, patience, uri=True, threaded=threaded)


def _connection(
    database: str, patience: float, *, uri: bool = False, threaded: bool = True
) -> aiosqlite.Connection:
    connection = aiosqlite.connect(database, uri=uri, timeout=patience, isolation_level=None)
    if threaded:
        # aiosqlite has no option for it, but its thread must not keep a finished program alive.
        connection._thread.daemon = True
    else:
        do_at_once(connection)
    return connection


async def _open_prepared(
    connection: aiosqlite.Connection, path: Path, schema: Schema, synchronous: str
) -> aiosqlite.Connection:
    try:
        await connection.execute("PRAGMA journal_mode = WAL")
        await connection.execute(f"PRAGMA synchronous = {synchronous}")
        await _examine(connection, path, schema)
        await _migrate(connection, schema)
    except BaseException:
        await connection.close()
        raise
    return connection


async def _examine(connection: aiosqlite.Connection, path: Path, schema: Schema) -> None:
    async with connection.execute("PRAGMA quick_check(1)") as cursor:
        row = await cursor.fetchone()
    if row is None or row[0] != "ok":
        raise _describe_damage(path, schema, str(row[0] if row else "no answer").splitlines()[-1])


async def _migrate(connection: aiosqlite.Connection, schema: Schema) -> None:
    found = await _number(connection, "PRAGMA user_version")
    if found == schema.version:
        return
    async with transaction(connection):
        for step in schema.steps[found:]:
            for statement in step:
                await connection.execute(statement)
        await connection.execute(f"PRAGMA user_version = {schema.version}")


@asynccontextmanager
async def transaction(connection: aiosqlite.Connection) -> AsyncIterator[None]:
    """Commit the changes of the block, or roll all back on an exception."""
    await connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        await connection.execute("COMMIT")
    except BaseException:
        await connection.rollback()
        raise


async def _number(connection: aiosqlite.Connection, query: str) -> int:
    async with connection.execute(query) as cursor:
        row = await cursor.fetchone()
    return int(row[0]) if row else 0
