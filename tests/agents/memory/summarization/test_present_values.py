"""However a summary came about, what is no longer so does not stand alone in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.boundaries import ModelUnavailable
from agents.memory.core.view import display_summary, fold
from agents.memory.memory import AgentMemory
from agents.memory.redo_schedule import RENEWAL_SECONDS
from tests.agents.memory.journal.test_journal import hear, keep
from tests.agents.memory.support import Bench, Scripted, assert_whole, grow, log_of

OLD = "Hake told me that the last ferry goes at seven."
CLINGING = f"I lived by the mill. {OLD}"
NOW = 'Hake said: "The last ferry goes at five" (since 1 January 2026; before: The last'


async def live_through_a_change(bench: Bench, strategy: str) -> AgentMemory:
    """Let the ferry's hour change, and all of it leave the prompt."""
    memory, _ = keep(bench, strategy=strategy)
    hear(memory, "Hake", "The last ferry goes at seven.")
    await grow(bench, memory, 140)
    hear(memory, "Hake", "The last ferry goes at five.")
    for total in (280, 420):
        await grow(bench, memory, total)
        await memory.compact_asleep()
        await bench.settle()
    if not memory.view.covered:
        await memory.begin_compaction(force=True)
    return memory


def list_texts(memory: AgentMemory) -> list[str]:
    return [display_summary(each) for each in memory.view.summaries]


def tells_what_is_so(memory: AgentMemory) -> bool:
    shown = "\n".join(list_texts(memory))
    return "at seven" not in shown.replace(NOW, "") or NOW in shown


@pytest.mark.parametrize("strategy", ["waterfall", "tree", "layered", "sleep"])
async def test_summaries_made_anew_tell_what_is_so_now(tmp_path: Path, strategy: str) -> None:
    """The text by rule that stands for them meanwhile, too."""
    bench = Bench(tmp_path, Scripted([CLINGING] * 80, [CLINGING] * 80))
    memory = await live_through_a_change(bench, strategy)
    assert tells_what_is_so(memory)
    await memory.forget_summaries("Ada")
    assert tells_what_is_so(memory)
    for _ in range(80):
        if memory.view.renewed is None:
            break
        await bench.clock.advance(RENEWAL_SECONDS)
        assert tells_what_is_so(memory)
    assert memory.view.compacted is not None and memory.view.compacted.cause == "anew"
    assert any(NOW in each.text for each in memory.view.summaries)
    assert memory.view == fold(log_of(memory))
    assert_whole(memory)
    await memory.close()


@pytest.mark.parametrize("strategy", ["waterfall", "tree"])
async def test_summaries_redone_after_an_outage_tell_what_is_so_now(
    tmp_path: Path, strategy: str
) -> None:
    """The model is back after the change: it is asked for the old texts again, and clings to it."""
    script = Scripted([ModelUnavailable("away")] * 400, [ModelUnavailable("away")] * 400)
    bench = Bench(tmp_path, script)
    memory = await live_through_a_change(bench, strategy)
    script.answers, script.merged = [CLINGING] * 80, [CLINGING] * 80
    for _ in range(4):
        await bench.clock.advance(3600)
    assert memory.view.counts.redone
    assert tells_what_is_so(memory)
    assert any(NOW in each.text for each in memory.view.summaries)
    assert memory.view == fold(log_of(memory))
    await memory.close()
