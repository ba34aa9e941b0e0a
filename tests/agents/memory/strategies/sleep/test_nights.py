"""Nights without a model, without a journal, and many in a row lose nothing."""

from __future__ import annotations

import random
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.journal.journal_place import JournalPlace
from tests.agents.memory.strategies.sleep.sleepers import Building, asleep
from tests.agents.memory.support import Bench, assert_whole, fill, log_of, reconfigure, spans


async def test_a_night_without_a_model_still_compacts(tmp_path: Path) -> None:
    """Deterministically, and marked so; what comes later builds on it."""
    bench = Bench(tmp_path)
    memory = asleep(bench)
    fill(memory, 75)
    assert await memory.compact_asleep()
    fill(memory, 60)
    assert await memory.compact_asleep()
    assert memory.view.summaries[0].method == "deterministic"
    assert spans(memory) == [(1, 115)]
    assert_whole(memory)


async def test_without_a_journal_there_is_nothing_to_consolidate(tmp_path: Path) -> None:
    """Neither where there is none nor where the settings switch it off."""
    memory = asleep(bench := Bench(tmp_path))
    assert await memory.consolidate() == 0
    await memory.close()
    memory = bench.open(JournalPlace(tmp_path / "kept.jsonl"), journal="off")
    assert await memory.consolidate() == 0
    assert not (tmp_path / "kept.jsonl").exists()


async def test_a_long_life_of_days_and_nights_loses_nothing(tmp_path: Path) -> None:
    """After random days, nights, emergencies and restarts the view is whole and as in the log."""
    rng, bench = random.Random(5), Bench(tmp_path, Building())
    memory = asleep(bench)
    for _ in range(120):
        fill(memory, rng.randrange(1, 30))
        match rng.randrange(4):
            case 0:
                await memory.compact_asleep()
            case 1:
                await memory.relieve_urgently(
                    200 + sum(len(each.text) // 4 for each in memory.view.tail)
                )
            case 2:
                view = memory.view
                await memory.close()
                memory = asleep(bench)
                assert memory.view == view
        assert_whole(memory)
    assert len(memory.view.summaries) == 1
    assert sum(isinstance(each, Experience) for each in log_of(memory)) == memory.last_seq


async def test_once_the_model_is_back_the_whole_chain_is_made_again(tmp_path: Path) -> None:
    """From the archive, all of it at once; then nothing deterministic is left."""
    bench, model = Bench(tmp_path), Building()
    memory = asleep(bench)
    for _ in range(2):
        fill(memory, 75)
        assert await memory.compact_asleep()
    assert [each.method for each in memory.view.summaries] == ["deterministic"]
    reconfigure(memory, summarizer=model)
    await bench.clock.advance(120)
    assert [each.method for each in memory.view.summaries] == ["llm"]
    assert spans(memory) == [(1, 130)]
    assert [len(each) for each in model.asked] == [130]
    assert set(model.templates) == {"summary.context"}
    assert_whole(memory)
