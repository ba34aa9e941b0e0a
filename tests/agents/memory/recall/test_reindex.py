from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.log.natures import find_old_nature
from agents.memory.recall.index import RecallIndex
from agents.memory.recall.reindex import BATCH, ReindexStopped, reindex
from tests.limits import HANG_SECONDS

START = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def heard(seq: int, speaker: str, event: str = "say") -> Experience:
    text = f'{speaker} says, "line {seq}"'
    return Experience(
        seq,
        START + timedelta(minutes=seq),
        text,
        "observation",
        event=event,
        speaker=speaker,
        nature=find_old_nature("", event),
    )


def plain(seq: int) -> Experience:
    return Experience(seq, START + timedelta(minutes=seq), f"day {seq}", "observation")


def reader(memories: Sequence[Experience]):  # type: ignore[no-untyped-def]
    return lambda after: (each for each in memories if each.seq > after)


def find_talk_seqs(index: RecallIndex, partner: str, limit: int = 100) -> list[int]:
    count, hits = index.find_talk(partner, limit=limit)
    assert len(hits) == min(count, limit)
    return [hit.seq for hit in hits]


# --- rebuilding ---------------------------------------------------------------------------


def list_files(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def count_memories(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM memories").fetchone()[0])


async def test_an_index_is_rebuilt_at_will(tmp_path: Path) -> None:
    """From a tool, without a server: progress is told, and the index is whole in the end."""
    path, told = tmp_path / "deep" / "Moss.sqlite", list[int]()
    lived = [plain(n) for n in range(1, 2 * BATCH + 10)]
    assert await reindex(path, reader(lived), told.append) == len(lived)
    assert told == [BATCH, 2 * BATCH, len(lived)]
    assert count_memories(path) == len(lived)
    assert list_files(path.parent) == ["Moss.sqlite"]
    index = RecallIndex.open(path)
    asked = list[int]()

    def watched(after: int) -> Iterator[Experience]:
        asked.append(after)
        return reader(lived)(after)  # type: ignore[no-any-return]

    await index.catch_up(watched)
    assert asked == [len(lived) - 1, len(lived)]
    await index.close()


async def test_a_stopped_rebuild_changes_nothing(tmp_path: Path) -> None:
    """Stopped by its progress, it leaves the old index as it was and nothing beside it."""
    path = tmp_path / "Moss.sqlite"
    await reindex(path, reader([plain(1)]))
    before = path.read_bytes()
    lived = [plain(n) for n in range(1, 2 * BATCH)]
    with pytest.raises(ReindexStopped, match=f"after {BATCH} memories"):
        await reindex(path, reader(lived), lambda done: False)
    assert path.read_bytes() == before
    assert list_files(tmp_path) == ["Moss.sqlite"]


async def test_a_cancelled_rebuild_changes_nothing(tmp_path: Path) -> None:
    """Cancelled in its midst, it stops after its batch; so it does where the archive fails."""
    path, reached = tmp_path / "Moss.sqlite", threading.Event()
    await reindex(path, reader([plain(1)]))

    def endless(after: int) -> Iterator[Experience]:
        n = after
        while n < 100 * BATCH:
            n += 1
            if n == BATCH // 2:
                reached.set()
            yield plain(n)

    def failing(after: int) -> Iterator[Experience]:
        yield plain(1)
        raise OSError("the archive cannot be read")

    work = asyncio.ensure_future(reindex(path, endless))
    await asyncio.to_thread(reached.wait)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    with pytest.raises(OSError, match="cannot be read"):
        await reindex(path, failing)
    assert count_memories(path) == 1
    assert list_files(tmp_path) == ["Moss.sqlite"]


async def test_a_living_index_is_rebuilt(tmp_path: Path) -> None:
    """A server's own index is rebuilt under it; what is recorded meanwhile is not lost."""
    lived = [plain(n) for n in range(1, 200)]
    index = RecallIndex.open(tmp_path / "Moss.sqlite")
    with pytest.raises(ReindexStopped, match="catch_up"):
        await index.reindex()
    await index.catch_up(reader(lived))
    gate = threading.Event()

    def slow(done: int) -> None:
        gate.wait(HANG_SECONDS)

    work = asyncio.ensure_future(index.reindex(slow))
    await asyncio.sleep(0)
    lived += [heard(n, "Ada") for n in range(200, 300)]
    index.feed(lived[199:])
    assert index.find_talk("Ada", limit=1)[0] == 100
    gate.set()
    await work
    await index.idle()
    await index.close()
    assert count_memories(tmp_path / "Moss.sqlite") == 299
    assert index.find_talk("Ada", limit=1)[0] == 100


async def test_closing_stops_a_rebuild(tmp_path: Path) -> None:
    """A shutdown does not wait for a rebuild of a living index, and the old index stands."""
    lived = [plain(n) for n in range(1, 200)]
    index = RecallIndex.open(tmp_path / "Moss.sqlite")
    await index.catch_up(reader(lived))
    gate = threading.Event()
    lived += [plain(n) for n in range(200, 3 * BATCH)]
    work = asyncio.ensure_future(index.reindex(lambda done: gate.wait(HANG_SECONDS)))
    await asyncio.sleep(0)
    closing = asyncio.ensure_future(index.close())
    await asyncio.sleep(0)
    gate.set()
    await closing
    with pytest.raises(ReindexStopped):
        await work
    assert count_memories(tmp_path / "Moss.sqlite") == 199
    assert list_files(tmp_path) == ["Moss.sqlite"]
