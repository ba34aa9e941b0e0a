"""Rows that the database refuses: they are set aside, so that all others can be written."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

import aiosqlite

from agents.boundaries import StorageTrouble, StorageWatcher, ignore_trouble
from server.storage.rows import Columns

_CODES = frozenset({sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH})
_KINDS = (OverflowError, ValueError, TypeError, sqlite3.ProgrammingError, sqlite3.InterfaceError)


def is_rows_fault(error: Exception) -> bool:
    """Return whether one of the rows is at fault, and not the disk or a lock."""
    return isinstance(error, _KINDS) or getattr(error, "sqlite_errorcode", 0) & 0xFF in _CODES


class PoisonRows:
    """The rows set aside, with the reason of each. `watch` is told of each one."""

    def __init__(self) -> None:
        self.watch: StorageWatcher = ignore_trouble
        self._reasons: dict[int, str] = {}

    def describe(self) -> list[str]:
        """Return a sentence for each row that is not kept."""
        return [_describe(id, why) for id, why in sorted(self._reasons.items())]

    def settle(self, written: Mapping[int, Columns | None], refused: Mapping[int, str]) -> None:
        """Note what became of some rows, and tell what is new of it."""
        for id in written:
            if id not in refused and self._reasons.pop(id, ""):
                self.watch(StorageTrouble("row", f"#{id}", ""))
        for id, why in refused.items():
            if id not in self._reasons:
                self.watch(StorageTrouble("row", f"#{id}", f"{id}: {why}", _describe(id, why)))
            self._reasons[id] = why


async def write_singly(
    connection: aiosqlite.Connection, rows: Mapping[int, Columns | None], save: str, remove: str
) -> dict[int, str]:
    """Write each row by itself; return why the database refuses some, by id.

    Raises what is no fault of a row.  The caller has begun a transaction.
    """
    refused: dict[int, str] = {}
    for id, columns in rows.items():
        try:
            await connection.execute(*((remove, (id,)) if columns is None else (save, columns)))
        except Exception as error:
            if not is_rows_fault(error):
                raise
            refused[id] = str(error)
    return refused


def _describe(id: int, why: str) -> str:
    return f"thing #{id} cannot be kept ({why}), and is as it was before at the next start"
