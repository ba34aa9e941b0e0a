"""When a model is asked again for the texts that had to be made without it.

::

    idle ──text to redo──▶ waiting ──time is up──▶ trying
     ▲                        │                      │
     └────────────────────────┴──────────────────────┘

Each wait is twice as long as the one before, up to a quarter of an hour, until an attempt
succeeds or there is another model.  A model that answers, and whose texts do not hold, is given
up after a few attempts; one that is away is not.  Decision 13 has the
reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from agents.boundaries import Clock, Timer
from agents.memory.core.view import View
from agents.memory.parts import MemoryConfig
from agents.memory.summarization.resummarize import RedoRule
from agents.state_machine import StateMachine

#: From a deterministic text to the first attempt, and the longest wait (seconds).
REDO_SECONDS = 60.0
LONGEST_REDO_SECONDS = 900.0

#: Attempts at which a model answered and its texts did not hold, until they are given up.
REDO_TRIES = 3


class RedoState(Enum):
    """Whether an attempt is to come."""

    IDLE = "idle"
    WAITING = "waiting"
    TRYING = "trying"
    CLOSED = "closed"


REDO_TRANSITIONS: Mapping[RedoState, frozenset[RedoState]] = {
    RedoState.IDLE: frozenset({RedoState.WAITING, RedoState.CLOSED}),
    RedoState.WAITING: frozenset({RedoState.TRYING, RedoState.IDLE, RedoState.CLOSED}),
    RedoState.TRYING: frozenset({RedoState.IDLE, RedoState.CLOSED}),
    RedoState.CLOSED: frozenset(),
}


class RedoSchedule:
    """Plans one agent's attempts; `attempt` begins one and returns whether it could."""

    def __init__(self, clock: Clock, attempt: Callable[[], bool]) -> None:
        self._clock = clock
        self._attempt = attempt
        self._machine = StateMachine("a redo", RedoState.IDLE, REDO_TRANSITIONS)
        self._timer: Timer | None = None
        self._wait = REDO_SECONDS
        self._refusals = 0
        self._given_up: frozenset[str] = frozenset()

    @property
    def state(self) -> RedoState:
        """Whether an attempt is to come."""
        return self._machine.state

    def make_rule(self, config: MemoryConfig) -> RedoRule:
        """Which texts are to be made again now."""
        return RedoRule(config.strategy, config.summarizer is not None, self._given_up)

    def consider(self, view: View, config: MemoryConfig) -> None:
        """Plan an attempt if the view has a text to redo and none is planned."""
        if self.state is RedoState.IDLE and self.make_rule(config).wants_any(view):
            self._machine.to(RedoState.WAITING)
            self._timer = self._clock.call_later(self._wait, self._try)

    def _try(self) -> None:
        self._timer = None
        self._wait = min(self._wait * 2, LONGEST_REDO_SECONDS)
        self._machine.to(RedoState.TRYING)
        if not self._attempt():
            self._machine.to(RedoState.IDLE)

    def succeed(self) -> None:
        """The attempt has made texts: the next wait is short again."""
        self._wait, self._refusals = REDO_SECONDS, 0

    def refuse(self, view: View) -> bool:
        """The model answered, and no text of `view` held; return whether they are given up."""
        self._refusals += 1
        if self._refusals < REDO_TRIES:
            return False
        self._given_up |= {each.id for each in view.summaries}
        return True

    def end(self) -> None:
        """The attempt is over, however it ended."""
        if self.state is RedoState.TRYING:
            self._machine.to(RedoState.IDLE)

    def restart(self) -> None:
        """Begin anew, with another model or other settings: nothing is given up any more."""
        self._wait, self._refusals, self._given_up = REDO_SECONDS, 0, frozenset()
        if self.state is RedoState.WAITING:
            self._disarm()
            self._machine.to(RedoState.IDLE)

    def close(self) -> None:
        """Plan nothing any more."""
        self._disarm()
        if self.state is not RedoState.CLOSED:
            self._machine.to(RedoState.CLOSED)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
