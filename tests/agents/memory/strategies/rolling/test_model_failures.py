"""When the model fails, the own account takes its place, or rolling compaction fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.boundaries import (
    ModelBadReply,
    ModelOverBudget,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
)
from agents.memory.compactor import CompactionFailed
from tests.agents.memory.strategies.rolling.steps import ROLLING, act
from tests.agents.memory.support import Bench, Scripted, spans


async def test_when_the_model_fails_the_own_text_takes_its_place(tmp_path: Path) -> None:
    """And is made again by the model once that is back."""
    script = Scripted(answers=[ModelUnavailable("gone")])
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING)
    act(memory, 10)
    await bench.settle()
    assert "Completed 8 steps (8 successful)." in memory.summary_texts()[1]
    await bench.clock.advance(61)
    assert memory.summary_texts()[1] == "I lived through 8 moments, and kept them."
    assert script.asked[-1][0] == "~Moss> wave 0 You wave."
    await memory.close()


async def test_without_fallback_a_failing_model_fails_the_compaction(tmp_path: Path) -> None:
    """Everything stays as it was, and the backoff brings the next try."""
    script = Scripted(answers=[ModelUnavailable("gone"), ModelUnavailable("still gone")])
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING, fallback_to_deterministic=False)
    act(memory, 10)
    await bench.settle()
    assert memory.view.summaries == ()
    assert len(memory.view.tail) == 10
    with pytest.raises(CompactionFailed, match="or failed: still gone; no text by rule"):
        await memory.begin_compaction()
    await bench.clock.advance(120)
    assert spans(memory) == [(1, 8)]
    assert memory.summary_texts()[1].startswith("I lived through 8 moments")
    await memory.close()


@pytest.mark.parametrize(
    ("failures", "why"),
    [
        ([ModelUnavailable("npc: HTTP 500")], "the model could not be reached or failed: npc"),
        ([ModelTimeout("npc: 60 s")], "the model did not answer in time: npc: 60 s"),
        ([ModelBadReply("npc: empty")], "the model gave no usable answer: npc"),
        ([ModelRejected("npc: no key")], "the model's server rejected the request: npc: no key"),
        ([ModelOverBudget("npc: used up")], "the model may not be asked now: npc: used up"),
        (["Sure! Here is a summary."] * 2, "the model's answers were refused: "),
    ],
)
async def test_the_status_says_in_words_why_there_is_no_summary(
    tmp_path: Path, failures: list[str | Exception], why: str
) -> None:
    """No class of the program, and each cause reads otherwise; a success clears it."""
    bench = Bench(tmp_path, Scripted(answers=failures))
    memory = bench.open(**ROLLING, fallback_to_deterministic=False)
    act(memory, 10)
    await bench.settle()
    assert memory.status().last_error.startswith(why)
    await bench.clock.advance(31)
    assert memory.status().last_error == "" and spans(memory) == [(1, 8)]
    await memory.close()


async def test_no_model_set_is_no_failure_of_one(tmp_path: Path) -> None:
    """As the reference has it: where there is none to ask, the own text is written."""
    bench = Bench(tmp_path)
    memory = bench.open(**ROLLING, fallback_to_deterministic=False)
    act(memory, 10)
    await bench.settle()
    assert spans(memory) == [(1, 8)]
    await memory.close()
