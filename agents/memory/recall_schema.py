"""The recall index's SQLite side: its tables, how words are matched, how matches are ranked.

Everything here is synchronous and opens its connection per job, so that an idle agent
holds neither a file nor a cache.  The index is a projection of the archive: whatever is
wrong with it, the cure is to throw it away and read the archive again.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from agents.memory.records import Experience

#: Kept in `PRAGMA user_version`; an index of any other version is rebuilt.
VERSION = 1

#: A word in more memories than this tells too little to be worth scoring them all.
COMMON = 8_000

#: An agent's days repeat themselves: this many matches are looked up for different texts.
LOOKED_UP = 3_000

#: Rows whose place alone matches count for less than rows that speak of it.
PLACE_WEIGHT = 0.25

MAX_WORDS = 16

_SCHEMA = """
CREATE TABLE memories(seq INTEGER PRIMARY KEY, at TEXT NOT NULL, place TEXT NOT NULL,
                      text TEXT NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(text, place, content='',
                                      tokenize="porter unicode61 remove_diacritics 2");
"""

#: Scripts written without spaces: each of their characters is indexed as a word, and a
#: run of them in a query is a phrase.
_UNSPACED = re.compile(
    "([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f])"
)

_STOP_WORDS = frozenset(
    re.findall(
        r"\w+",
        """
        a about an and are at be by did do does for from had has have he her his how i in is it
        me my of on or she that the their them they this to was we were what when where which
        who why with you your
        """,
    )
)

#: SQLite's primary result codes that say the file itself is no good.
_BROKEN = frozenset({sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class IndexOutdatedError(Exception):
    """The index is of another version, or tells of another archive: rebuild it."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory that recall found."""

    seq: int
    at: datetime
    place: str
    text: str
    score: float
    """Larger is better; above 1 every word of the query occurs. Comparable in one search only."""

    def line(self) -> str:
        """The hit on one line with its number and date: ``#12 (2026-03-01 09:30, The Hall) …``."""
        body = " / ".join(part.strip() for part in self.text.splitlines() if part.strip())
        return f"#{self.seq} ({self.at:%Y-%m-%d %H:%M}, {self.place}) {body}"


def is_broken(error: sqlite3.Error) -> bool:
    """Whether `error` says that the file is no good, rather than busy, full or unreadable."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return isinstance(error, sqlite3.DatabaseError) and (code & 0xFF) in _BROKEN


def remove(path: Path) -> None:
    """Delete the index at `path`, and what SQLite keeps beside it. Raises `OSError`."""
    for suffix in ("", "-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


@contextmanager
def writing(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the index to write, made if missing. Raises `IndexOutdatedError`, `sqlite3.Error`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = _tuned(sqlite3.connect(path, isolation_level=None))
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        _prepare(connection)
        yield connection
    finally:
        connection.close()


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection | None]:
    """Open the index to read; None while there is none of this version. Never waits."""
    if not path.exists():
        yield None
        return
    address = f"{path.absolute().as_uri()}?mode=ro"
    connection = _tuned(sqlite3.connect(address, uri=True, timeout=0))
    try:
        yield connection if _version(connection) == VERSION else None
    finally:
        connection.close()


@contextmanager
def in_memory(rows: Iterable[Experience]) -> Iterator[sqlite3.Connection]:
    """A throw-away index of `rows` alone, so that they match by the very same rules."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        _prepare(connection)
        add(connection, rows)
        yield connection
    finally:
        connection.close()


def _tuned(connection: sqlite3.Connection) -> sqlite3.Connection:
    # What a power cut loses here is read from the archive again: nothing need be synced.
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("PRAGMA cache_size=-512")
    return connection


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _prepare(connection: sqlite3.Connection) -> None:
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables == 0:
        connection.executescript(f"BEGIN;{_SCHEMA}PRAGMA user_version={VERSION};COMMIT;")
    elif _version(connection) != VERSION:
        raise IndexOutdatedError(f"version {_version(connection)}, not {VERSION}")


def newest(connection: sqlite3.Connection) -> tuple[int, str]:
    """The last indexed memory's number and text; (0, "") if there is none."""
    found = connection.execute("SELECT seq, text FROM memories ORDER BY seq DESC LIMIT 1")
    return found.fetchone() or (0, "")


def add(connection: sqlite3.Connection, rows: Iterable[Experience]) -> None:
    """Index `rows`, whose numbers are new to it, in one transaction."""
    kept = [(row.seq, row.at.isoformat(), plain(row.place), plain(row.text)) for row in rows]
    indexed = [(seq, _spaced(text), _spaced(place)) for seq, _, place, text in kept]
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.executemany("INSERT INTO memories VALUES(?,?,?,?)", kept)
        connection.executemany("INSERT INTO words(rowid, text, place) VALUES(?,?,?)", indexed)
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def plain(text: str) -> str:
    """`text` as SQLite can keep it: no NUL, no half of a character."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")


def _spaced(text: str) -> str:
    return _UNSPACED.sub(r" \1 ", text)


def query_terms(words: str) -> tuple[str, ...]:
    """The query's words as quoted FTS5 strings, never as FTS5 syntax.

    Little words are left out if others remain; at most `MAX_WORDS` are kept.
    """
    pieces = [piece for piece in plain(words).split() if any(map(str.isalnum, piece))]
    telling = [piece for piece in pieces if piece.casefold().strip(".,;:!?") not in _STOP_WORDS]
    chosen = dict.fromkeys(telling or pieces)
    return tuple('"' + _spaced(piece).replace('"', '""') + '"' for piece in chosen)[:MAX_WORDS]


def every(terms: Sequence[str]) -> str:
    """The FTS5 expression for memories with all of `terms`."""
    return " AND ".join(terms)


def some(connection: sqlite3.Connection, terms: Sequence[str]) -> str:
    """The FTS5 expression for memories with any of `terms`; common ones only if alone."""
    rare = [term for term in terms if not _is_common(connection, term)]
    return " OR ".join(rare or terms)


def _is_common(connection: sqlite3.Connection, term: str) -> bool:
    counted = connection.execute(
        "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)",
        (term, COMMON + 1),
    )
    return bool(counted.fetchone()[0] > COMMON)


def find(connection: sqlite3.Connection, expression: str, limit: int) -> list[Hit]:
    """The best `limit` different texts by BM25, newest first where they tie.

    Of more than `COMMON` matches the newest `COMMON` are ranked.  Scores are 0 here.
    """
    ranked = connection.execute(
        "SELECT id FROM (SELECT rowid AS id, bm25(words, 1.0, ?) AS rank FROM words"
        " WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?) ORDER BY rank, id DESC LIMIT ?",
        (PLACE_WEIGHT, expression, COMMON, LOOKED_UP),
    )
    hits: dict[str, Hit] = {}
    for (seq,) in ranked:
        if len(hits) >= limit:
            break
        if hit := one(connection, seq):
            hits.setdefault(hit.text, hit)
    return list(hits.values())


def one(connection: sqlite3.Connection, seq: int) -> Hit | None:
    """Memory number `seq`, if it is indexed."""
    found = connection.execute("SELECT seq, at, place, text FROM memories WHERE seq = ?", (seq,))
    row = found.fetchone()
    return _hit(row) if row else None


def _hit(row: tuple[int, str, str, str]) -> Hit:
    seq, at, place, text = row
    return Hit(seq, datetime.fromisoformat(at), place, text, 0.0)
