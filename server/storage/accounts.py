"""The accounts in SQLite: names, password hashes and administrators."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import aiosqlite

from server.storage.database import Schema, explain_error, open_database

_SCHEMA = Schema(
    holds="the accounts",
    without="nobody has an account, and the first one made is the administrator's",
    steps=(
        (
            """
            CREATE TABLE accounts (
                key TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                hash TEXT NOT NULL,
                administrator INTEGER NOT NULL,
                created TEXT NOT NULL
            )
            """,
        ),
    ),
)
_ADD = """
    INSERT INTO accounts SELECT ?, ?, ?, NOT EXISTS (SELECT 1 FROM accounts), ?
    WHERE TRUE ON CONFLICT (key) DO NOTHING
    RETURNING key, name, hash, administrator
"""
_FIND = "SELECT key, name, hash, administrator FROM accounts WHERE key = ?"
_NAMES = "SELECT name FROM accounts ORDER BY name"
_REHASH = "UPDATE accounts SET hash = ? WHERE key = ? AND hash = ? RETURNING key"


@dataclass(frozen=True, slots=True)
class AccountRow:
    """A stored account. Two names with one `key` are the same name."""

    key: str
    name: str
    hash: str
    administrator: bool


class AccountTable:
    """The table of accounts in a file of its own. Each call is one atomic statement.

    Every method may raise `StorageError`.
    """

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    @classmethod
    async def open(cls, path: Path) -> AccountTable:
        """Open or make the file. A new account survives even a loss of power."""
        return cls(await open_database(path, _SCHEMA, synchronous="FULL"), path)

    async def find(self, key: str) -> AccountRow | None:
        """Return the account with this key, None if there is none."""
        rows = await self._rows(_FIND, (key,))
        return _account(rows[0]) if rows else None

    async def add(self, key: str, name: str, hash: str, created: datetime) -> AccountRow | None:
        """Make an account and return it, or None if the key is there; the first administers."""
        rows = await self._rows(_ADD, (key, name, hash, created.isoformat()))
        return _account(rows[0]) if rows else None

    async def rehash(self, key: str, old: str, new: str) -> None:
        """Replace the hash `old` by `new`, if `old` is still the account's."""
        await self._rows(_REHASH, (new, key, old))

    async def names(self) -> tuple[str, ...]:
        """Return every account's name."""
        return tuple(row[0] for row in await self._rows(_NAMES, ()))

    async def close(self) -> None:
        """Close the file."""
        await self._connection.close()

    async def _rows(self, statement: str, values: Iterable[object]) -> list[Any]:
        try:
            return list(await self._connection.execute_fetchall(statement, values))
        except sqlite3.Error as error:
            raise explain_error(self._path, _SCHEMA, error) from error


def _account(row: Any) -> AccountRow:
    key, name, hash, administrator = row
    return AccountRow(key, name, hash, bool(administrator))
