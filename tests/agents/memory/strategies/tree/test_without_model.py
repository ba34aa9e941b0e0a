"""Without a model the tree writes its own texts, and a defect commits nothing."""

from __future__ import annotations

from pathlib import Path

from agents.boundaries import ModelUnavailable
from tests.agents.memory.strategies.tree.tree_texts import LONG, SMALL, Teller, Wordy, shape
from tests.agents.memory.support import Bench, Scripted, assert_whole, fill, grow


async def test_without_a_model_leaves_and_nodes_are_our_own(tmp_path: Path) -> None:
    """The leaves are marked deterministic, and the tree grows as usual."""
    bench = Bench(tmp_path)
    memory = bench.open(**SMALL)
    await grow(bench, memory, 100)
    assert {each.method for each in memory.view.summaries} == {"deterministic"}
    assert {each.type for each in memory.view.summaries} == {"leaf", "node"}
    assert_whole(memory)


async def test_what_was_our_own_is_made_again(tmp_path: Path) -> None:
    """Once the model is back: leaves from the archive, nodes from their leaves."""
    away: list[str | Exception] = [ModelUnavailable("ollama is not there")]
    summarizer = Scripted(answers=away * 100, merged=away * 100)
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(**SMALL)
    await grow(bench, memory, 24)
    assert {each.method for each in memory.view.summaries} == {"deterministic"}
    before = shape(memory)
    summarizer.answers.clear()
    summarizer.merged.clear()
    fill(memory, 1)
    await bench.clock.advance(130)
    assert {each.method for each in memory.view.summaries} == {"llm"}
    assert shape(memory) == before
    assert "node" in {each.type for each in memory.view.summaries}
    await memory.close()
    assert bench.open(**SMALL).view == memory.view


async def test_a_node_is_made_again_from_whole_texts(tmp_path: Path) -> None:
    """It is made from its children whole, not from what the prompt showed of them."""
    told: list[str] = []

    class Away(Wordy):
        away = True

        async def merge(self, recent: str, older: str, asked: object) -> str:
            if self.away:
                raise ModelUnavailable("ollama is not there")
            told.append(f"{older} {recent}")
            return await super().merge(recent, older, asked)

    summarizer = Away()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(**LONG, longterm_tokens=80)
    await grow(bench, memory, 4 + 16 * 3)
    before = memory.view.summaries[0]
    assert before.method == "deterministic" and before.shown
    summarizer.away = False
    fill(memory, 1)
    await bench.clock.advance(70)
    again = memory.view.summaries[0]
    assert again.method == "llm" and again.covers == before.covers
    assert [each.count("I remember day") for each in told] == [16]


async def test_a_failure_leaves_the_tree_as_it_was(tmp_path: Path) -> None:
    """A failure commits nothing, not even a leaf that was already written."""

    class Broken(Teller):
        async def merge(self, recent: str, older: str, asked: object) -> str:
            raise RuntimeError("a defect")

    bench = Bench(tmp_path, Broken())
    memory = bench.open(**SMALL)
    await grow(bench, memory, 15)
    before = memory.view.summaries
    fill(memory, 1)
    await bench.settle()
    assert memory.view.summaries == before
    assert "a defect" in memory.status().last_error
    assert_whole(memory)
