"""Keeps what was asked of the models, by hour and by day: ``vault/.tarn/requests.sqlite``.

Counts are written at most once in `SAVE_SECONDS`, in one transaction, and at the end; so a crash
forgets the last seconds at most.  Hours are kept for `HOUR_DAYS`, days for `MOST_DAYS`.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import astuple, fields
from pathlib import Path
from typing import Any

from agents.boundaries import Clock, StorageTrouble, StorageWatcher, ignore_trouble
from agents.mind.background_tasks import BackgroundTasks
from agents.models.request_series import HOUR, RequestKey, RequestSeries, RequestTotals, Slot

SAVE_SECONDS = 5.0
DAY = 24 * HOUR
HOUR_DAYS = 14
"""Days for which hours are kept."""
MOST_DAYS = 400
"""Days that are kept."""

VERSION = 1
_TABLES = {"hours": (HOUR, HOUR_DAYS), "days": (DAY, MOST_DAYS)}
"""Table → the seconds of a row, and the days for which it is kept."""

_KEYS = ("slot", *(each.name for each in fields(RequestKey)))
_VALUES = tuple(each.name for each in fields(RequestTotals))
_LARGEST = {"longest"}
_CREATE = """
CREATE TABLE {table}(slot INTEGER, profile TEXT, model TEXT, agent TEXT, purpose TEXT,
    answers INTEGER NOT NULL, failures INTEGER NOT NULL, prompt_tokens INTEGER NOT NULL,
    completion_tokens INTEGER NOT NULL, cached_tokens INTEGER NOT NULL, seconds REAL NOT NULL,
    longest REAL NOT NULL, cost REAL NOT NULL,
    PRIMARY KEY(slot, profile, model, agent, purpose)) WITHOUT ROWID
"""

Rows = list[tuple[int, RequestKey, RequestTotals]]
"""Slots, as seconds since 1970, with what was counted in each, the oldest first."""


class RequestHistory:
    """Takes what `series` has counted and keeps it on disk.

    `log` is told what cannot be read or written, `watch` when writing fails and works again.
    """

    def __init__(
        self,
        path: Path,
        series: RequestSeries,
        clock: Clock,
        background: BackgroundTasks,
        log: Callable[[str], None],
    ) -> None:
        self.watch: StorageWatcher = ignore_trouble
        self._path = path
        self._series = series
        self._clock = clock
        self._background = background
        self._log = log
        self._waiting = self._troubled = False
        self._turn = asyncio.Lock()
        series.changed = self._note_change

    async def save(self) -> None:
        """Write what was counted, all or nothing; a failure is told until it works again."""
        async with self._turn:
            taken = self._series.take()
            if not taken:
                return
            try:
                now = int(self._clock.now().timestamp())
                broken = await asyncio.to_thread(write_counts, self._path, taken, now)
            except (OSError, sqlite3.Error) as error:
                self._series.put_back(taken)
                self._begin_trouble(getattr(error, "strerror", None) or str(error))
            else:
                self._end_trouble(broken)

    async def read(self, table: str, since: int) -> Rows:
        """Return the rows of ``hours`` or ``days`` since a moment, those included that are not
        on disk yet. Raises `OSError`."""
        async with self._turn:
            try:
                kept = await asyncio.to_thread(read_counts, self._path, table, since)
            except sqlite3.Error as error:
                raise OSError(f"{self._path.name} cannot be read: {error}") from error
            waiting = self._series.list_waiting()
        seconds, _ = _TABLES[table]
        merged: dict[Slot, RequestTotals] = {(slot, key): totals for slot, key, totals in kept}
        for (hour, key), totals in waiting.items():
            slot = hour // seconds * seconds, key
            if slot[0] >= since:
                merged[slot] = merged[slot].plus(totals) if slot in merged else totals
        rows = [(slot, key, totals) for (slot, key), totals in merged.items()]
        return sorted(rows, key=lambda row: row[0])

    def _note_change(self) -> None:
        if not self._waiting:
            self._waiting = True
            self._background.run(self._save_soon())

    async def _save_soon(self) -> None:
        await self._clock.sleep(SAVE_SECONDS)
        self._waiting = False
        await self.save()

    def _begin_trouble(self, reason: str) -> None:
        if not self._troubled:
            self._troubled = True
            what = f"{self._path}: cannot be written: {reason}"
            self._log(f"WARNING {what}")
            self.watch(StorageTrouble("tokens", "by hour", reason, what))

    def _end_trouble(self, broken: str) -> None:
        if broken:
            self._log(f"WARNING {self._path}: {broken}; it is put aside, and counting begins anew")
        if self._troubled:
            self._troubled = False
            self.watch(StorageTrouble("tokens", "by hour", ""))


# --- the file; everything here blocks -----------------------------------------------------


def write_counts(path: Path, counted: Mapping[Slot, RequestTotals], now: int) -> str:
    """Add counts to the file's, and remove what is old; return why a file was put aside.

    Raises `OSError` and `sqlite3.Error`.
    """
    try:
        with _open(path) as connection:
            _add(connection, counted, now)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _BROKEN:
            raise
        _put_aside(path)
        with _open(path) as connection:
            _add(connection, counted, now)
        return str(error)
    return ""


_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)


def read_counts(path: Path, table: str, since: int) -> Rows:
    """Return the rows of a table since a moment; none if there is no file yet.

    Raises `sqlite3.Error`.
    """
    if not path.exists():
        return []
    seconds, _ = _TABLES[table]
    columns = ", ".join((*_KEYS, *_VALUES))
    query = f"SELECT {columns} FROM {table} WHERE slot >= ? ORDER BY slot"
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        if not connection.execute("PRAGMA user_version").fetchone()[0]:
            return []  # it is being made
        found = connection.execute(query, (since // seconds * seconds,)).fetchall()
    return [(row[0], RequestKey(*row[1 : len(_KEYS)]), RequestTotals(*row[len(_KEYS) :]))
            for row in found]  # fmt: skip


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600, exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("BEGIN IMMEDIATE")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise OSError(f"it was written by a newer version of Tarn (version {version})")
        if version < VERSION:
            for table in _TABLES:
                connection.execute(_CREATE.format(table=table))
            connection.execute(f"PRAGMA user_version={VERSION}")
        yield connection
        connection.execute("COMMIT")


def _add(connection: sqlite3.Connection, counted: Mapping[Slot, RequestTotals], now: int) -> None:
    for table, (seconds, days) in _TABLES.items():
        rows = (
            (hour // seconds * seconds, *astuple(key), *astuple(totals))
            for (hour, key), totals in counted.items()
        )
        _add_rows(connection, table, rows)
        connection.execute(f"DELETE FROM {table} WHERE slot < ?", (now - days * DAY,))


def _add_rows(connection: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    changes = ", ".join(
        f"{name} = max({name}, excluded.{name})" if name in _LARGEST
        else f"{name} = {name} + excluded.{name}"
        for name in _VALUES
    )  # fmt: skip
    places = ", ".join("?" * (len(_KEYS) + len(_VALUES)))
    connection.executemany(
        f"INSERT INTO {table} VALUES ({places})"
        f" ON CONFLICT ({', '.join(_KEYS)}) DO UPDATE SET {changes}",
        rows,
    )


def _put_aside(path: Path) -> None:
    path.replace(path.with_name(f"{path.name}.broken"))
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
