"""The compactor's state machine: its table, and the states of real compactions."""

from __future__ import annotations

import asyncio
import errno
from itertools import product
from pathlib import Path

import pytest

from agents.memory.compactor import CannotCompact, CompactionFailed
from agents.memory.compactor_states import COMPACTOR_TRANSITIONS, WORKING, CompactorState
from agents.memory.memory import AgentMemory
from agents.state_machine import InvalidTransition, StateMachine
from tests.agents.memory.support import Bench, Scripted, fill, grow, reconfigure, spans
from tests.paths import ROOT

IDLE, BACKING_OFF, CLOSED = (
    CompactorState.IDLE,
    CompactorState.BACKING_OFF,
    CompactorState.CLOSED,
)


def state_of(memory: AgentMemory) -> CompactorState:
    return memory._compactor.state


@pytest.mark.parametrize(("start", "goal"), list(product(CompactorState, CompactorState)))
def test_only_the_arrows_of_the_table_can_be_taken(
    start: CompactorState, goal: CompactorState
) -> None:
    """A transition that the table lacks is refused and changes nothing."""
    machine = StateMachine("a compactor", start, COMPACTOR_TRANSITIONS)
    if goal in COMPACTOR_TRANSITIONS[start]:
        machine.to(goal)
        assert machine.state is goal
    else:
        with pytest.raises(InvalidTransition, match=f"from {start.value} to {goal.value}"):
            machine.to(goal)
        assert machine.state is start


def test_one_kind_of_work_never_follows_another_without_a_rest() -> None:
    """Single flight is in the table; everything leads to closed, and nothing out of it."""
    for state in WORKING:
        assert COMPACTOR_TRANSITIONS[state] == {IDLE, BACKING_OFF, CLOSED}
    assert CompactorState.REDOING not in COMPACTOR_TRANSITIONS[BACKING_OFF]
    assert COMPACTOR_TRANSITIONS[CLOSED] == frozenset()
    assert all(CLOSED in COMPACTOR_TRANSITIONS[each] for each in CompactorState if each != CLOSED)


def test_the_page_of_the_decision_has_the_same_table() -> None:
    """The table in docs/decisions is the program's."""
    page = ROOT / "docs" / "decisions" / "0013-the-compactors-states.md"
    rows = [line.strip("| ").split(" | ") for line in page.read_text("utf-8").splitlines()
            if line.startswith("| ") and "---" not in line]  # fmt: skip
    written = {row[0]: set(row[1].split(", ")) for row in rows[1 : len(CompactorState) + 1]}
    assert written == {
        each.value: {goal.value for goal in goals} or {"–"}
        for each, goals in COMPACTOR_TRANSITIONS.items()
    }


async def test_a_compaction_goes_from_idle_and_back(tmp_path: Path) -> None:
    """While it runs nothing else begins, and a second one by hand is refused."""
    bench = Bench(tmp_path, script := Scripted(held=asyncio.Event()))
    memory = bench.open()
    await grow(bench, memory, 129)
    assert state_of(memory) is CompactorState.COMPACTING
    with pytest.raises(CannotCompact, match="already running"):
        memory.begin_compaction()
    assert script.held is not None
    script.held.set()
    await bench.settle()
    assert state_of(memory) is IDLE
    await memory.close()
    assert state_of(memory) is CLOSED


async def test_after_a_failure_it_backs_off_and_a_person_need_not_wait(tmp_path: Path) -> None:
    """Memories begin nothing meanwhile; a success by hand ends the wait and its timer."""
    bench = Bench(tmp_path, Scripted(answers=[RuntimeError("a defect")]))
    memory = bench.open()
    await grow(bench, memory, 140)
    assert state_of(memory) is BACKING_OFF and spans(memory) == []
    assert (await memory.begin_compaction()).record.covers == (1, 76)
    await bench.settle()
    assert state_of(memory) is IDLE
    await grow(bench, memory, 204)
    assert spans(memory)[-1] == (77, 140)  # at once, not when the old wait would have ended
    await memory.close()


async def test_a_compaction_that_is_cancelled_leaves_the_wait_as_it_was(tmp_path: Path) -> None:
    """The next try is still the backoff's."""
    bench = Bench(tmp_path, script := Scripted(answers=[RuntimeError("a defect")]))
    memory = bench.open()
    await grow(bench, memory, 129)
    await bench.clock.advance(10)
    script.held = asyncio.Event()
    memory.begin_compaction().cancel()
    await bench.settle()
    assert state_of(memory) is BACKING_OFF
    script.held = None
    await bench.clock.advance(19)
    assert state_of(memory) is BACKING_OFF and spans(memory) == []
    await bench.clock.advance(2)
    assert state_of(memory) is IDLE and spans(memory) == [(1, 65)]
    await memory.close()


async def test_a_failed_try_by_hand_lengthens_no_wait(tmp_path: Path) -> None:
    """The automatic try comes when it would have come, and its next wait is the second one."""
    failures: list[str | Exception] = [RuntimeError("a defect")] * 4
    bench = Bench(tmp_path, Scripted(answers=failures))
    memory = bench.open()
    await grow(bench, memory, 129)
    await bench.clock.advance(10)
    for _ in range(2):
        with pytest.raises(CompactionFailed, match="a defect"):
            await memory.begin_compaction(force=True)
        await bench.settle()
        assert "next try in 20 s" in bench.warnings()[-1]
    await bench.clock.advance(21)
    assert "next try in 60 s" in bench.warnings()[-1]
    await bench.clock.advance(61)
    assert state_of(memory) is IDLE and spans(memory) == [(1, 65)]
    await memory.close()


@pytest.mark.parametrize("changes", [{"summarizer": None}, {}])
async def test_new_settings_or_another_model_end_the_wait(
    tmp_path: Path, changes: dict[str, None]
) -> None:
    """What is due is tried at once and ends the error; a further failure waits anew."""
    script = Scripted(answers=[RuntimeError("a defect")] * 4)
    bench = Bench(tmp_path, script)
    memory = bench.open()
    await grow(bench, memory, 129)
    await bench.clock.advance(100)
    assert "next try in 120 s" in bench.warnings()[-1]
    reconfigure(memory)
    await bench.settle()
    assert "next try in 30 s" in bench.warnings()[-1] and "a defect" in memory.status().last_error
    reconfigure(memory, **changes)
    await bench.settle()
    assert state_of(memory) is IDLE and spans(memory) == [(1, 65)]
    assert memory.status().last_error == ""
    await memory.close()


async def test_catching_up_is_one_piece_of_work(tmp_path: Path) -> None:
    """Between its windows nothing else begins, and a failure in it backs off."""
    script = Scripted(held=asyncio.Event())
    bench = Bench(tmp_path, script)
    memory = bench.open(recent_window=500)
    fill(memory, 257)
    await memory.close()
    memory = bench.open()
    catching_up = asyncio.ensure_future(memory.bootstrap())
    await bench.settle()
    assert state_of(memory) is CompactorState.CATCHING_UP
    with pytest.raises(CannotCompact, match="already running"):
        memory.begin_compaction(force=True)
    script.answers = ["I sang.", RuntimeError("a defect")]
    assert script.held is not None
    script.held.set()
    with pytest.raises(CompactionFailed, match="a defect"):
        await catching_up
    assert state_of(memory) is BACKING_OFF
    assert memory.view.covered == 65
    await memory.close()


async def test_a_redo_is_work_too_and_waits_for_other_work(tmp_path: Path) -> None:
    """While one runs a person is refused; closing ends it."""
    bench = Bench(tmp_path)
    memory = bench.open()
    await grow(bench, memory, 129)
    script = Scripted(held=asyncio.Event())
    reconfigure(memory, summarizer=script)
    await bench.clock.advance(61)
    assert state_of(memory) is CompactorState.REDOING
    with pytest.raises(CannotCompact, match="already running"):
        memory.begin_compaction(force=True)
    before = memory.view
    await memory.close()
    assert state_of(memory) is CLOSED and memory.view == before


async def test_a_defect_while_freezing_leaves_it_idle(tmp_path: Path) -> None:
    """A defect must not keep an agent from compacting for good."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(recent_window=500)
    fill(memory, 129)

    def fail() -> list[str]:
        raise RuntimeError("a defect")

    adopt, memory._stores.editor.adopt = memory._stores.editor.adopt, fail  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match="a defect"):
        memory.begin_compaction(force=True)
    assert state_of(memory) is IDLE
    memory._stores.editor.adopt = adopt  # type: ignore[method-assign]
    await memory.begin_compaction(force=True)
    await memory.close()


async def test_an_archive_that_cannot_be_synced_backs_off_until_it_can(tmp_path: Path) -> None:
    """The timer that ends the wait is gone when it closes."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    fill(memory, 128)
    bench.disk.sync_error = OSError(errno.EIO, "Input/output error")
    await grow(bench, memory, 129)
    assert state_of(memory) is BACKING_OFF
    bench.disk.sync_error = None
    await memory.close()
    await bench.clock.advance(3600)
    assert state_of(memory) is CLOSED and spans(memory) == []
