"""An agent's turn as an explicit state machine.

::

    idle ──ask──▶ waiting ──send──▶ thinking ──reply──▶ acting
     ▲              │                 │  │                │
     └──────────────┴─────────────────┘  └──▶ waiting     │
     └────────────────────────────────────────────────────┘

`waiting` is from the moment a turn is due until the model's dispatcher takes it up,
`thinking` until the model has answered, `acting` while the reply goes through the one
door.  Every failure ends in idle.  Each turn has a generation: whatever makes the
present one stale (the agent was moved, paused or reloaded) raises the number, and a reply
that carries an older one is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from agents.state_machine import StateMachine


class Phase(Enum):
    """Where a turn stands."""

    IDLE = "idle"
    WAITING = "waiting"
    THINKING = "thinking"
    ACTING = "acting"


TURN_TRANSITIONS: Mapping[Phase, frozenset[Phase]] = {
    Phase.IDLE: frozenset({Phase.WAITING}),
    Phase.WAITING: frozenset({Phase.THINKING, Phase.IDLE}),
    # Back to waiting: the reply was a repeat and is asked for again.
    Phase.THINKING: frozenset({Phase.ACTING, Phase.WAITING, Phase.IDLE}),
    Phase.ACTING: frozenset({Phase.IDLE}),
}


class TurnState:
    """The one turn an agent may have in flight."""

    def __init__(self) -> None:
        self._machine = StateMachine("a turn", Phase.IDLE, TURN_TRANSITIONS)
        self._generation = 0

    @property
    def phase(self) -> Phase:
        """Where the turn stands."""
        return self._machine.state

    @property
    def generation(self) -> int:
        """The number that a reply must carry to be acted upon."""
        return self._generation

    def to(self, phase: Phase) -> None:
        """Go on to `phase`; raises `InvalidTransition` where the table has no such arrow."""
        self._machine.to(phase)

    def begin(self) -> int:
        """Go from idle to waiting and return the new turn's generation."""
        self.to(Phase.WAITING)
        self._generation += 1
        return self._generation

    def end(self) -> None:
        """Go to idle from wherever the turn stands."""
        if self.phase is not Phase.IDLE:
            self.to(Phase.IDLE)

    def invalidate(self) -> None:
        """Make whatever is in flight stale: its reply will be dropped."""
        self._generation += 1

    def current(self, generation: int) -> bool:
        """Whether `generation` is still the present turn's."""
        return generation == self._generation
