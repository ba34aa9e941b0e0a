"""The recall index's file: its tables and version, and how it is opened.

Connections are opened per job, so that an idle agent holds neither a file nor a cache.  The index
is a projection of the archive: if anything is wrong with it, it is deleted and the archive is read
again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

#: Kept in `PRAGMA user_version`; an index of any other version is rebuilt.
VERSION = 6

#: Every memory stands in `memories`, searchable ones in `words` and `places` too.  `talks` holds
#: the memories of talk by partner, `partners` how many they are; `people` everybody who has
#: spoken or been present, by each word of the name.
_SCHEMA = """
CREATE TABLE memories(seq INTEGER PRIMARY KEY, at TEXT NOT NULL, place TEXT NOT NULL,
                      speaker TEXT NOT NULL, text TEXT NOT NULL,
                      spoken INTEGER NOT NULL, importance INTEGER NOT NULL,
                      searchable INTEGER NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(text, content='', columnsize=0,
                                      tokenize="porter unicode61 remove_diacritics 2");
CREATE VIRTUAL TABLE places USING fts5(place, content='', columnsize=0,
                                       tokenize="porter unicode61 remove_diacritics 2");
CREATE TABLE talks(partner TEXT, seq INTEGER, PRIMARY KEY(partner, seq)) WITHOUT ROWID;
CREATE TABLE partners(partner TEXT PRIMARY KEY, talks INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE people(word TEXT, name TEXT, PRIMARY KEY(word, name)) WITHOUT ROWID;
"""

#: SQLite's primary result codes that say the file itself is no good.
_BROKEN = frozenset({sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class IndexOutdatedError(Exception):
    """The index is of another version, or of another archive: rebuild it."""


def is_broken(error: sqlite3.Error) -> bool:
    """Return whether `error` says that the file is no good, rather than busy, full or
    unreadable."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return isinstance(error, sqlite3.DatabaseError) and (code & 0xFF) in _BROKEN


def remove_index(path: Path) -> None:
    """Delete the index at `path`, and what SQLite keeps beside it. Raises `OSError`."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


@contextmanager
def open_for_writing(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the index to write, made if missing. Raises `IndexOutdatedError`, `sqlite3.Error`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = _tune_connection(sqlite3.connect(path, isolation_level=None))
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        prepare_tables(connection)
        yield connection
    finally:
        connection.close()


@contextmanager
def open_for_building(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a new index at `path` to be filled in one go; it is readable once it is closed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "cache_size=-32768"):
            connection.execute(f"PRAGMA {pragma}")
        prepare_tables(connection)
        yield connection
    finally:
        connection.close()


#: Seconds that a reader in the event loop's thread waits for who has an index to itself, as who
#: makes it, opens it first or closes it last does for a millisecond.
MOMENT = 0.01


@contextmanager
def open_for_reading(path: Path, patience: float = MOMENT) -> Iterator[sqlite3.Connection | None]:
    """Open the index to read; None while there is none of this version.

    Waits at most `patience` seconds for who has it to itself.  Raises `sqlite3.Error`.
    """
    if not path.exists():
        yield None
        return
    address = f"{path.absolute().as_uri()}?mode=ro"
    connection = _tune_connection(sqlite3.connect(address, uri=True, timeout=patience))
    try:
        connection.execute("BEGIN")  # all that is read is of one moment
        yield connection if _read_version(connection) == VERSION else None
    finally:
        connection.close()


def _tune_connection(connection: sqlite3.Connection) -> sqlite3.Connection:
    # What a power cut loses here is read from the archive again: nothing need be synced.
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("PRAGMA cache_size=-512")
    return connection


def _read_version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def prepare_tables(connection: sqlite3.Connection) -> None:
    """Make the tables if there are none. Raises `IndexOutdatedError`."""
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables == 0:
        connection.executescript(f"BEGIN;{_SCHEMA}PRAGMA user_version={VERSION};COMMIT;")
    elif _read_version(connection) != VERSION:
        raise IndexOutdatedError(f"version {_read_version(connection)}, not {VERSION}")


@contextmanager
def index_transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit all that is done inside, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
