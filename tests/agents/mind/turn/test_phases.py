"""The turn's state machine by itself."""

from __future__ import annotations

import itertools

import pytest

from agents.mind.turn.phases import TURN_TRANSITIONS, Phase, TurnState
from agents.state_machine import InvalidTransition


def turn_at(phase: Phase) -> TurnState:
    turn = TurnState()
    for step in {
        Phase.IDLE: (),
        Phase.WAITING: (Phase.WAITING,),
        Phase.THINKING: (Phase.WAITING, Phase.THINKING),
        Phase.ACTING: (Phase.WAITING, Phase.THINKING, Phase.ACTING),
    }[phase]:
        turn.to(step)
    return turn


@pytest.mark.parametrize(("start", "goal"), list(itertools.product(Phase, Phase)))
def test_only_the_arrows_of_the_table_can_be_taken(start: Phase, goal: Phase) -> None:
    """A transition that the table lacks is refused and changes nothing."""
    turn = turn_at(start)
    if goal in TURN_TRANSITIONS[start]:
        turn.to(goal)
        assert turn.phase is goal
    else:
        with pytest.raises(InvalidTransition, match=f"{start.value} to {goal.value}"):
            turn.to(goal)
        assert turn.phase is start


@pytest.mark.parametrize("phase", Phase)
def test_every_phase_leads_to_idle(phase: Phase) -> None:
    """Whatever happens, a turn can end."""
    turn = turn_at(phase)
    turn.end()
    assert turn.phase is Phase.IDLE


def test_an_older_generation_is_stale() -> None:
    """A reply carries its generation; anything that invalidates the turn makes it stale."""
    turn = TurnState()
    first = turn.begin()
    assert turn.is_current(first)
    turn.invalidate()
    assert not turn.is_current(first)
    turn.end()
    assert turn.is_current(turn.begin())
