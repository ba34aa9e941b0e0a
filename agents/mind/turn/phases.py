"""An agent's turn as an explicit state machine.

::

    idle ──ask──▶ waiting ──send──▶ thinking ──reply──▶ acting
     ▲              │                 │  │                │
     └──────────────┴─────────────────┘  └──▶ waiting     │
     └────────────────────────────────────────────────────┘

A turn is `waiting` from the moment it is due until the model's dispatcher takes it up,
`thinking` until the model has answered, and `acting` while the reply goes through the one
door.  Every failure ends in idle.  Each turn has a generation number.  A move, a pause or a
reload raises the number, and a reply with an older number is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Literal

from agents.state_machine import StateMachine

Hindrance = Literal["", "busy", "asleep"]
"""Why no turn can be taken: nothing hinders, one is under way, the agent sleeps."""


class Phase(Enum):
    """The phases of a turn."""

    IDLE = "idle"
    WAITING = "waiting"
    THINKING = "thinking"
    ACTING = "acting"


TURN_TRANSITIONS: Mapping[Phase, frozenset[Phase]] = {
    Phase.IDLE: frozenset({Phase.WAITING}),
    Phase.WAITING: frozenset({Phase.THINKING, Phase.IDLE}),
    # Back to waiting: the reply was unusable, and the model is asked again.
    Phase.THINKING: frozenset({Phase.ACTING, Phase.WAITING, Phase.IDLE}),
    Phase.ACTING: frozenset({Phase.IDLE}),
}


class TurnState:
    """Holds the phase and the generation of the one turn that an agent may have in flight."""

    def __init__(self) -> None:
        self._machine = StateMachine("a turn", Phase.IDLE, TURN_TRANSITIONS)
        self._generation = 0

    @property
    def phase(self) -> Phase:
        """The present phase."""
        return self._machine.state

    @property
    def generation(self) -> int:
        """The number that a reply must have to be acted on."""
        return self._generation

    def to(self, phase: Phase) -> None:
        """Go to `phase`. Raises `InvalidTransition` if the table has no such arrow."""
        self._machine.to(phase)

    def begin(self) -> int:
        """Go from idle to waiting; return the new turn's generation."""
        self.to(Phase.WAITING)
        self._generation += 1
        return self._generation

    def end(self) -> None:
        """Go to idle from any phase."""
        if self.phase is not Phase.IDLE:
            self.to(Phase.IDLE)

    def invalidate(self) -> None:
        """Make the turn in flight stale: its reply will be dropped."""
        self._generation += 1

    def is_current(self, generation: int) -> bool:
        """Return whether `generation` is the present turn's."""
        return generation == self._generation
