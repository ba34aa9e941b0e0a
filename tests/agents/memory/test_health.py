"""What the status of a memory complains of, and what it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.core.records import NewMemory
from agents.memory.memory import AgentMemory
from agents.memory.strategies.table import OWN_STRATEGIES
from tests.agents.memory.support import Bench, Scripted, fill, grow, reconfigure

DETERMINISTIC = "summary is deterministic"


def work(memory: AgentMemory, count: int) -> None:
    """Record so many steps of the agent's own."""
    for _ in range(count):
        memory.record(NewMemory("~Moss> wave\nYou wave.", "action", command="wave", line="wave"))


@pytest.mark.parametrize("use_model", [True, False])
async def test_a_text_made_by_rule_on_purpose_is_no_fault(tmp_path: Path, use_model: bool) -> None:
    """Only where a model should have written is the deterministic text a warning."""
    bench = Bench(tmp_path, Scripted(answers=["Sure! Here is a summary."] * 2))
    memory = bench.open(strategy="rolling", use_llm_for_summary=use_model)
    work(memory, 10)
    await bench.settle()
    status = memory.status()
    assert status.methods == ("deterministic",)
    assert (status.health == "OK") is not use_model
    assert any(DETERMINISTIC in each for each in status.causes) is use_model
    # A text of the model that builds on one by rule counts as deterministic too.
    assert any("or a part of it was written by rule" in each for each in status.causes) is use_model
    await memory.close()


async def test_the_size_of_a_prompt_is_unknown_until_one_was_measured(tmp_path: Path) -> None:
    """After a start nobody knows what stands beside the memories; the status does not guess 0."""
    bench = Bench(tmp_path)
    memory = bench.open(context_tokens=1000)
    fill(memory, 3)
    assert (memory.prompt_measured, memory.status().prompt.overhead) == (False, None)
    memory.measure_prompt(500)
    status = memory.status().prompt
    assert (memory.prompt_measured, status.whole) == (True, 500)
    await memory.close()


@pytest.mark.parametrize("strategy", [each.name for each in OWN_STRATEGIES])
async def test_a_forced_compaction_is_warned_of(tmp_path: Path, strategy: str) -> None:
    """Whatever the strategy, log and watchers are told before memories are squeezed early."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(strategy=strategy, context_tokens=2000)
    fill(memory, 9)
    await memory.relieve(100)
    forced = memory.view.covered > 0
    warned = [each for each in bench.warnings() if "compaction is forced before the turn" in each]
    assert len(warned) == forced
    shown = [each.text for each in bench.events if each.kind == "error"]
    assert shown[:1] == [each.removeprefix("[Memory] Moss: ") for each in warned]
    await memory.close()


async def test_rules_that_were_chosen_are_no_trouble(tmp_path: Path) -> None:
    """Where no model is to write summaries, one by rule is as it should be."""
    bench = Bench(tmp_path)
    memory = bench.open()
    await grow(bench, memory, 129)
    status = memory.status()
    assert status.methods == ("deterministic",) and status.strategy.by_rule
    assert (status.health, status.causes) == ("OK", ())
    await memory.close()


async def test_what_the_settings_ask_for_in_vain_stays_in_the_status(tmp_path: Path) -> None:
    """It is said for as long as it is so, not only in the log of the start."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    assert memory.status().health == "OK"
    reconfigure(memory, lacking=("semantic_recall is on, but there is no wordllama",))
    status = memory.status()
    assert (status.health, status.causes) == ("WARNING", memory.config.lacking)
    await memory.close()
