"""`auto_compact: false`: nothing is compacted without being asked, and by hand it works."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agents.memory.core.records import NewMemory
from agents.memory.memory import AgentMemory
from tests.agents.memory.proof.deeds import SMALL
from tests.agents.memory.settings import STRATEGIES, memory_settings
from tests.agents.memory.support import (
    Bench,
    Scripted,
    assert_whole,
    fill,
    grow,
    log_of,
    reconfigure,
    spans,
)
from world.nature import Nature

OFF = {**SMALL, "auto_compact": False}


def switch_on(memory: AgentMemory) -> None:
    """Allow compaction, as an edited note and `@reload` do."""
    reconfigure(memory, settings=replace(memory.settings, auto_compact=True))


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_nothing_is_compacted_unasked(tmp_path: Path, strategy: str) -> None:
    """Neither by number nor by size, after a turn, asleep, in an emergency or under pressure."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(strategy=strategy, **OFF)
    await grow(bench, memory, 80)
    memory.end_turn()
    assert not await memory.compact_asleep()
    assert not await memory.relieve_urgently(5_000)
    assert not await memory.relieve(2_000)
    await bench.clock.advance(3600)
    await memory.close()
    memory = bench.open(strategy=strategy, **OFF)
    await bench.clock.advance(3600)
    assert spans(memory) == [] and len(memory.view.tail) == 80
    assert summarizer.asked == []
    assert_whole(memory)
    await memory.close()


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_by_hand_it_works(tmp_path: Path, strategy: str) -> None:
    """Once for each request, and switched on again it goes on by itself."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(strategy=strategy, **{**OFF, "context_tokens": 600})
    await grow(bench, memory, 30)
    await memory.begin_compaction(force=True)
    by_hand = memory.view.covered
    assert 20 <= by_hand <= 28
    await grow(bench, memory, 80)
    assert memory.view.covered == by_hand
    switch_on(memory)
    await bench.settle()
    await memory.compact_asleep()
    assert memory.view.covered > by_hand
    assert_whole(memory)
    await memory.close()


async def test_the_status_says_so(tmp_path: Path) -> None:
    """There is no next trigger, and nothing is overdue."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(auto_compact=False)
    fill(memory, 400)
    status = memory.status()
    assert status.strategy.condition.startswith("automatic compaction is off")
    assert status.strategy.next_trigger is None
    assert status.causes == () and status.health == "OK"
    switch_on(memory)
    assert memory.status().strategy.next_trigger == 129
    await memory.close()


async def test_no_text_is_written_again_unasked(tmp_path: Path) -> None:
    """A deterministic text stays until somebody compacts, or switches compaction on."""
    bench = Bench(tmp_path)
    memory = bench.open(**OFF)
    fill(memory, 20)
    await memory.begin_compaction()
    reconfigure(memory, summarizer=Scripted(), settings=memory_settings(**OFF))
    await bench.clock.advance(3600)
    assert [each.method for each in memory.view.summaries] == ["deterministic"]
    switch_on(memory)
    await bench.clock.advance(3600)
    assert [each.method for each in memory.view.summaries] == ["llm"]
    await memory.close()


async def test_bulky_output_is_still_masked(tmp_path: Path) -> None:
    """Masking costs no model and has a setting of its own."""
    bench = Bench(tmp_path)
    memory = bench.open(auto_compact=False)
    seen = "~Moss> look\n" + "A long stone hall, cold even in June. " * 8
    memory.record(NewMemory(seen, "action", command="look", line="look", nature=Nature.SIGHT))
    fill(memory, 10)
    assert await memory.relieve(20)
    assert memory.view.masked == {1}
    assert len(log_of(memory)) == 12
    await memory.close()
