"""The times between an agent's turns: its interval, hurry on a way, and slowness while alone."""

from __future__ import annotations

import random

from agents.mind.agent_context import AgentContext
from agents.mind.agent_state import AgentState
from agents.mind.turn.welcoming import Welcoming

#: On its way somewhere an agent takes a turn after this part of its interval, and no sooner than
#: after so many seconds: people see somebody who goes somewhere.
WALKING, WALKING_SECONDS = 1 / 3, 2.0

#: How often an agent beside a newcomer looks whether it may speak: twelve turns are a minute's.
WAITING_SECONDS = 5.0

#: What an agent asks back comes so long after its answer.
GOES_ON_SECONDS = 3.0


class Rhythm:
    """Draws the times for one agent. Times are in seconds."""

    def __init__(self, state: AgentState, context: AgentContext, rng: random.Random) -> None:
        self._state = state
        self._context = context
        self._rng = rng
        self._slowness = 1.0

    @property
    def is_slowed(self) -> bool:
        """Whether the last time was longer because nobody is connected."""
        return self._slowness > 1

    def draw_interval(self) -> float:
        """Return a time between turns that nobody asks for, at full pace."""
        pace = self._state.pace
        return pace.think_interval * (1 + self._rng.uniform(-1, 1) * pace.jitter)

    def draw_next(self, welcoming: Welcoming, *, walking: bool) -> float:
        """Return the time to the next turn.

        An agent whom a newcomer expects, or that is `walking` somewhere, hurries; less if it is
        there and waits for others to have done talking. What it asks back comes soon.
        """
        seconds = self._state.pace.reply_delay if self._state.called else self.draw_interval()
        if welcoming.is_expected:
            seconds = min(seconds, WAITING_SECONDS if welcoming.waits else WALKING_SECONDS)
        elif welcoming.company.goes_on:
            seconds = min(seconds, GOES_ON_SECONDS)
        elif walking:
            seconds = min(seconds, max(WALKING_SECONDS, WALKING * seconds))
        return self.slow_down(seconds)

    def slow_down(self, seconds: float) -> float:
        """Return `seconds` as they are at the pace of this moment: longer while nobody is here."""
        slowness = self._state.pace.find_slowness(self._context.alone())
        if slowness != self._slowness:
            times = f"{slowness:g} times more slowly: nobody is connected"
            how = times if slowness > 1 else "at full pace again"
            self._context.tell_watchers(self._state.profile.name, "state", f"lives {how}")
        self._slowness = slowness
        return seconds * slowness
