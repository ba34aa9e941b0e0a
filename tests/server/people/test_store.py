"""What people keep comes to disk, also late, and is never lost for a disk that fails."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from server.people.store import RETRY_SECONDS, PeopleStore
from server.storage.database import StorageError


async def test_a_write_that_fails_is_tried_again_and_told_once(tmp_path: Path) -> None:
    """Whoever waits for it is told; the change is kept, and so is a newer one."""
    log: list[str] = []
    clock = VirtualClock()
    path = tmp_path / "people.sqlite"
    store = await PeopleStore.open(path, clock, log.append)
    await store._connection.execute("PRAGMA busy_timeout = 0")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store.put("ada", "alias", "gm", "say good morning")
    with pytest.raises(StorageError, match="locked"):
        await store.flush()
    store.put("ada", "alias", "gm", "say good day")
    await _until_told(store, log)
    assert len(log) == 1 and "tried again" in log[0]
    other.execute("ROLLBACK")
    await clock.advance(RETRY_SECONDS)
    await store.flush()
    assert other.execute("SELECT * FROM entries").fetchall() == [
        ("ada", "alias", "gm", "say good day")
    ]
    other.close()
    await store.close()


async def _until_told(store: PeopleStore, log: list[str]) -> None:
    while not log:
        await store._connection.execute_fetchall("SELECT 1")


async def test_closing_writes_what_was_said_last(tmp_path: Path) -> None:
    """Even if nobody waited for it."""
    store = await PeopleStore.open(tmp_path / "people.sqlite", VirtualClock(), pytest.fail)
    store.put("ada", "ignore", "bob", "Bob")
    store.put("ada", "ignore", "eve", "Eve")
    store.put("ada", "ignore", "bob", None)
    await store.close()
    again = await PeopleStore.open(tmp_path / "people.sqlite", VirtualClock(), pytest.fail)
    assert again.list("ada", "ignore") == {"eve": "Eve"}
    assert again.persons("ignore") == ("ada",)
    assert again.list("bob", "ignore") == {}
    await again.close()
