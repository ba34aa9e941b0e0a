import asyncio
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.storage import AccountRow, AccountTable, StorageError

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def test_an_account_is_there_after_a_restart_and_the_first_administers(
    tmp_path: Path,
) -> None:
    table = await AccountTable.open(tmp_path / "accounts.sqlite")
    await table.add("rowan", "Rowan", "h1", NOW)
    await table.add("élan", "Élan", "h2", NOW)
    await table.close()
    table = await AccountTable.open(tmp_path / "accounts.sqlite")
    assert await table.find("rowan") == AccountRow("rowan", "Rowan", "h1", True)
    assert await table.find("élan") == AccountRow("élan", "Élan", "h2", False)
    assert await table.find("nobody") is None
    assert await table.names() == ("Rowan", "Élan")
    await table.close()


async def test_of_many_at_once_one_gets_the_name_and_one_administers(tmp_path: Path) -> None:
    table = await AccountTable.open(tmp_path / "a")
    rows = await asyncio.gather(*(table.add(f"k{n % 5}", "N", "h", NOW) for n in range(20)))
    made = [row for row in rows if row]
    assert len(made) == 5
    assert [row.administrator for row in made].count(True) == 1
    await table.close()


async def test_a_hash_is_replaced_only_if_it_is_still_the_same(tmp_path: Path) -> None:
    table = await AccountTable.open(tmp_path / "a")
    await table.add("k", "K", "old", NOW)
    await table.rehash("k", "other", "new")
    assert (await table.find("k")) == AccountRow("k", "K", "old", True)
    await table.rehash("k", "old", "new")
    assert (await table.find("k")) == AccountRow("k", "K", "new", True)
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
