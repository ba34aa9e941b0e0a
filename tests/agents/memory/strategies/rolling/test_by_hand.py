"""Rolling compaction by hand: refused below the thresholds, forced, and reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.compaction_run import CompactionReport
from agents.memory.compactor import CannotCompact
from agents.memory.core.records import NewMemory
from agents.memory.memory import AgentMemory
from agents.memory.strategies.rolling import measure_history
from tests.agents.memory.strategies.rolling.steps import OWN_TEXTS, ROLLING, act
from tests.agents.memory.support import Bench, Scripted, assert_whole, reconfigure


async def force(memory: AgentMemory) -> CompactionReport:
    return await memory.begin_compaction(force=True)


async def test_by_hand_below_the_thresholds_nothing_happens(tmp_path: Path) -> None:
    """The refusal says the numbers and the word that does it all the same."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS)
    act(memory, 4)
    with pytest.raises(CannotCompact, match=r"^4 entries, 5 needed\. Add the word force"):
        memory.begin_compaction()
    act(memory, 2)
    wanted = "6 entries and 138 characters, 10 entries or 8000 characters needed. Add the word"
    with pytest.raises(CannotCompact, match=wanted):
        memory.begin_compaction()
    assert memory.view.summaries == ()
    await memory.close()


async def test_force_compacts_below_the_thresholds(tmp_path: Path) -> None:
    """Down to the preserved entries, beyond which there is nothing even for force."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS)
    act(memory, 4)
    report = await force(memory)
    assert report.record.covers == (1, 2)
    assert_whole(memory)
    with pytest.raises(CannotCompact, match="2 entries word for word, and the newest 2 stay"):
        memory.begin_compaction(force=True)
    await memory.close()


@pytest.mark.parametrize("use_llm_for_summary", [True, False])
async def test_a_forced_compaction_never_makes_the_history_larger(
    tmp_path: Path, use_llm_for_summary: bool
) -> None:
    """Neither of a tiny history nor when it is forced time after time."""
    bench = Bench(tmp_path, Scripted(answers=["I did a great many things in that time. " * 9] * 99))
    memory = bench.open(**ROLLING, use_llm_for_summary=use_llm_for_summary)
    reconfigure(
        memory, task="You are Moss, who tends the garden behind the mill and the bees in it."
    )
    for output in ("Hi.", "a", "You wave.", "It failed.", "total: 3", "You wave."):
        act(memory, 3, output)
        before = measure_history(memory.view).characters
        report = await force(memory)
        assert measure_history(memory.view).characters <= before
        assert report.record.chars_after <= report.record.chars_before
        assert memory.summary_texts()[1]
    assert_whole(memory)
    await memory.close()


async def test_a_single_short_memory_can_be_forced(tmp_path: Path) -> None:
    """It is kept as it is rather than told at greater length."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS, preserve_last_n_entries=0)
    reconfigure(memory, task="You are Moss.")
    memory.record(NewMemory("Rain.", source="observation"))
    await force(memory)
    assert memory.summary_texts()[1] == "Rain."
    await memory.close()


async def test_the_report_has_the_references_metrics(tmp_path: Path) -> None:
    """Entries and characters before and after, the part removed, and who wrote it."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(**ROLLING)
    act(memory, 4, "You wave to everyone." * 9)
    report = await force(memory)
    record = report.record
    assert report.record.method == "llm"
    assert (record.entries_before, record.entries_after) == (4, 3)
    assert record.chars_after == measure_history(memory.view).characters
    assert record.compression_ratio == 1 - record.chars_after / record.chars_before
    assert 0.4 < record.compression_ratio < 0.6
    await memory.close()
