"""What is recorded is written together, in order, and there after a restart."""

import asyncio
import sqlite3
from pathlib import Path

from tests.limits import wait_until
from tests.server.storage.stores import HALL, open_store, thing


async def test_what_was_recorded_is_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / ".tarn" / "world.sqlite"
    async with open_store(path) as store:
        assert await store.load() == []
        store.record([HALL, thing(2), thing(3)], [])
        store.record([thing(2, "a dark lamp", None)], [3])
    async with open_store(path) as store:
        assert await store.load() == [HALL, thing(2, "a dark lamp", None)]


async def test_within_one_transaction_removal_wins_and_later_ones_win_over_both(
    tmp_path: Path,
) -> None:
    async with open_store(tmp_path / "w") as store:
        store.record([thing(2)], [2])
        store.record([thing(3)], [])
        store.record([], [3])
        store.record([thing(3, "back")], [])
        await store.flush()
        assert await store.load() == [thing(3, "back")]


async def test_recording_returns_at_once_and_what_gathers_is_committed_together(
    tmp_path: Path,
) -> None:
    async with open_store(tmp_path / "w") as store:
        for id in range(1, 1001):
            store.record([thing(id)], [])
        assert store.health.pending == 1000
        assert store.health.commits == 0
        await store.flush()
        assert store.health.pending == 0
        assert store.health.commits == 1
        assert len(await store.load()) == 1000


async def test_changes_are_written_without_anybody_waiting_for_it(tmp_path: Path) -> None:
    async with open_store(tmp_path / "w") as store:
        store.record([HALL], [])
        await wait_until(lambda: not store.health.pending)
        with sqlite3.connect(tmp_path / "w") as other:
            assert other.execute("SELECT name FROM things").fetchall() == [("The Hall",)]
        other.close()


async def test_flush_waits_for_what_is_being_written_and_for_what_came_meanwhile(
    tmp_path: Path,
) -> None:
    async with open_store(tmp_path / "w") as store:
        store.record([thing(1)], [])
        first = asyncio.ensure_future(store.flush())
        await asyncio.sleep(0)
        store.record([thing(2)], [])
        await store.flush()
        assert first.done()
        assert len(await store.load()) == 2
        await store.flush()


async def test_the_file_is_in_wal_mode_and_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / ".tarn" / "world.sqlite"
    async with open_store(path):
        assert path.with_name("world.sqlite-wal").exists()
        assert path.stat().st_mode & 0o077 == 0
        assert path.parent.stat().st_mode & 0o077 == 0


async def test_a_cancelled_flush_disturbs_nobody(tmp_path: Path) -> None:
    async with open_store(tmp_path / "w") as store:
        store.record([thing(1)], [])
        waiting = asyncio.ensure_future(store.flush())
        await asyncio.sleep(0)
        waiting.cancel()
        await store.flush()
        assert store.health.ok
