import asyncio
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.boundaries import Role
from server.storage import AccountRow, AccountTable, StorageError

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def test_an_account_is_there_after_a_restart_and_the_first_administers(
    tmp_path: Path,
) -> None:
    table = await AccountTable.open(tmp_path / "accounts.sqlite")
    await table.add("rowan", "Rowan", "h1", Role.PLAYER, NOW)
    await table.add("élan", "Élan", "h2", Role.PLAYER, NOW)
    await table.close()
    table = await AccountTable.open(tmp_path / "accounts.sqlite")
    assert await table.find("rowan") == AccountRow("rowan", "Rowan", "h1", Role.ADMINISTRATOR)
    assert await table.find("élan") == AccountRow("élan", "Élan", "h2", Role.PLAYER)
    assert await table.find("nobody") is None
    assert await table.names() == ("Rowan", "Élan")
    await table.close()


async def test_of_many_at_once_one_gets_the_name_and_one_administers(tmp_path: Path) -> None:
    table = await AccountTable.open(tmp_path / "a")
    makings = (table.add(f"k{n % 5}", "N", "h", Role.PLAYER, NOW) for n in range(20))
    rows = await asyncio.gather(*makings)
    made = [row for row in rows if row]
    assert len(made) == 5
    assert [row.role for row in made].count(Role.ADMINISTRATOR) == 1
    await table.close()


async def test_an_older_files_accounts_keep_their_rights(tmp_path: Path) -> None:
    """Its administrator stays one, and everybody else is a player."""
    with closing(sqlite3.connect(tmp_path / "a")) as older, older:
        older.execute(
            "CREATE TABLE accounts (key TEXT PRIMARY KEY, name TEXT NOT NULL, hash TEXT NOT NULL,"
            " administrator INTEGER NOT NULL, created TEXT NOT NULL)"
        )
        rows = [("ada", "Ada", "h1", 1, "2026-01-01"), ("bob", "Bob", "h2", 0, "2026-01-02")]
        older.executemany("INSERT INTO accounts VALUES (?, ?, ?, ?, ?)", rows)
        older.execute("PRAGMA user_version = 1")
    table = await AccountTable.open(tmp_path / "a")
    found = [(each.name, each.role, each.created.day) for each in await table.entries()]
    assert found == [("Ada", Role.ADMINISTRATOR, 1), ("Bob", Role.PLAYER, 2)]
    assert await table.add("cy", "Cy", "h3", Role.BUILDER, NOW) == AccountRow(
        "cy", "Cy", "h3", Role.BUILDER
    )
    await table.close()


async def test_the_last_administrator_stays_one(tmp_path: Path) -> None:
    """Also when two would give it up at the same time."""
    table = await AccountTable.open(tmp_path / "a")
    for name in ("ada", "bob"):
        await table.add(name, name, "h", Role.PLAYER, NOW)
    assert not await table.assign("ada", Role.PLAYER)
    assert await table.assign("bob", Role.ADMINISTRATOR)
    both = await asyncio.gather(*(table.assign(name, Role.BUILDER) for name in ("ada", "bob")))
    assert sorted(both) == [False, True]
    roles = [each.role for each in await table.entries()]
    assert sorted(roles) == [Role.ADMINISTRATOR, Role.BUILDER]
    await table.close()


async def test_a_hash_is_replaced_only_if_it_is_still_the_same(tmp_path: Path) -> None:
    table = await AccountTable.open(tmp_path / "a")
    await table.add("k", "K", "old", Role.PLAYER, NOW)
    await table.rehash("k", "other", "new")
    assert (await table.find("k")) == AccountRow("k", "K", "old", Role.ADMINISTRATOR)
    await table.rehash("k", "old", "new")
    assert (await table.find("k")) == AccountRow("k", "K", "new", Role.ADMINISTRATOR)
    await table.close()


async def test_a_damaged_file_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"not a database, " * 100)
    with pytest.raises(StorageError, match=r"\(the accounts\) is damaged: file is not a database"):
        await AccountTable.open(tmp_path / "a")


async def test_a_failing_disk_is_a_storage_error(tmp_path: Path) -> None:
    table = await AccountTable.open(tmp_path / "a")
    with sqlite3.connect(tmp_path / "a", isolation_level=None) as other:
        other.execute("DROP TABLE accounts")
    other.close()
    with pytest.raises(StorageError, match="no such table"):
        await table.find("k")
    await table.close()
