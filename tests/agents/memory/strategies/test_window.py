"""The plain window: the newest word for word, nothing summarised, nothing lost."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest

from agents.memory.compactor import CannotCompact
from agents.memory.core.records import NewMemory
from agents.memory.memory import AgentMemory
from tests.agents.memory.proof.deeds import SMALL
from tests.agents.memory.settings import STRATEGIES, memory_settings
from tests.agents.memory.strategies.layered.working_memory import Working
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

LINE = "Memories {} to {} are in my archive and not summed up: recall <words> finds them."


async def force(memory: AgentMemory) -> None:
    """Compact whatever force can, if there is anything."""
    with suppress(CannotCompact):
        await memory.begin_compaction(force=True)


def switch(memory: AgentMemory, strategy: str) -> None:
    reconfigure(memory, settings=memory_settings(**{**SMALL, "strategy": strategy}))


async def test_the_newest_stand_word_for_word_and_one_line_for_all_others(tmp_path: Path) -> None:
    """A quarter leaves at once; no model is asked; every memory is in the archive."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(strategy="window")
    await grow(bench, memory, 128)
    assert spans(memory) == []
    for total in range(129, 400, 5):
        await grow(bench, memory, total)
        assert 96 <= len(memory.view.tail) <= 128
        assert spans(memory) == [(1, memory.view.covered)]
        assert memory.summary_texts() == ("", LINE.format(1, memory.view.covered))
        assert_whole(memory)
    assert not summarizer.asked and not summarizer.merge_asked
    assert memory.view.counts.calls == 0
    assert len(list(memory.experiences())) == memory.last_seq
    await memory.close()


async def test_nothing_is_written_again_and_nothing_is_wrong(tmp_path: Path) -> None:
    """The line is what is wanted: it is no fallback, and no warning."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(strategy="window", window_memories=8)
    await grow(bench, memory, 40)
    await bench.clock.advance(7200)
    status = memory.status()
    assert (summarizer.asked, status.causes, status.health) == ([], (), "OK")
    assert status.strategy.next_trigger == memory.view.covered + 9
    assert status.strategy.windows == "newest 8"
    await memory.close()


async def test_the_models_context_bounds_it_too(tmp_path: Path) -> None:
    """What does not fit leaves before the turn, as a record of the log; output is not masked."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(strategy="window")
    fill(memory, 100)
    assert await memory.relieve(300, 100)
    assert 20 < memory.view.covered < 80 and memory.view.masked == frozenset()
    assert memory.summary_texts()[1] == LINE.format(1, memory.view.covered)
    assert_whole(memory)
    await memory.close()


@pytest.mark.parametrize("other", sorted({*STRATEGIES} - {"window"}))
async def test_a_living_agent_changes_to_and_from_it(tmp_path: Path, other: str) -> None:
    """What others have summarised stays as it is; what the line stands for is then summarised."""
    summarizer = Working() if other == "layered" else Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(**{**SMALL, "strategy": other})
    await grow(bench, memory, 40)
    await force(memory)
    before = memory.view.summaries
    switch(memory, "window")
    await grow(bench, memory, 80)
    assert memory.view.summaries[:-1] == before
    line = memory.view.summaries[-1]
    assert line.text == LINE.format(*line.covers) and line.covers[0] == before[-1].covers[1] + 1
    assert_whole(memory)
    switch(memory, other)
    await bench.clock.advance(7200)
    await grow(bench, memory, 100)
    await force(memory)
    assert not any("not summed up" in each.text for each in memory.view.summaries)
    lines = [line for lines in summarizer.asked for line in lines]
    assert any("41th verse" in line for line in lines), "what had left was read in the archive"
    assert_whole(memory)
    view = memory.view
    await memory.close()
    assert bench.open(**{**SMALL, "strategy": other}).view == view


async def test_a_person_may_write_what_the_line_does_not_say(tmp_path: Path) -> None:
    """The edited text stays, and a new line stands behind it."""
    bench = Bench(tmp_path)
    memory = bench.open(**{**SMALL, "strategy": "window"})
    await grow(bench, memory, 20)
    path = bench.summary_file("recent.md")
    front = path.read_text(encoding="utf-8").rpartition("---\n")[0]
    path.write_text(f"{front}---\nI keep the lamp.\n", encoding="utf-8")
    memory.adopt_edits()
    edited = memory.view.summaries
    assert [each.text for each in edited] == ["I keep the lamp."]
    await grow(bench, memory, 40)
    assert memory.view.summaries[:-1] == edited
    assert memory.view.summaries[-1].covers == (edited[-1].covers[1] + 1, memory.view.covered)
    assert_whole(memory)
    await memory.close()


async def test_the_line_is_never_longer_than_what_it_stands_for(tmp_path: Path) -> None:
    """Of tiny memories a shorter line says the same."""
    bench = Bench(tmp_path)
    memory = bench.open(strategy="window", window_memories=4, auto_compact=False)
    texts = set()
    for _ in range(20):
        for text in ("a", "Fog.", "Rain.", "Ice."):
            memory.record(NewMemory(text, source="observation"))
        report = await memory.begin_compaction(force=True) if memory.last_seq > 6 else None
        if report:
            assert report.record.chars_after <= report.record.chars_before
        texts.add(memory.summary_texts())
    assert any(re.fullmatch(r"\[1-\d+: see recall\]", recent) for _, recent in texts)
    assert_whole(memory)
    await memory.close()


async def test_a_very_long_life_is_not_summarised_unasked(tmp_path: Path) -> None:
    """Changed to another strategy, more than 4096 memories behind one line stay behind it."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(strategy="window", auto_compact=False)
    fill(memory, 5000)
    await memory.begin_compaction()
    reconfigure(memory, settings=memory_settings(strategy="waterfall"))
    await bench.clock.advance(7200)
    assert summarizer.asked == []
    assert memory.summary_texts()[1] == LINE.format(1, 4904)
    assert len(log_of(memory)) == 5001
    await memory.close()
