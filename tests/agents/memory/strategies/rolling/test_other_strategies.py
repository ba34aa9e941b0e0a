"""Rolling builds on the summaries of other strategies, and they on its account."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.boundaries import ModelUnavailable
from agents.memory.settings import MemorySettings
from tests.agents.memory.settings import STRATEGIES, memory_settings
from tests.agents.memory.strategies.rolling.steps import act
from tests.agents.memory.support import Bench, Scripted, assert_whole, grow, reconfigure, spans


async def test_from_waterfall_and_back(tmp_path: Path) -> None:
    """Rolling builds on any standing summaries, and the waterfall takes in rolling's."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 193)
    assert spans(memory) == [(1, 65), (66, 129)]
    reconfigure(memory, settings=memory_settings(strategy="rolling"))
    await bench.settle()
    assert spans(memory) == [(1, 191)]
    assert_whole(memory)
    for _ in range(20):
        act(memory)
        await bench.settle()
        assert_whole(memory)
    end = memory.view.covered
    reconfigure(memory, settings=MemorySettings())
    await grow(bench, memory, end + 128)
    assert spans(memory) == [(1, end), (end + 1, end + 64)]
    assert memory.view.longterm is not None
    await grow(bench, memory, end + 192)
    assert spans(memory) == [(1, end + 64), (end + 65, end + 128)]
    assert_whole(memory)
    await memory.close()


@pytest.mark.parametrize("other", [each for each in STRATEGIES if each != "rolling"])
@pytest.mark.parametrize("use_llm_for_summary", [True, False])
async def test_to_and_fro_between_rolling_and_any_other(
    tmp_path: Path, other: str, use_llm_for_summary: bool
) -> None:
    """The new text builds on all standing ones, however many, and a restart finds the same."""
    bench = Bench(tmp_path, Scripted(answers=[ModelUnavailable("gone")] * 3))
    rolling = memory_settings(strategy="rolling", use_llm_for_summary=use_llm_for_summary)
    memory = bench.open(strategy=other)
    await grow(bench, memory, 400)
    reconfigure(memory, settings=rolling)
    await bench.settle()
    assert spans(memory) == [(1, 398)]
    act(memory, 15)
    await bench.settle()
    reconfigure(memory, settings=memory_settings(strategy=other))
    await grow(bench, memory, 800)
    assert_whole(memory)
    reconfigure(memory, settings=rolling)
    await bench.settle()
    assert_whole(memory)
    assert len(memory.view.summaries) == 1
    view = memory.view
    await memory.close()
    again = bench.open(strategy="rolling")
    assert again.view == view
    await again.close()


async def test_earlier_texts_are_kept_by_the_own_account(tmp_path: Path) -> None:
    """Sentences of another strategy's summaries stand after the counts."""
    bench = Bench(tmp_path, Scripted(answers=["I owe Fern a lamp."], merged=["I was born."]))
    memory = bench.open()
    await grow(bench, memory, 129)
    reconfigure(memory, settings=memory_settings(strategy="rolling", use_llm_for_summary=False))
    await bench.settle()
    text = memory.summary_texts()[1]
    assert text.startswith("Noticed 62 things.")
    assert "I owe Fern a lamp." in text
    await memory.close()
