"""Plans when a model is asked again for texts that had to be written without it.

::

    idle ──text to redo──▶ waiting ──time is up──▶ trying
     ▲                        │                      │
     └────────────────────────┴──────────────────────┘

Each wait is twice as long as the one before, up to 15 minutes, until an attempt succeeds or the
model changes.  If the model answers and its texts are refused, they are given up after a few
attempts; if it does not answer, attempts go on.  The reasons are in docs/decisions/0013.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import Enum

from agents.boundaries import Clock, Timer
from agents.memory.core.records import Summary
from agents.memory.core.view import View
from agents.memory.parts import MemoryConfig
from agents.memory.summarization.resummarize import RedoRule, Stretch, find_stretch
from agents.state_machine import StateMachine

#: Seconds from a deterministic text to the first attempt, and the longest wait.
REDO_SECONDS = 60.0
LONGEST_REDO_SECONDS = 900.0

#: Seconds between two steps of a renewal, so that others get their turn at the model.
RENEWAL_SECONDS = 1.0

#: Attempts with refused texts after which the texts are given up.
REDO_TRIES = 3


class RedoState(Enum):
    """What the schedule is doing."""

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
    """Plans one agent's attempts; `attempt` starts one and returns whether it could."""

    def __init__(self, clock: Clock, attempt: Callable[[], bool]) -> None:
        self._clock = clock
        self._attempt = attempt
        self._machine = StateMachine("a redo", RedoState.IDLE, REDO_TRANSITIONS)
        self._timer: Timer | None = None
        self._wait = REDO_SECONDS
        self._refusals = Counter[Stretch]()
        self._given_up: frozenset[Stretch] = frozenset()

    @property
    def state(self) -> RedoState:
        """The present state."""
        return self._machine.state

    def make_rule(self, config: MemoryConfig) -> RedoRule:
        """Return which texts are to be written again now."""
        return RedoRule(config.strategy, config.summarizer is not None, self._given_up)

    def consider(self, view: View, config: MemoryConfig) -> None:
        """Plan an attempt if the view has a text to redo, or a renewal, and none is planned."""
        renewing = view.renewed is not None
        if self.state is RedoState.IDLE and (renewing or self.make_rule(config).wants_any(view)):
            self._machine.to(RedoState.WAITING)
            # The steps of a renewal follow each other closely, until one fails.
            soon = renewing and self._wait == REDO_SECONDS
            wait = RENEWAL_SECONDS if soon else self._wait
            self._timer = self._clock.call_later(wait, self._try)

    def _try(self) -> None:
        self._timer = None
        self._wait = min(self._wait * 2, LONGEST_REDO_SECONDS)
        self._machine.to(RedoState.TRYING)
        if not self._attempt():
            self._machine.to(RedoState.IDLE)

    def succeed(self) -> None:
        """Reset the wait after an attempt that has made texts."""
        self._wait = REDO_SECONDS

    def refuse(self, left: Iterable[Summary]) -> bool:
        """Count an attempt in which answers were refused and the texts `left` were not made again.

        Return whether any of these is given up now.
        """
        self._refusals.update(map(find_stretch, left))
        over = {each for each, count in self._refusals.items() if count >= REDO_TRIES}
        known, self._given_up = self._given_up, self._given_up | over
        return self._given_up != known

    def end(self) -> None:
        """Go back to idle after an attempt, however it ended."""
        if self.state is RedoState.TRYING:
            self._machine.to(RedoState.IDLE)

    def restart(self) -> None:
        """Start over with another model or other settings; nothing is given up any more."""
        self._wait, self._given_up = REDO_SECONDS, frozenset()
        self._refusals.clear()
        if self.state is RedoState.WAITING:
            self._disarm()
            self._machine.to(RedoState.IDLE)

    def close(self) -> None:
        """Cancel what is planned and plan nothing more."""
        self._disarm()
        if self.state is not RedoState.CLOSED:
            self._machine.to(RedoState.CLOSED)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
