"""Layered builds on the summaries that stand: those of other strategies, and edited ones."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.memory.summarization.prompts import SummaryRequest
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.strategies.layered.working_memory import SMALL, Working
from tests.agents.memory.support import Bench, fill, grow, partition, reconfigure, spans
from world.vault.markdown import read_note


@pytest.mark.parametrize("other", ["waterfall", "tree"])
async def test_from_another_strategy_and_back(tmp_path: Path, other: str) -> None:
    """The standing summaries are taken in, whatever they are; no memory is lost or told twice."""
    windows = {"immediate_window": 8, "recent_window": 8, "leaf_memories": 8, "branching": 2}
    bench = Bench(tmp_path, Working())
    memory = bench.open(strategy=other, **windows)
    await grow(bench, memory, 150)
    stood = tuple(each.id for each in memory.view.summaries)
    reconfigure(memory, settings=memory_settings(**{**SMALL, **windows}))
    await grow(bench, memory, 151)
    await memory.begin_compaction()
    assert memory.view.summaries[0].replaces == stood
    assert spans(memory) == [(1, 143)]
    reconfigure(memory, settings=memory_settings(strategy=other, **windows))
    for total in range(152, 300):
        await grow(bench, memory, total)
        assert partition(memory) == list(range(1, total + 1))
    assert len(memory.view.summaries) > 1
    await memory.close()
    assert bench.open(strategy=other, **windows).view == memory.view


async def test_an_edit_is_what_the_next_text_builds_on(tmp_path: Path) -> None:
    """A person's working memory stands until it is taken in."""
    asked: list[str] = []

    class Listening(Working):
        async def summarise(self, memories: Sequence[Experience], asked_for: SummaryRequest) -> str:
            asked.append(asked_for.before)
            return await super().summarise(memories, asked_for)

    bench = Bench(tmp_path, Listening())
    memory = bench.open(strategy="layered")
    fill(memory, 30)
    await memory.begin_compaction()
    await memory.close()
    path = bench.summary_file("recent.md")
    edited = path.read_text(encoding="utf-8").replace("the boat leaks", "the boat is sound")
    path.write_text(edited, encoding="utf-8")
    memory = bench.open(strategy="layered")
    assert "the boat is sound" in read_note(path).body
    assert memory.view.summaries[0].method == "human"
    fill(memory, 10)
    await memory.begin_compaction()
    assert "the boat is sound" in asked[-1]
