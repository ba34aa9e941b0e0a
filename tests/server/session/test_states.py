"""The states of a visit."""

from __future__ import annotations

import pytest

from agents.state_machine import InvalidTransition, StateMachine
from server.session.states import VISIT_TRANSITIONS, VisitState


def test_states_move_along_their_table_only() -> None:
    """Every pair of states is allowed or refused as the table says; GONE is the end."""
    for start in VisitState:
        for goal in VisitState:
            machine = StateMachine("a visit", start, VISIT_TRANSITIONS)
            if goal in VISIT_TRANSITIONS[start]:
                machine.to(goal)
                assert machine.state is goal
            else:
                with pytest.raises(InvalidTransition):
                    machine.to(goal)
                assert machine.state is start
    assert VISIT_TRANSITIONS[VisitState.GONE] == frozenset()
