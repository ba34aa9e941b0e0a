"""Rolling compaction over a whole life: restarts, pressure, bootstrap and a slow model."""

from __future__ import annotations

import asyncio
from pathlib import Path

from agents.boundaries import ModelUnavailable
from agents.memory.strategies.rolling import measure_history
from tests.agents.memory.strategies.rolling.steps import OWN_TEXTS, ROLLING, act
from tests.agents.memory.support import Bench, Scripted, assert_whole, fill, partition, spans


async def test_a_restart_finds_the_same_view(tmp_path: Path) -> None:
    """Byte for byte, after many compactions with and without the model."""
    script = Scripted(answers=["I waved at the hall.", ModelUnavailable("gone")] * 5)
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING)
    for n in range(60):
        act(memory)
        fill(memory, n % 3)
        await bench.settle()
    view = memory.view
    await memory.close()
    again = bench.open(**ROLLING)
    assert again.view == view
    assert partition(again) == list(range(1, again.last_seq + 1))
    await again.close()


async def test_pressure_compacts_early_and_rolling_goes_on_from_there(tmp_path: Path) -> None:
    """A span that ends within a step leaves its rest as entries of their own."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS)
    act(memory)
    fill(memory, 15)
    assert await memory.relieve(40)
    first = memory.view.covered
    assert 0 < first < 16
    assert measure_history(memory.view).entries == 1 + (16 - first)
    act(memory, 10)
    await bench.settle()
    assert_whole(memory)
    assert memory.view.covered > first
    await memory.close()


async def test_bootstrap_builds_one_account_of_the_whole_archive(tmp_path: Path) -> None:
    """Window by window, and the counts add up over all of them."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS, max_entries_before_compaction=1000)
    act(memory, 300)
    await memory.bootstrap()
    assert spans(memory) == [(1, 298)]
    assert "Completed 298 steps (298 successful)." in memory.summary_texts()[1]
    await memory.close()


async def test_what_comes_while_the_model_writes_stays_in_the_tail(tmp_path: Path) -> None:
    """One compaction at a time; what is due by then follows at once."""
    script = Scripted(held=asyncio.Event())
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING)
    act(memory, 10)
    await bench.settle()
    act(memory, 30)
    await bench.settle()
    assert len(script.asked) == 1
    assert script.held is not None
    script.held.set()
    await bench.settle()
    assert spans(memory) == [(1, 38)]
    assert_whole(memory)
    await memory.close()
