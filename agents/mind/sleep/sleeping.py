"""An agent's sleep as an explicit state machine, and what its night is made of.

::

    awake ──▶ falling asleep ──▶ asleep
      ▲              │              │
      └── waking ◀───┴──────────────┘

Falling asleep it goes through its journal, dreams, and compacts its memories; asleep it rests.
Waking waits for that work, but not for ever: should a model hang, the agent wakes without it.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from agents.boundaries import Timer, WatchEvent, WatchKind
from agents.clock import run_within
from agents.memory.core.records import NewMemory
from agents.memory.memory import AgentMemory
from agents.mind.agent_context import AgentContext
from agents.mind.sleep.dreaming import render_dream
from agents.state_machine import StateMachine
from world.nature import Nature

#: How long waking waits for the night's work (seconds).
WAKING_SECONDS = 60.0

#: What the journal may take of a night; dreams and compaction come after it (seconds).
JOURNAL_SECONDS = 300.0

#: Moments that lie no further apart than this are one.
_MOMENT = 0.001

#: The kind of event that bystanders perceive of it. Its nature keeps nobody awake.
EVENT = "sleep"


class RestPhase(Enum):
    """Whether an agent is awake."""

    AWAKE = "awake"
    FALLING = "falling asleep"
    ASLEEP = "asleep"
    WAKING = "waking"


REST_TRANSITIONS: Mapping[RestPhase, frozenset[RestPhase]] = {
    RestPhase.AWAKE: frozenset({RestPhase.FALLING}),
    RestPhase.FALLING: frozenset({RestPhase.ASLEEP, RestPhase.WAKING}),
    RestPhase.ASLEEP: frozenset({RestPhase.WAKING}),
    RestPhase.WAKING: frozenset({RestPhase.AWAKE}),
}

_TOLD: Mapping[RestPhase, str] = {
    RestPhase.AWAKE: "wakes up",
    RestPhase.FALLING: "falls asleep",
    RestPhase.ASLEEP: "is asleep",
    RestPhase.WAKING: "is waking",
}
_SEEN: Mapping[RestPhase, str] = {RestPhase.AWAKE: "mind.wakes", RestPhase.FALLING: "mind.sleeps"}


@dataclass(frozen=True, slots=True)
class Day:
    """The agent's waking life, as its sleep uses it."""

    paused: Callable[[], bool]
    """While it is so, the agent neither falls asleep nor wakes by itself."""
    busy: Callable[[], bool]
    """Whether a turn is in flight, or owed to somebody."""
    ends: Callable[[], None]
    """Drop what is in flight: asleep there are no turns."""
    begins: Callable[[], None]
    """Take turns again."""


class Sleeper:
    """Lets one agent fall asleep and wake. Everything belongs to the loop's thread."""

    def __init__(
        self,
        character: int,
        memory: AgentMemory,
        context: AgentContext,
        rng: random.Random,
        day: Day,
    ) -> None:
        self._character = character
        self._memory = memory
        self._context = context
        self._day = day
        self._night = Night(character, memory, context, rng)
        self._work: asyncio.Task[None] | None = None
        self._machine = StateMachine("sleep", RestPhase.AWAKE, REST_TRANSITIONS)
        self._timer: Timer | None = None
        self._since = context.clock.monotonic()
        self._called = False
        self._closed = False

    @property
    def state(self) -> RestPhase:
        """Whether the agent is awake."""
        return self._machine.state

    @property
    def awake(self) -> bool:
        """Whether it may take turns."""
        return self.state is RestPhase.AWAKE

    # --- what happens to it -----------------------------------------------------------

    def happened(self, nature: Nature = Nature.DEED) -> None:
        """Something happened near the agent: awake, it is quiet only from now on."""
        if self.awake and nature is not Nature.REST:
            self._since = self._context.clock.monotonic()

    def called(self) -> None:
        """It was spoken to: asleep, it wakes, unless it is paused; then once it is resumed."""
        if not self.awake:
            self._called = True
            self.consider()

    def consider(self) -> None:
        """Fall asleep or wake by itself if it is time, else when it will be.

        To be called when what this depends on has changed: settings, a turn's end, a pause's.
        """
        if self.state is RestPhase.WAKING:
            return
        self._disarm()
        left = None if self._closed or self._day.paused() else self._left()
        if left is None:
            return
        if left > _MOMENT:
            self._timer = self._context.clock.call_later(left, self.consider)
        elif not self.awake:
            self.wake()
        elif not self._day.busy():
            self.fall_asleep()

    def _left(self) -> float | None:
        """Seconds until it falls asleep or wakes by itself; None: it does not."""
        memory = self._memory
        seconds = memory.strategy.sleep_after if self.awake else memory.settings.sleep_seconds
        if self._called:
            return 0.0
        if not seconds:
            return None
        return max(0.0, self._since + seconds - self._context.clock.monotonic())

    # --- falling asleep and waking ----------------------------------------------------

    def fall_asleep(self) -> None:
        """Fall asleep now. Raises `InvalidTransition` if it is not awake."""
        self._to(RestPhase.FALLING)
        self._since = self._context.clock.monotonic()
        self._day.ends()
        self._work = asyncio.ensure_future(self._night.work())
        self._work.add_done_callback(self._consolidated)
        self.consider()

    def wake(self) -> None:
        """Wake, as soon as the night's work is done; harmless if it is awake or waking."""
        if self.state not in (RestPhase.FALLING, RestPhase.ASLEEP):
            return
        self._to(RestPhase.WAKING)
        self._disarm()
        if self._work is None:
            self._up()
        else:
            self._timer = self._context.clock.call_later(WAKING_SECONDS, self._give_up)

    def _consolidated(self, work: asyncio.Task[None]) -> None:
        if work is not self._work:
            return
        self._work = None
        if self.state is RestPhase.WAKING:
            self._up()
        else:
            self._to(RestPhase.ASLEEP)

    def _give_up(self) -> None:
        """Wake without the rest of the night's work; a compaction that has begun goes on."""
        work, self._work, self._timer = self._work, None, None
        if work is not None:
            work.cancel()
        what = f"wakes although the night's work has not ended in {WAKING_SECONDS:g} s"
        self._context.log(f"[Mind] {self._memory.name}: WARNING: {what}")
        self._up()

    def _up(self) -> None:
        self._disarm()
        self._called = False
        self._since = self._context.clock.monotonic()
        self._to(RestPhase.AWAKE)
        self._day.begins()
        self.consider()

    async def close(self) -> None:
        """Let go of everything; the state stays as it is."""
        self._closed = True
        self._disarm()
        work, self._work = self._work, None
        if work is not None:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)

    def _disarm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _to(self, state: RestPhase) -> None:
        self._machine.to(state)
        context, name = self._context, self._memory.name
        context.watch(WatchEvent(name, context.clock.now(), "state", _TOLD[state]))
        if state in _SEEN:
            text = context.texts.say(_SEEN[state], name=name)
            context.announce(self._character, EVENT, text, Nature.REST)


class Night:
    """What is done while the agent sleeps: first the journal, then a dream, then compaction."""

    def __init__(
        self, character: int, memory: AgentMemory, context: AgentContext, rng: random.Random
    ) -> None:
        self._character = character
        self._memory = memory
        self._context = context
        self._rng = rng
        self._dreamt = 0

    async def work(self) -> None:
        """Do it all; what fails is logged, and the rest is done."""
        await self._step("consolidation", self._consolidate)
        await self._step("dream", self._dream)
        await self._step("compaction", self._memory.compact_asleep)

    async def _step(self, what: str, step: Callable[[], Awaitable[object]]) -> None:
        try:
            await step()
        except Exception as error:
            # Whatever broke, the agent must be able to wake.
            why = f"{type(error).__name__}: {error}"
            self._context.log(f"[Mind] {self._memory.name}: {what} failed in its sleep: {why}")

    async def _consolidate(self) -> None:
        await run_within(self._context.clock, JOURNAL_SECONDS, self._memory.consolidate())

    async def _dream(self) -> None:
        """Old memories surface, unless nothing was lived through since they last did."""
        memory, texts = self._memory, self._context.texts
        lines = render_dream(texts, memory, self._rng) if memory.last_seq > self._dreamt else []
        if not lines:
            return
        text = "\n".join([texts.say("dream.begins"), *lines])
        # Its nature keeps it out of recall, journal and models' summaries.
        memory.record(
            NewMemory(
                text,
                source="thought",
                event="dream",
                place=self._context.body.situation(self._character).place,
                command="dream",
                nature=Nature.DREAM,
            )
        )
        self._dreamt = memory.last_seq
        self._tell("state", f"dreams of {len(lines)} old memories")
        self._tell("thought", text)

    def _tell(self, kind: WatchKind, text: str) -> None:
        self._context.watch(WatchEvent(self._memory.name, self._context.clock.now(), kind, text))
