"""Before a turn the strategy `sleep` makes room, by masks first and then by a summary."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.agents.memory.strategies.sleep.sleepers import Building, asleep
from tests.agents.memory.support import Bench, Scripted, assert_whole, fill, look_around


async def test_easing_compacts_only_above_the_emergency_threshold(tmp_path: Path) -> None:
    """Exactly at 80 % the turn begins at once; above, with a warning and a compaction."""
    bench = Bench(tmp_path, Building())
    memory = asleep(bench)
    fill(memory, 40)
    assert not await memory.relieve_urgently(800)
    assert not bench.warnings()
    assert await memory.relieve_urgently(801)
    assert "801 tokens, more than 800: compaction is forced" in bench.warnings()[0]
    compacted = memory.view.compacted
    assert compacted is not None
    assert (compacted.trigger, compacted.covers) == ("emergency", (1, 20))


async def test_easing_masks_first(tmp_path: Path) -> None:
    """Bulky old output gives way before anything is summarised."""
    bench = Bench(tmp_path, Building())
    memory = asleep(bench)
    look_around(memory)
    fill(memory, 30)
    assert await memory.relieve_urgently(820)
    assert memory.view.masked == {1}
    assert not memory.view.summaries


async def test_easing_waits_for_nothing_that_is_under_way(tmp_path: Path) -> None:
    """Nor does it begin anything after a failure, before the next try is due."""
    bench = Bench(tmp_path, Scripted(held=asyncio.Event()))
    memory = asleep(bench)
    fill(memory, 60)
    memory.begin_compaction()
    await bench.settle()
    assert not await memory.relieve_urgently(900)
    await memory.close()


async def test_other_strategies_are_not_eased(tmp_path: Path) -> None:
    """The waterfall has no such threshold."""
    memory = Bench(tmp_path, Scripted()).open(context_tokens=1000)
    fill(memory, 60)
    assert not await memory.relieve_urgently(990)
    assert not memory.view.summaries


async def test_relief_makes_progress_inside_the_preserve_window(tmp_path: Path) -> None:
    """If the prompt does not fit at all, preserved memories are compacted, except a few."""
    bench = Bench(tmp_path, Building())
    memory = asleep(bench, preserve_memories=200)
    fill(memory, 30)
    assert await memory.relieve(10_000)
    assert [each.seq for each in memory.view.tail] == [27, 28, 29, 30]
    assert_whole(memory)
