"""Write memories into the recall index and read them from it; every function blocks."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Literal

from agents.memory.core.records import Experience
from agents.memory.language.normalize import clean_unicode, fold_name
from agents.memory.recall.database import index_transaction, prepare_tables
from agents.memory.recall.importance import estimate_importance
from agents.memory.recall.query import space_characters
from agents.memory.recall.speech import find_partners
from late.late_dataclass import late_dataclass

_COLUMNS = "seq, at, place, speaker, text, spoken, importance"

#: Numbers asked for in one statement; SQLite allows some 32,000 parameters.
_ASKED_AT_ONCE = 1000

Searchable = Callable[[Experience], bool]
"""Whether searches may find a memory; by its number it is found in any case."""


@late_dataclass(frozen=True, slots=True)
class Row:
    """One memory as the index keeps it."""

    seq: int
    at: datetime
    place: str
    speaker: str
    text: str
    spoken: bool
    """Whether it is talk: somebody else's words or the agent's own."""
    importance: int
    """1 to 10: as `estimate_importance` says until it is set; 0 where it is unknown."""


def accept_all(_: Experience) -> bool:
    """Return True: every memory may be found."""
    return True


@contextmanager
def open_in_memory(
    rows: Iterable[Experience], searchable: Searchable = accept_all
) -> Iterator[sqlite3.Connection]:
    """Open a temporary index of `rows` alone, so that they match by the same rules."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        prepare_tables(connection)
        add_rows(connection, rows, searchable)
        yield connection
    finally:
        connection.close()


# --- putting in ---------------------------------------------------------------------------


def add_rows(
    connection: sqlite3.Connection,
    rows: Iterable[Experience],
    searchable: Searchable = accept_all,
) -> None:
    """Index `rows`, whose numbers are new to it, in one transaction."""
    with index_transaction(connection):
        insert_rows(connection, list(rows), searchable)


def insert_rows(
    connection: sqlite3.Connection, rows: Sequence[Experience], searchable: Searchable
) -> None:
    """Index `rows`, whose numbers are new to it, in the transaction under way."""
    found = [row for row in rows if searchable(row)]
    connection.executemany(
        f"INSERT INTO memories({_COLUMNS}, searchable) VALUES(?,?,?,?,?,?,?,?)",
        ((*_make_values(row), searchable(row)) for row in rows),
    )
    connection.executemany(
        "INSERT INTO words(rowid, text) VALUES(?,?)",
        ((row.seq, space_characters(clean_unicode(row.text))) for row in found),
    )
    connection.executemany(
        "INSERT INTO places(rowid, place) VALUES(?,?)",
        ((row.seq, space_characters(clean_unicode(row.place))) for row in found if row.place),
    )
    _add_talks(connection, rows)
    _add_people(connection, rows)


def _make_values(row: Experience) -> tuple[int, str, str, str, str, bool, int]:
    at = row.at.isoformat()
    spoken = bool(row.speaker) or (row.is_own and row.nature.is_speech)
    words = clean_unicode(row.place), clean_unicode(row.speaker), clean_unicode(row.text)
    return row.seq, at, *words, spoken, estimate_importance(row)


def _add_talks(connection: sqlite3.Connection, rows: Iterable[Experience]) -> None:
    talks = [(partner, row.seq) for row in rows for partner in find_partners(row)]
    connection.executemany("INSERT INTO talks VALUES(?,?)", talks)
    connection.executemany(
        "INSERT INTO partners VALUES(?, 1) ON CONFLICT DO UPDATE SET talks = talks + 1",
        ((partner,) for partner, _ in talks),
    )


def _add_people(connection: sqlite3.Connection, rows: Iterable[Experience]) -> None:
    names = {clean_unicode(name) for row in rows for name in (row.speaker, *row.occupants)}
    connection.executemany(
        "INSERT OR IGNORE INTO people VALUES(?,?)",
        ((word, fold_name(name)) for name in names for word in fold_name(name).split()),
    )


def set_importance(connection: sqlite3.Connection, importance: Mapping[int, int]) -> None:
    """Set how important memories are, by number; numbers that are not indexed are ignored."""
    with index_transaction(connection):
        connection.executemany(
            "UPDATE memories SET importance = ? WHERE seq = ?",
            ((value, seq) for seq, value in importance.items()),
        )


# --- reading ------------------------------------------------------------------------------


def read_newest(connection: sqlite3.Connection) -> tuple[int, str]:
    """Return the last indexed memory's number and text; (0, "") if there is none."""
    found = connection.execute("SELECT seq, text FROM memories ORDER BY seq DESC LIMIT 1")
    return found.fetchone() or (0, "")


def read_indexed(
    connection: sqlite3.Connection, seqs: Sequence[int], *, hidden: bool = True
) -> Iterator[Row]:
    """Yield the indexed memories with these numbers, in no order.

    Without `hidden`, only searchable ones.
    """
    for begin in range(0, len(seqs), _ASKED_AT_ONCE):
        asked = seqs[begin : begin + _ASKED_AT_ONCE]
        marks = ",".join("?" * len(asked))
        query = f"SELECT {_COLUMNS} FROM memories WHERE seq IN ({marks}) AND searchable >= ?"
        yield from map(_make_row, connection.execute(query, (*asked, not hidden)))


def read_after(connection: sqlite3.Connection, after: int, beginning: str) -> Iterator[Row]:
    """Yield the searchable memories after number `after` whose text begins so, in order."""
    query = f"SELECT {_COLUMNS} FROM memories WHERE seq > ? AND searchable"
    query += " AND substr(text, 1, ?) = ? ORDER BY seq"
    found = connection.execute(query, (after, len(beginning), beginning))
    yield from map(_make_row, found)


def _make_row(values: tuple[int, str, str, str, str, int, int]) -> Row:
    seq, at, place, speaker, text, spoken, importance = values
    return Row(seq, datetime.fromisoformat(at), place, speaker, text, bool(spoken), importance)


def match_words(
    connection: sqlite3.Connection,
    table: Literal["words", "places"],
    expression: str,
    limit: int,
    span: tuple[int, int],
) -> list[int]:
    """Return numbers of the newest `limit` searchable memories in `span` that match, newest
    first."""
    found = connection.execute(
        f"SELECT rowid FROM {table} WHERE {table} MATCH ? AND rowid BETWEEN ? AND ?"
        " ORDER BY rowid DESC LIMIT ?",
        (expression, *span, limit),
    )
    return [seq for (seq,) in found]


def find_people(connection: sqlite3.Connection, words: Sequence[str]) -> set[str]:
    """Return the people, folded in case, that `words` (folded in case) may name."""
    marks = ",".join("?" * len(words))
    found = connection.execute(f"SELECT name FROM people WHERE word IN ({marks})", words)
    return {name for (name,) in found}


def read_talk(connection: sqlite3.Connection, partner: str, limit: int) -> tuple[int, list[Row]]:
    """Return how many memories of talk with `partner` there are, and the newest `limit`, newest
    first."""
    key = fold_name(partner)
    counted = connection.execute("SELECT talks FROM partners WHERE partner = ?", (key,)).fetchone()
    found = connection.execute(
        f"SELECT {_COLUMNS} FROM memories WHERE seq IN"
        " (SELECT seq FROM talks WHERE partner = ? ORDER BY seq DESC LIMIT ?) ORDER BY seq DESC",
        (key, limit),
    )
    return (counted[0] if counted else 0), [_make_row(values) for values in found]


def read_one_text(connection: sqlite3.Connection, seq: int) -> str | None:
    """Return the text of memory `seq`; None if it is not indexed."""
    found = connection.execute("SELECT text FROM memories WHERE seq = ?", (seq,)).fetchone()
    return found[0] if found else None


def read_texts(connection: sqlite3.Connection, after: int, limit: int) -> list[tuple[int, str]]:
    """Return number and text of the first `limit` searchable memories after `after`, in order."""
    return connection.execute(
        "SELECT seq, text FROM memories WHERE seq > ? AND searchable ORDER BY seq LIMIT ?",
        (after, limit),
    ).fetchall()


def find_between(
    connection: sqlite3.Connection,
    begin: datetime,
    end: datetime,
    limit: int,
    span: tuple[int, int],
) -> list[int]:
    """Return numbers of the newest `limit` searchable memories in `span` from `begin` to before
    `end`."""
    last = read_newest(connection)[0]
    first, behind = _find_first_at(connection, begin, last), _find_first_at(connection, end, last)
    found = connection.execute(
        "SELECT seq FROM memories WHERE seq BETWEEN ? AND ? AND searchable"
        " ORDER BY seq DESC LIMIT ?",
        (max(first, span[0]), min(behind - 1, span[1]), limit),
    )
    return [seq for (seq,) in found]


def _find_first_at(connection: sqlite3.Connection, moment: datetime, last: int) -> int:
    """Return the first number whose memory is not before `moment`, by halving; `last` + 1 if none.

    Where the clock once went backwards it may be off by the memories of that stretch.
    """
    low, high = 1, last + 1
    while low < high:
        middle = (low + high) // 2
        found = connection.execute(
            "SELECT at FROM memories WHERE seq >= ? ORDER BY seq LIMIT 1", (middle,)
        ).fetchone()
        if found and datetime.fromisoformat(found[0]) < moment:
            low = middle + 1
        else:
            high = middle
    return low
