"""What the account of rolling compaction says, with a model and without one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agents.boundaries import ModelUnavailable
from agents.memory.core.records import Experience, Turn
from agents.memory.summarization.prompts import SummaryRequest
from tests.agents.memory.strategies.rolling.steps import OWN_TEXTS, ROLLING, act
from tests.agents.memory.support import Bench, Scripted, fill, reconfigure, spans


@dataclass
class Listening(Scripted):
    """Keeps what it was asked, whole."""

    wanted: list[SummaryRequest] = field(default_factory=list)

    async def summarise(self, memories: Sequence[Experience], asked: SummaryRequest) -> str:
        self.wanted.append(asked)
        return await super().summarise(memories, asked)


async def test_the_model_is_told_what_the_reference_tells_it(tmp_path: Path) -> None:
    """The task, what stands already, whole lines, and how many sentences it may write."""
    script = Listening(answers=["I did one. I did two. I did three. I did four.", "I wove."])
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING)
    reconfigure(memory, task="You are Moss, a gardener.")
    act(memory, 10)
    await bench.settle()
    act(memory, 7)
    await bench.settle()
    first, second = script.wanted
    assert (first.form.template, first.form.sentences, first.before) == ("summary.steps", 3, "")
    assert first.task == "You are Moss, a gardener."
    assert second.before == "I did one. I did two. I did three."
    assert script.asked[1][0] == "~Moss> wave 8 You wave."
    assert memory.summary_texts() == ("", "I wove.")
    assert memory.view.compacted is not None
    assert memory.view.compacted.method == "llm"
    await memory.close()


async def test_without_the_model_it_counts_and_goes_on_counting(tmp_path: Path) -> None:
    """Asked for directly it is deterministic, never made again; a second adds to the first."""
    script = Scripted()
    bench = Bench(tmp_path, script)
    memory = bench.open(**OWN_TEXTS)
    reconfigure(memory, task="You are Moss, a gardener.")
    act(memory, 6)
    act(memory, 2, "KeyError: no hand", ok=False)
    act(memory, 2)
    await bench.settle()
    first = memory.summary_texts()[1]
    assert first.startswith(
        "Working on: You are Moss, a gardener. Completed 8 steps (6 successful)."
        " Resolved issues: KeyError."
    )
    act(memory, 7, "total: 1,523")
    await bench.settle()
    assert spans(memory) == [(1, 15)]
    second = memory.summary_texts()[1]
    assert "Completed 15 steps (13 successful)." in second
    assert "Key findings: total=1,523. Resolved issues: KeyError." in second
    await bench.clock.advance(10_000)
    assert (script.asked, memory.summary_texts()[1]) == ([], second)
    assert memory.view.recent is not None
    assert memory.view.recent.method == "deterministic"
    await memory.close()


async def test_turns_that_a_model_decided_are_counted_once(tmp_path: Path) -> None:
    """Of the folded span alone, however many parts it was written in."""
    script = Scripted(answers=[ModelUnavailable("gone")], chunk=3)
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING)
    for n in range(10):
        memory.record_turn(Turn("Here.", model="gemma" if n in (1, 2, 5, 9) else ""))
        act(memory, output="You wave to everyone in the hall, and most of them wave back.")
    await bench.settle()
    text = memory.summary_texts()[1]
    assert "Completed 8 steps (8 successful). Made 3 LLM sub-calls." in text
    await memory.close()


async def test_no_turn_is_counted_by_two_compactions(tmp_path: Path) -> None:
    """A turn belongs to what came of it, on whichever side of a compaction it was decided."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS)
    for _ in range(80):
        memory.record_turn(Turn("Here.", model="gemma"))
        act(memory)
        fill(memory, 1)
        await bench.settle()
    assert memory.view.recent is not None
    folded = memory.view.recent.covers[1] // 2
    assert f"Completed {folded} steps" in memory.view.recent.text
    assert f"Made {folded} LLM sub-calls." in memory.view.recent.text
    await memory.close()
