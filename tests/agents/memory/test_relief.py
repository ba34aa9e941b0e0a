"""Making a prompt that has grown too long smaller: masking first, then early compaction."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.agents.memory.support import (
    Bench,
    Scripted,
    assert_whole,
    fill,
    grow,
    spans,
)


async def test_relieve_masks_first_and_records_it(tmp_path: Path) -> None:
    """Bulky output gives way to its number; it is still so after a restart."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    long = "The Hall\n" + "A long stone hall, cold even in June. " * 8
    memory.record(f"~Moss> look\n{long}", source="action", command="look", line="look")
    fill(memory, 10)
    assert await memory.relieve(20)
    assert memory.transcript().startswith("~Moss> look\n[look output archived, #1]\nFern")
    assert not memory.view.summaries
    assert memory.status().masked == 1
    await memory.close()
    assert bench.open().view == memory.view


async def test_relieve_compacts_early_inside_the_window(tmp_path: Path) -> None:
    """When masks are not enough the oldest memories go, the newest few never."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    fill(memory, 40)
    assert await memory.relieve(100)
    compacted = memory.view.compacted
    assert compacted is not None and compacted.trigger == "early"
    assert 20 <= compacted.covers[1] <= 36
    assert await memory.relieve(10_000)
    assert [each.seq for each in memory.view.tail] == [37, 38, 39, 40]
    assert not await memory.relieve(10)
    assert_whole(memory)


async def test_relieve_frees_more_than_it_must(tmp_path: Path) -> None:
    """What is spare is freed as well, by masks and by an early compaction."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    long = "The Hall\n" + "A long stone hall, cold even in June. " * 8
    for _ in range(4):
        memory.record(f"~Moss> look\n{long}", source="action", command="look", line="look")
    fill(memory, 40)
    assert await memory.relieve(20, 100)
    assert sorted(memory.view.masked) == [1, 2]
    assert not memory.view.summaries
    assert await memory.relieve(200, 100)
    assert sorted(memory.view.masked) == []
    tail = memory.view.tail[0].seq
    assert 4 < tail <= 37
    assert_whole(memory)


async def test_relieve_waits_for_a_running_compaction(tmp_path: Path) -> None:
    """It does not compete with it."""
    summarizer = Scripted(held=asyncio.Event())
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 129)
    relieved = asyncio.ensure_future(memory.relieve(10))
    await bench.settle()
    assert not relieved.done()
    assert summarizer.held is not None
    summarizer.held.set()
    assert await relieved
    assert spans(memory) == [(1, 65)]
