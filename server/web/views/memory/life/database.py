"""The index of one life: an SQLite file, a projection of the archive."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VERSION = 3
"""Kept in `PRAGMA user_version`; an index of any other version is made again."""

BLOCK = 4096
"""Memories whose sorts and speakers stand in one row."""

_SCHEMA = """
CREATE TABLE place(segment INTEGER, offset INTEGER, checked TEXT, last INTEGER, unreadable INTEGER);
INSERT INTO place VALUES(0, 0, '', 0, 0);
CREATE TABLE sorts(block INTEGER PRIMARY KEY, codes BLOB NOT NULL, voices BLOB NOT NULL);
CREATE TABLE speakers(code INTEGER PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE quarters(begin TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX quarters_seq ON quarters(seq);
CREATE TABLE changes(
  number INTEGER PRIMARY KEY, kind TEXT, revision INTEGER, after INTEGER, at TEXT, cause TEXT,
  first INTEGER, last INTEGER, method TEXT, strategy TEXT, tokens_before INTEGER,
  tokens_after INTEGER, seconds REAL, refusals TEXT, segment INTEGER, offset INTEGER);
CREATE INDEX changes_after ON changes(after);
CREATE TABLE summaries(
  number INTEGER PRIMARY KEY, id TEXT UNIQUE, lane TEXT, level INTEGER, first INTEGER,
  last INTEGER, method TEXT, at TEXT, tokens INTEGER, rewritten INTEGER, model TEXT,
  sentences INTEGER, hearsay INTEGER, speakers TEXT, came INTEGER, went INTEGER);
CREATE INDEX summaries_last ON summaries(last);
CREATE INDEX summaries_came ON summaries(came);
CREATE INDEX summaries_standing ON summaries(number) WHERE went IS NULL;
CREATE TABLE sentences(
  number INTEGER PRIMARY KEY, text TEXT UNIQUE, speaker TEXT, first TEXT, last TEXT,
  times INTEGER);
CREATE TABLE citations(seq INTEGER, sentence INTEGER, PRIMARY KEY(seq, sentence)) WITHOUT ROWID;
CREATE TABLE masks(seq INTEGER PRIMARY KEY, mask TEXT, at TEXT);
CREATE TABLE entries(number INTEGER PRIMARY KEY, author TEXT, first INTEGER, last INTEGER);
CREATE INDEX entries_last ON entries(author, last);
CREATE TABLE facts(
  number INTEGER PRIMARY KEY, entry INTEGER, text TEXT, importance INTEGER, source TEXT,
  speaker TEXT, trust REAL, at TEXT, place TEXT, seqs TEXT, line TEXT);
CREATE INDEX facts_entry ON facts(entry);
CREATE INDEX facts_importance ON facts(importance, number);
CREATE TABLE fact_grounds(seq INTEGER, fact INTEGER, PRIMARY KEY(seq, fact)) WITHOUT ROWID;
CREATE INDEX fact_grounds_fact ON fact_grounds(fact);
CREATE TRIGGER fact_gone AFTER DELETE ON facts
  BEGIN DELETE FROM fact_grounds WHERE fact = old.number; END;
CREATE TABLE page_edits(number INTEGER PRIMARY KEY, page TEXT, at TEXT, above TEXT, below TEXT,
  struck TEXT);
"""


def open_index(path: Path) -> sqlite3.Connection:
    """Open the index to write; one that is missing, damaged or of another version is made anew.

    Raises `OSError` and `sqlite3.Error`.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _open(path)
    except sqlite3.DatabaseError:
        discard_index(path)
        return _open(path)


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        # What a power cut loses here is read from the archive again.
        connection.execute("PRAGMA synchronous=OFF")
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if tables == 0:
            connection.executescript(f"BEGIN;{_SCHEMA}PRAGMA user_version={VERSION};COMMIT;")
        elif connection.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            raise sqlite3.DatabaseError("of another version")
    except BaseException:
        connection.close()
        raise
    return connection


def discard_index(path: Path) -> None:
    """Delete the index and what SQLite keeps beside it. Raises `OSError`."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


@contextmanager
def read_index(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the index to read, all of one moment. Raises `sqlite3.Error`."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    connection = sqlite3.connect(address, uri=True, timeout=1)
    connection.row_factory = sqlite3.Row
    try:
        connection.execute("BEGIN")
        yield connection
    finally:
        connection.close()
