"""Waterfall by its numbers: 129, 193, 257, and what falls into which of the two summaries."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.boundaries import ModelTimeout
from agents.memory.compactor import CannotCompact
from agents.memory.core.records import NewMemory
from agents.memory.core.transcript import render_transcript
from tests.agents.memory.support import Bench, Scripted, fill, grow, partition, spans


async def test_at_129_memories_the_first_65_are_summarised(tmp_path: Path) -> None:
    """The very first memory is among them."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 129)
    assert spans(memory) == [(1, 65)]
    assert summarizer.asked[0][0] == "Fern hums the 1th verse of an old song."
    assert len(summarizer.asked[0]) == 65


async def test_64_to_127_memories_are_verbatim_between_compactions(tmp_path: Path) -> None:
    """At every count each memory is in exactly one summary or verbatim."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    for total in range(1, 330):
        await grow(bench, memory, total)
        assert partition(memory) == list(range(1, total + 1))
        assert render_transcript(memory.view).splitlines() == [
            each.text for each in memory.view.tail
        ]
        assert total < 129 or 64 <= len(memory.view.tail) <= 127


@pytest.mark.parametrize("reply", ["", "I'm happy to help!", ModelTimeout("hung")])
async def test_a_failed_merge_joins_both_texts(tmp_path: Path, reply: str | Exception) -> None:
    """Both summaries change together, and what each covers is still told."""
    answers: list[str | Exception] = ["I met Fern by the well.", "I mended the gate.", "I slept."]
    summarizer = Scripted(answers=answers, merged=[reply, reply])
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 257)
    longterm, recent = memory.summary_texts()
    assert longterm == "I met Fern by the well. I mended the gate."
    assert recent
    assert memory.view.longterm is not None
    assert memory.view.longterm.method == "deterministic"
    assert spans(memory) == [(1, 129), (130, 193)]


async def test_the_next_trigger_is_193_after_a_restart_as_before(tmp_path: Path) -> None:
    """A short tail does not put it off."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 150)
    await memory.close()
    memory = bench.open()
    assert memory.status().strategy.next_trigger == 193
    await grow(bench, memory, 192)
    assert spans(memory) == [(1, 65)]
    await grow(bench, memory, 193)
    assert spans(memory) == [(1, 65), (66, 129)]


async def test_by_hand_the_first_summary_falls_and_none_is_squeezed(tmp_path: Path) -> None:
    """The long-term text is the first one, word for word; without new memories nothing is done."""
    summarizer = Scripted(answers=["I met Fern.", "I mended the gate."])
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    fill(memory, 70)
    await memory.begin_compaction()
    fill(memory, 10)
    await memory.begin_compaction()
    for _ in range(3):
        with pytest.raises(CannotCompact, match="Nothing new to compact"):
            memory.begin_compaction()
    assert memory.summary_texts() == ("I met Fern.", "I mended the gate.")
    assert len(summarizer.asked) == 2 and not summarizer.merge_asked


async def test_one_short_memory_gives_no_longer_summary(tmp_path: Path) -> None:
    """With or without a model."""
    summarizer = Scripted(answers=["I saw a great many remarkable things today, did I not?"] * 2)
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(immediate_window=4, recent_window=4)
    memory.record(NewMemory("Rain.", source="observation", place="The Garden", occupants=("Fern",)))
    fill(memory, 4)
    report = await memory.begin_compaction()
    assert report.record.covers == (1, 1)
    assert 0 < len(memory.summary_texts()[1]) <= len("Rain.")
    assert report.record.tokens_after <= report.record.tokens_before
