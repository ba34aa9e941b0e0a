"""An index that is damaged or of something else is made anew."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.recall.index import BATCH, MAX_WAITING, RecallIndex
from tests.agents.memory.recall.index_log import (
    Log,
    count_rows,
    days,
    find_seqs,
    memory,
    open_index,
)


@pytest.mark.parametrize("damage", [b"", b"not a database at all" * 100, None])
async def test_a_damaged_index_is_rebuilt(tmp_path: Path, damage: bytes | None) -> None:
    """An empty, corrupt or missing file is read from the archive afresh, without complaint."""
    warnings: list[str] = []
    log = days(30)
    first = open_index(tmp_path)
    await first.catch_up(log)
    await first.close()
    file = tmp_path / "Moss.sqlite"
    file.unlink()
    if damage is not None:
        file.write_bytes(damage)
    index = open_index(tmp_path, warnings)
    await index.catch_up(log)
    assert find_seqs(index, "wind", limit=50) == list(range(30, 0, -1))
    assert warnings == []
    await index.close()


async def test_an_index_of_another_version_is_rebuilt(tmp_path: Path) -> None:
    """What an older or newer Tarn wrote is not trusted."""
    log = days(5)
    first = open_index(tmp_path)
    await first.catch_up(log)
    await first.close()
    with closing(sqlite3.connect(tmp_path / "Moss.sqlite")) as connection:
        connection.execute("DELETE FROM memories")
        connection.execute("PRAGMA user_version=99")
        connection.commit()
    index = open_index(tmp_path)
    assert find_seqs(index, "wind") == []
    await index.catch_up(log)
    assert count_rows(tmp_path) == 5
    await index.close()


@pytest.mark.parametrize("other", [Log([memory(1, "another life")]), Log(), days(9)])
async def test_an_index_of_another_archive_is_rebuilt(tmp_path: Path, other: Log) -> None:
    """An agent that was begun anew does not remember its former life."""
    first = open_index(tmp_path)
    await first.catch_up(Log(memory(n, f"old life {n}") for n in range(1, 8)))
    await first.close()
    index = open_index(tmp_path)
    await index.catch_up(other)
    assert find_seqs(index, "old") == []
    assert count_rows(tmp_path) == len(other.memories)
    await index.close()


async def test_damage_while_running_heals(tmp_path: Path) -> None:
    """A file that breaks under a running server costs one search its older hits, no more."""
    index, log = open_index(tmp_path), days(40)
    warnings: list[str] = []
    index._warn = warnings.append
    await index.catch_up(log)
    (tmp_path / "Moss.sqlite").write_bytes(b"scribble" * 4096)
    assert find_seqs(index, "wind") == []
    assert "cannot be read" in warnings[0]
    await index.idle()
    assert len(find_seqs(index, "wind", limit=50)) == 40
    await index.close()


async def test_a_disk_that_cannot_be_written_is_said_and_survived(tmp_path: Path) -> None:
    """With no place to write, what waits is still found, the queue is bounded, and nothing lost."""
    warnings: list[str] = []
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    index = RecallIndex.open(blocked / "Moss.sqlite", warn=warnings.append)
    log = days(0)
    await index.catch_up(log)
    assert "cannot be brought up to date" in warnings[0]
    log.grow(index, *[f"pebble {n}" for n in range(MAX_WAITING + 10)])
    await index.idle()
    assert len(index._waiting) == MAX_WAITING
    assert find_seqs(index, "pebble", limit=1) == [MAX_WAITING + 10]
    blocked.unlink()
    log.grow(index, *["one more"] * BATCH)
    await index.idle()
    assert count_rows(blocked) == len(log.memories)
    await index.close()


async def test_closing_during_a_rebuild_stops_soon_and_the_next_start_goes_on(
    tmp_path: Path,
) -> None:
    """A shutdown does not wait for a million memories to be indexed."""
    index, log, reached = open_index(tmp_path), days(5000), threading.Event()

    def watched(after: int) -> Iterator[Experience]:
        for lived in log(after):
            if lived.seq == 700:
                reached.set()
                while not index._writer.closing:
                    time.sleep(0.001)
            yield lived

    catching = asyncio.ensure_future(index.catch_up(watched))
    await asyncio.to_thread(reached.wait)
    log.grow(index, "the last word")
    await index.close()
    await catching
    assert count_rows(tmp_path) == 1000
    again = open_index(tmp_path)
    await again.catch_up(log)
    assert count_rows(tmp_path) == 5001
    assert find_seqs(again, "last word") == [5001]
    await again.close()
