"""When a model is asked again for deterministic texts: the schedule alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from agents.clock import VirtualClock
from agents.memory.core.records import Summary
from agents.memory.core.view import View
from agents.memory.parts import MemoryConfig
from agents.memory.redo_schedule import REDO_TRANSITIONS, REDO_TRIES, RedoSchedule, RedoState
from agents.state_machine import InvalidTransition, StateMachine
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.support import Scripted

NOW = VirtualClock().now()
DETERMINISTIC = View((Summary("recent-1-9-1", "recent", "I lived.", (1, 9), "deterministic", NOW),))
CONFIG = MemoryConfig(memory_settings(), Scripted())


class Desk:
    """Starts attempts unless told not to, and keeps their times."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.free = True
        self.at: list[float] = []
        self.schedule = RedoSchedule(self.clock, self._attempt)

    def _attempt(self) -> bool:
        if self.free:
            self.at.append(self.clock.monotonic())
        return self.free

    async def fail_for(self, seconds: int) -> None:
        """Go on for so long, each attempt being over within a second."""
        for _ in range(seconds):
            self.schedule.consider(DETERMINISTIC, CONFIG)
            await self.clock.advance(1)
            self.schedule.end()


def state_of(desk: Desk) -> RedoState:
    return desk.schedule.state


@pytest.mark.parametrize(("start", "goal"), list(product(RedoState, RedoState)))
def test_only_the_arrows_of_the_table_can_be_taken(start: RedoState, goal: RedoState) -> None:
    """A transition that the table lacks is refused and changes nothing."""
    machine = StateMachine("a redo", start, REDO_TRANSITIONS)
    if goal in REDO_TRANSITIONS[start]:
        machine.to(goal)
    else:
        with pytest.raises(InvalidTransition, match=f"from {start.value} to {goal.value}"):
            machine.to(goal)
        assert machine.state is start


async def test_waits_double_up_to_a_quarter_of_an_hour() -> None:
    """And are short again after a success, or with another model."""
    desk = Desk()
    began = desk.clock.monotonic()
    await desk.fail_for(4500)
    waits = [b - a for a, b in zip([began, *desk.at], desk.at, strict=False)]
    assert [round(each, -1) for each in waits[:7]] == [60, 120, 240, 480, 900, 900, 900]
    for shorten in (desk.schedule.succeed, desk.schedule.restart):
        shorten()
        desk.at.clear()
        began = desk.clock.monotonic()
        await desk.fail_for(62)
        assert len(desk.at) == 1
        await desk.fail_for(500)


async def test_there_is_nothing_to_do_without_a_model_or_a_text() -> None:
    """No timer is set."""
    desk = Desk()
    desk.schedule.consider(DETERMINISTIC, MemoryConfig(memory_settings()))
    desk.schedule.consider(View(), CONFIG)
    assert state_of(desk) is RedoState.IDLE
    await desk.clock.advance(3600)
    assert desk.at == []


async def test_an_attempt_that_cannot_begin_is_planned_anew() -> None:
    """Another compaction runs: the schedule is idle, and waits longer the next time."""
    desk = Desk()
    desk.free = False
    desk.schedule.consider(DETERMINISTIC, CONFIG)
    await desk.clock.advance(61)
    assert state_of(desk) is RedoState.IDLE and desk.at == []
    desk.free = True
    desk.schedule.consider(DETERMINISTIC, CONFIG)
    await desk.clock.advance(100)
    assert desk.at == []
    await desk.clock.advance(21)
    assert len(desk.at) == 1 and state_of(desk) is RedoState.TRYING


async def test_texts_whose_answers_never_hold_are_given_up_until_there_is_another_model() -> None:
    """After some refusals the rule wants them no more; `restart` forgets that."""
    desk = Desk()
    refusals = [desk.schedule.refuse(DETERMINISTIC.summaries) for _ in range(REDO_TRIES)]
    assert refusals == [False] * (REDO_TRIES - 1) + [True]
    assert not desk.schedule.make_rule(CONFIG).wants_any(DETERMINISTIC)
    desk.schedule.consider(DETERMINISTIC, CONFIG)
    assert state_of(desk) is RedoState.IDLE
    desk.schedule.restart()
    assert desk.schedule.make_rule(CONFIG).wants_any(DETERMINISTIC)


async def test_a_text_stays_given_up_when_a_word_of_it_changes_and_others_are_made() -> None:
    """An amended text has another id and stands for the same memories; a success frees none."""
    desk = Desk()
    for _ in range(REDO_TRIES):
        desk.schedule.refuse(DETERMINISTIC.summaries)
        desk.schedule.succeed()
    amended = replace(DETERMINISTIC.summaries[0], id="recent-1-9-7", text="I lived on.")
    assert not desk.schedule.make_rule(CONFIG).wants(amended)
    assert desk.schedule.make_rule(CONFIG).wants(replace(amended, covers=(1, 18)))


async def test_a_closed_schedule_plans_nothing() -> None:
    """The timer that was set is cancelled, and closing twice is harmless."""
    desk = Desk()
    desk.schedule.consider(DETERMINISTIC, CONFIG)
    desk.schedule.close()
    desk.schedule.close()
    desk.schedule.consider(DETERMINISTIC, CONFIG)
    desk.schedule.restart()
    await desk.clock.advance(3600)
    assert desk.at == [] and state_of(desk) is RedoState.CLOSED
