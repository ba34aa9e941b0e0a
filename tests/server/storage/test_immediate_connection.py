"""Files that the loop itself writes: nothing is on its way when a call returns."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from server.storage import WorldStore
from server.storage.database import Schema, open_database
from tests.server.storage.stores import HALL

SCHEMA = Schema("words", "there are none", (("CREATE TABLE words (word TEXT UNIQUE)",),))


async def test_no_thread_works_on_the_file(tmp_path: Path) -> None:
    before = threading.active_count()
    connection = await open_database(tmp_path / "words.sqlite", SCHEMA, threaded=False)
    await connection.execute("INSERT INTO words VALUES ('tarn')")
    rows = await connection.execute_fetchall("SELECT word FROM words")
    assert [word for (word,) in rows] == ["tarn"]
    assert threading.active_count() == before
    await connection.close()


async def test_what_fails_fails_for_who_waits_for_it(tmp_path: Path) -> None:
    connection = await open_database(tmp_path / "words.sqlite", SCHEMA, threaded=False)
    await connection.execute("INSERT INTO words VALUES ('tarn')")
    with pytest.raises(sqlite3.IntegrityError):
        await connection.execute("INSERT INTO words VALUES ('tarn')")
    await connection.close()


async def test_a_change_is_kept_before_virtual_time_moves(tmp_path: Path) -> None:
    clock, path = VirtualClock(), tmp_path / "world.sqlite"
    store = await WorldStore.open(path, clock, threaded=False)
    store.record([HALL], [])
    await clock.settle()
    assert store.health.pending == 0
    assert await store.load() == [HALL]
    await store.close()
