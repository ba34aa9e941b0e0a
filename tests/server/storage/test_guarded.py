"""Changes that are not kept in memory are made or refused, and never wait for long."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiosqlite
import pytest

from agents.boundaries import StorageTrouble
from agents.clock import VirtualClock
from server.storage.database import Schema, StorageError, open_database
from server.storage.guarded import TRY_SECONDS, GuardedWrites
from server.storage.trouble import SLOW, SLOW_SECONDS
from tests.limits import wait_until

SCHEMA = Schema(
    "the words",
    "there are none",
    (("CREATE TABLE words (word TEXT)", "INSERT INTO words VALUES ('first')"),),
)
ADD = "INSERT INTO words VALUES (?) RETURNING word"


@dataclass
class Bench:
    """A file, the guarded statements, another program, and what was told of trouble."""

    writes: GuardedWrites
    connection: aiosqlite.Connection
    other: sqlite3.Connection
    clock: VirtualClock
    told: list[StorageTrouble]

    def words(self) -> list[str]:
        return [word for (word,) in self.other.execute("SELECT word FROM words")]


@asynccontextmanager
async def opened(folder: Path, patience: float = 0.0) -> AsyncIterator[Bench]:
    path, clock = folder / "words.sqlite", VirtualClock()
    connection = await open_database(path, SCHEMA, patience=patience)
    writes = GuardedWrites(connection, path, SCHEMA, "accounts", clock)
    bench = Bench(writes, connection, sqlite3.connect(path, isolation_level=None), clock, [])
    writes.state.watch = bench.told.append
    try:
        yield bench
    finally:
        await writes.close()
        await connection.close()
        bench.other.close()


async def test_after_one_that_failed_all_are_refused_until_the_file_can_be_written(
    tmp_path: Path,
) -> None:
    """The trouble and its end are told once each, and nobody has to ask for the end."""
    async with opened(tmp_path) as bench:
        bench.other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match=r"the words.* locked"):
            await bench.writes.run(ADD, ("second",))
        await bench.clock.advance(TRY_SECONDS)
        await bench.connection.execute_fetchall("SELECT 1")  # the try before it has failed
        bench.other.execute("ROLLBACK")
        with pytest.raises(StorageError, match=r"words.sqlite cannot be written: .*locked"):
            await bench.writes.run(ADD, ("third",))
        (begun,) = bench.told
        assert (begun.kind, begun.owner) == ("accounts", "words.sqlite")
        assert begun.what == "words.sqlite (the words) cannot be written: database is locked"
        while len(bench.told) == 1:
            await bench.clock.advance(TRY_SECONDS)
        assert [each.reason for each in bench.told[1:]] == [""]
        assert await bench.writes.run(ADD, ("fourth",)) == [("fourth",)]
        assert bench.words() == ["first", "fourth"]


async def test_a_write_that_takes_long_is_trouble_meanwhile(tmp_path: Path) -> None:
    """Those that come behind it are refused; it ends the trouble itself."""
    async with opened(tmp_path, patience=600) as bench:
        bench.other.execute("BEGIN IMMEDIATE")
        first = asyncio.ensure_future(bench.writes.run(ADD, ("second",)))
        await asyncio.sleep(0)
        await bench.clock.advance(SLOW_SECONDS)
        assert [each.reason for each in bench.told] == [SLOW]
        bench.other.execute("ROLLBACK")
        assert await first == [("second",)]
        await wait_until(lambda: len(bench.told) == 2)
        assert bench.told[1].reason == ""


async def test_room_for_a_page_or_two_does_not_end_a_trouble(tmp_path: Path) -> None:
    """It would be told as over, and come again at the next change, as long as a disk is full."""
    async with opened(tmp_path) as bench:
        await bench.connection.execute("PRAGMA max_page_count = 4")
        with pytest.raises(StorageError, match="full"):
            await bench.writes.run(ADD, ("long" * 4096,))
        for _ in range(3):
            await _try_again(bench)
        assert [each.reason for each in bench.told] == ["database or disk is full"]
        await bench.connection.execute("PRAGMA max_page_count = 1000")
        await _try_again(bench)
        assert [each.reason for each in bench.told[1:]] == [""]
        assert await bench.writes.run(ADD, ("second",)) == [("second",)]
        assert bench.words() == ["first", "second"]


async def test_a_try_leaves_nothing_in_the_file(tmp_path: Path) -> None:
    async with opened(tmp_path) as bench:
        bench.other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match="locked"):
            await bench.writes.run(ADD, ("second",))
        bench.other.execute("ROLLBACK")
        await _try_again(bench)
        assert [each.reason for each in bench.told[1:]] == [""]
        tables = bench.other.execute("SELECT name FROM sqlite_master").fetchall()
        assert tables == [("words",)]


async def _try_again(bench: Bench) -> None:
    """Let the time of the next try come, and wait until it has been made."""
    await bench.clock.advance(TRY_SECONDS)
    trying = bench.writes._trying
    assert trying is not None
    await trying
