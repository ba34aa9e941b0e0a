"""The accounts in SQLite: names, password hashes and roles."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Any

import aiosqlite

from agents.boundaries import Clock, StorageWatcher
from agents.clock import SystemClock
from late.late_dataclass import late_dataclass
from server.boundaries import Role
from server.storage.database import (
    Schema,
    connect_to_read,
    explain_error,
    open_database,
    read_rows,
)
from server.storage.guarded import GuardedWrites, Values

ACCOUNTS_SCHEMA = Schema(
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
        (
            "ALTER TABLE accounts ADD COLUMN role TEXT NOT NULL DEFAULT 'player'",
            "UPDATE accounts SET role = 'administrator' WHERE administrator",
            "ALTER TABLE accounts DROP COLUMN administrator",
        ),
        ("CREATE TABLE guests (last INTEGER)", "INSERT INTO guests VALUES (NULL)"),
        (
            "CREATE TABLE removed (key TEXT PRIMARY KEY, name TEXT NOT NULL)",
            """
            CREATE TRIGGER note_removed AFTER DELETE ON accounts BEGIN
                INSERT OR REPLACE INTO removed VALUES (old.key, old.name);
            END
            """,
        ),
    ),
)
PATIENCE = 1.0
"""Seconds for which a statement waits for another program's lock."""

_ADD = """
    INSERT INTO accounts (key, name, hash, role, created)
    SELECT ?, ?, ?, CASE WHEN EXISTS (SELECT 1 FROM accounts) THEN ? ELSE 'administrator' END, ?
    WHERE TRUE ON CONFLICT (key) DO NOTHING
    RETURNING key, name, hash, role
"""
_FIND = "SELECT key, name, hash, role FROM accounts WHERE key = ?"
_LIST = "SELECT key, name, hash, role, created FROM accounts ORDER BY name"
_ASSIGN = """
    UPDATE accounts SET role = :role WHERE key = :key AND (
        :role = 'administrator' OR role <> 'administrator'
        OR EXISTS (SELECT 1 FROM accounts WHERE role = 'administrator' AND key <> :key)
    ) RETURNING key
"""
_REMOVE = """
    DELETE FROM accounts WHERE key = :key AND (
        role <> 'administrator'
        OR EXISTS (SELECT 1 FROM accounts WHERE role = 'administrator' AND key <> :key)
    ) RETURNING key
"""
_LIST_REMOVED = "SELECT name FROM removed ORDER BY key"
_FORGET_REMOVED = "DELETE FROM removed WHERE key = ?"
_COUNT = "SELECT count(*) FROM accounts"
_BEGIN_GUESTS = "UPDATE guests SET last = ? WHERE last IS NULL"
_RESERVE_GUESTS = "UPDATE guests SET last = last + ? RETURNING last"
_RETURN_GUESTS = "UPDATE guests SET last = ? WHERE last = ?"
_NAMES = "SELECT name FROM accounts ORDER BY name"
_VERSION = "PRAGMA data_version"
_REHASH = "UPDATE accounts SET hash = ? WHERE key = ? AND hash = ? RETURNING key"


def count_accounts(path: Path) -> int:
    """Return how many accounts a file has, without writing anything. Raises `StorageError`."""
    if not path.exists() or not path.stat().st_size:
        return 0
    return int(read_rows(path, ACCOUNTS_SCHEMA, _COUNT)[0][0])


@late_dataclass(frozen=True, slots=True)
class AccountRow:
    """A stored account. Two names with one `key` are the same name."""

    key: str
    name: str
    hash: str
    role: Role


@late_dataclass(frozen=True, slots=True)
class AccountEntry:
    """What a list of accounts says of one."""

    name: str
    role: Role
    created: datetime


class AccountTable:
    """The table of accounts in a file of its own. Each call is atomic.

    Every method may raise `StorageError`. What reads does not wait for what writes.
    """

    def __init__(
        self,
        connection: aiosqlite.Connection,
        reading: aiosqlite.Connection,
        path: Path,
        clock: Clock,
    ) -> None:
        self._connection = connection
        self._reading = reading
        self._path = path
        self._writes = GuardedWrites(connection, path, ACCOUNTS_SCHEMA, "accounts", clock)

    @classmethod
    async def open(
        cls, path: Path, clock: Clock | None = None, *, threaded: bool = True
    ) -> AccountTable:
        """Open or make the file. A new account survives even a loss of power.

        Without `threaded` the loop itself reads and writes.
        """
        writing = await open_database(
            path, ACCOUNTS_SCHEMA, synchronous="FULL", patience=PATIENCE, threaded=threaded
        )
        reading = await connect_to_read(path, PATIENCE, threaded=threaded)
        return cls(writing, reading, path, clock or SystemClock())

    def watch(self, watcher: StorageWatcher) -> None:
        """Tell `watcher` from now on what cannot be written."""
        self._writes.state.watch = watcher

    @property
    def trouble(self) -> str:
        """Why nothing can be written; empty: it can be."""
        return self._writes.state.reason

    async def find(self, key: str) -> AccountRow | None:
        """Return the account with this key, None if there is none."""
        rows = await self._read(_FIND, (key,))
        return _account(rows[0]) if rows else None

    async def add(
        self, key: str, name: str, hash: str, role: Role, created: datetime
    ) -> AccountRow | None:
        """Make an account and return it, or None if the key is there; the first administers."""
        rows = await self._writes.run(_ADD, (key, name, hash, role, created.isoformat()))
        return _account(rows[0]) if rows else None

    async def rehash(self, key: str, old: str, new: str) -> None:
        """Replace the hash `old` by `new`, if `old` is still the account's."""
        await self._writes.run(_REHASH, (new, key, old))

    async def assign(self, key: str, role: Role) -> bool:
        """Give an account a role; False if the last administrator would lose it."""
        values = {"key": key, "role": role}
        return bool(await self._writes.run(_ASSIGN, values))

    async def remove(self, key: str) -> bool:
        """Remove an account; False if it is the last administrator's.

        It stays on the list of removed ones until `forget_removed`.
        """
        return bool(await self._writes.run(_REMOVE, {"key": key}))

    async def removed(self) -> tuple[str, ...]:
        """Return the names of removed accounts whose characters are still in the world."""
        return tuple(row[0] for row in await self._read(_LIST_REMOVED, ()))

    async def forget_removed(self, key: str) -> None:
        """Take a removed account off the list: its character is gone."""
        await self._writes.run(_FORGET_REMOVED, (key,))

    async def entries(self) -> list[AccountEntry]:
        """Return what is known of every account, by name."""
        rows = await self._read(_LIST, ())
        return [
            AccountEntry(name, Role(role), datetime.fromisoformat(created))
            for _, name, _, role, created in rows
        ]

    async def names(self) -> tuple[str, ...]:
        """Return every account's name."""
        return tuple(row[0] for row in await self._read(_NAMES, ()))

    async def version(self) -> int:
        """Return a number that is another after each change of the file, whoever made it."""
        return int((await self._read(_VERSION, ()))[0][0])

    async def begin_guests(self, last: int) -> None:
        """Note the last number that a guest had, if none is on record."""
        await self._writes.run(_BEGIN_GUESTS, (last,))

    async def reserve_guests(self, count: int) -> int:
        """Reserve so many numbers for guests; return the last of them."""
        rows = await self._writes.run(_RESERVE_GUESTS, (count,))
        return int(rows[0][0])

    async def return_guests(self, last: int, reserved: int) -> None:
        """Note the last number that a guest had, if nobody has reserved more since."""
        await self._writes.run(_RETURN_GUESTS, (last, reserved))

    async def close(self) -> None:
        """Close the file."""
        await self._writes.close()
        await self._reading.close()
        await self._connection.close()

    async def _read(self, statement: str, values: Values) -> list[Any]:
        try:
            return list(await self._reading.execute_fetchall(statement, values))
        except sqlite3.Error as error:
            raise explain_error(self._path, ACCOUNTS_SCHEMA, error) from error


def _account(row: Any) -> AccountRow:
    key, name, hash, role = row
    return AccountRow(key, name, hash, Role(role))
