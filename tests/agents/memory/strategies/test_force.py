"""Forced compactions, under every strategy: they work below the thresholds, and do no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.compactor import CannotCompact
from agents.memory.core.records import NewMemory
from agents.memory.core.view import View
from tests.agents.memory.settings import STRATEGIES
from tests.agents.memory.support import Bench, Scripted, assert_whole, fill


def count_characters(view: View) -> int:
    """Return the characters of all texts, with a line break between two of them."""
    texts = [each.text for each in view.summaries] + [each.text for each in view.tail]
    return len("\n".join(texts))


@pytest.mark.parametrize("count", [5, 10, 40, 64, 70])
@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_force_compacts_however_few_memories_there_are(
    tmp_path: Path, strategy: str, count: int
) -> None:
    """With the default settings, below 64 memories and below what the windows hold."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(strategy=strategy, auto_compact=False)
    fill(memory, count)
    before = memory.view
    report = await memory.begin_compaction(force=True)
    assert (report.record.covers[0], report.record.trigger) == (1, "manual")
    assert 0 < len(memory.view.tail) < count
    assert count_characters(memory.view) <= count_characters(before)
    assert_whole(memory)
    await memory.close()


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_forced_again_and_again_no_text_is_squeezed_twice(
    tmp_path: Path, strategy: str
) -> None:
    """With nothing new it is refused, no model is asked, and no record is written."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(strategy=strategy, auto_compact=False)
    fill(memory, 100)
    for _ in range(3):
        try:
            await memory.begin_compaction(force=True)
        except CannotCompact:
            break
    asked, view = len(summarizer.asked) + len(summarizer.merge_asked), memory.view
    for _ in range(5):
        with pytest.raises(CannotCompact, match="Nothing"):
            memory.begin_compaction(force=True)
    assert len(summarizer.asked) + len(summarizer.merge_asked) == asked
    assert memory.view is view
    await memory.close()


@pytest.mark.parametrize("text", ["Rain.", "a", "It failed.", "Moss?"])
@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_a_forced_compaction_makes_nothing_larger(
    tmp_path: Path, strategy: str, text: str
) -> None:
    """Neither a tiny history nor one that is forced time after time, whoever writes."""
    long = "I did a great many remarkable things in all of that time. " * 9
    bench = Bench(tmp_path, Scripted(answers=[long] * 99, merged=[long] * 99))
    memory = bench.open(strategy=strategy, auto_compact=False)
    for _ in range(6):
        for _ in range(8):
            memory.record(NewMemory(text, source="observation"))
        before = memory.view
        report = await memory.begin_compaction(force=True)
        texts = len(before.summaries)  # joined to one they have a space between them
        assert report.record.chars_after <= report.record.chars_before + max(0, texts - 1)
        assert count_characters(memory.view) <= count_characters(before)
        assert all(each.text for each in memory.view.summaries)
    assert_whole(memory)
    await memory.close()


@pytest.mark.parametrize("strategy", ["waterfall", "sleep", "layered", "tree"])
async def test_force_takes_below_the_window_only_what_is_worth_it(
    tmp_path: Path, strategy: str
) -> None:
    """What lies beyond the window first; then all but four; and no text for a memory or two."""
    window = {"preserve_percent": 0}
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(strategy=strategy, auto_compact=False, **window)
    fill(memory, 4)
    with pytest.raises(CannotCompact, match=r"^Not enough memories .* more than 4 memories\.$"):
        memory.begin_compaction(force=True)
    fill(memory, 3)
    assert (await memory.begin_compaction(force=True)).record.covers == (1, 3)
    fill(memory, 3)
    lack = r"^Memories to compact besides the newest 4: 3\. .* already, so force needs 4\.$"
    with pytest.raises(CannotCompact, match=lack):
        memory.begin_compaction(force=True)
    fill(memory, 90)
    first = await memory.begin_compaction(force=True)
    assert len(memory.view.tail) > 4
    second = await memory.begin_compaction(force=True)
    assert second.record.covers == (first.record.covers[1] + 1, 96)
    assert_whole(memory)
    await memory.close()


@pytest.mark.parametrize("strategy", ["waterfall", "sleep", "tree"])
async def test_without_force_the_refusal_names_the_word(tmp_path: Path, strategy: str) -> None:
    """Only where the word would help."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(strategy=strategy)
    fill(memory, 4)
    with pytest.raises(CannotCompact, match=r"\d memories\.$"):
        memory.begin_compaction()
    fill(memory, 6)
    with pytest.raises(CannotCompact, match=r"\. Add the word force to compact all the same\.$"):
        memory.begin_compaction()
    await memory.close()
