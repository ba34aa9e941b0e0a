"""A layered compaction that fails changes nothing."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from agents.memory.compactor import CompactionFailed
from agents.memory.core.view import fold
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.strategies.layered.working_memory import SMALL, Working
from tests.agents.memory.support import Bench, assert_whole, fill, grow, log_of, reconfigure


async def test_no_archive_no_compaction(tmp_path: Path) -> None:
    """While memories cannot be written none leave the prompt; when they can again, it goes on."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(**SMALL)
    fill(memory, 20)
    bench.disk.write_error = OSError(errno.ENOSPC, "No space left on device")
    fill(memory, 1)
    before = memory.view
    reconfigure(
        memory,
        settings=memory_settings(strategy="layered", threshold_tokens=20, min_saving_tokens=0),
    )
    memory.end_turn()
    await bench.settle()
    assert memory.view == before
    assert any("No space left" in line for line in bench.lines)
    assert not memory.status().running
    bench.disk.write_error = None
    await bench.clock.advance(60)
    fill(memory, 200)
    await bench.settle()
    assert memory.view.covered > 0


async def test_a_failed_automatic_compaction_only_warns(tmp_path: Path) -> None:
    """Everything stays as it was and the agent goes on; the next try waits."""
    summarizer = Working(answers=[RuntimeError("a defect")])
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(**SMALL)
    while not summarizer.asked:
        await grow(bench, memory, memory.last_seq + 1)
    assert memory.view.summaries == () and len(memory.view.tail) == memory.last_seq
    assert any("WARNING: compaction failed" in line for line in bench.warnings())
    assert memory.status().health == "WARNING"
    await grow(bench, memory, memory.last_seq + 5)
    assert len(summarizer.asked) == 1
    await bench.clock.advance(31)
    assert memory.view.summaries and memory.status().last_error == ""
    assert_whole(memory)


async def test_a_failed_compaction_by_hand_is_an_error(tmp_path: Path) -> None:
    """The person who asked for it is told; nothing has changed."""
    bench = Bench(tmp_path, Working(answers=[RuntimeError("a defect")]))
    memory = bench.open(strategy="layered")
    fill(memory, 30)
    before = memory.view
    with pytest.raises(CompactionFailed, match="a defect"):
        await memory.begin_compaction()
    assert memory.view == before == fold(log_of(memory))
