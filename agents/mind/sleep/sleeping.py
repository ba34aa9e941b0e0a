"""An agent's sleep as an explicit state machine, and the work it does while it sleeps.

::

    awake ──▶ falling asleep ──▶ asleep
      ▲              │              │
      └── waking ◀───┴──────────────┘

While it falls asleep, the agent writes its journal, dreams and compacts its memories.  Then it
is asleep and does nothing.  Waking waits for that work up to a limit, so that a hanging model
cannot keep the agent asleep.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from enum import Enum

from agents.boundaries import Timer
from agents.clock import run_within
from agents.memory.core.records import NewMemory
from agents.memory.memory import AgentMemory
from agents.mind.agent_context import AgentContext
from agents.mind.sleep.dreaming import render_dream
from agents.state_machine import StateMachine
from late.late_dataclass import late_dataclass
from world.nature import Nature

#: Waking waits this long for the night's work (seconds).
WAKING_SECONDS = 60.0

#: The journal may take this long, so that time remains for the dream and compaction (seconds).
JOURNAL_SECONDS = 300.0

#: Times closer than this count as equal: timers round (seconds).
_MOMENT = 0.001

#: The kind of event that bystanders perceive. Its nature, rest, keeps no agent awake.
EVENT = "sleep"


class RestPhase(Enum):
    """The phases of sleeping and waking."""

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

_WATCHED: Mapping[RestPhase, str] = {
    RestPhase.AWAKE: "wakes up",
    RestPhase.FALLING: "falls asleep",
    RestPhase.ASLEEP: "is asleep",
    RestPhase.WAKING: "is waking",
}
_ANNOUNCED: Mapping[RestPhase, str] = {
    RestPhase.AWAKE: "mind.wakes",
    RestPhase.FALLING: "mind.sleeps",
}


@late_dataclass(frozen=True, slots=True)
class WakingLife:
    """The parts of an agent's waking life that its sleep asks about and changes."""

    is_paused: Callable[[], bool]
    """Return whether the agent is paused; then it neither falls asleep nor wakes by itself."""
    is_busy: Callable[[], bool]
    """Return whether a turn is in flight, or somebody waits for one."""
    drop_turn: Callable[[], None]
    """Drop the present turn: a sleeping agent takes none."""
    schedule_next_turn: Callable[[], None]
    """Take turns again."""
    show_rest: Callable[[bool], None]
    """Let everybody see that the agent sleeps, or no longer."""


class Sleeper:
    """Lets one agent fall asleep and wake. Call it only from the event loop's thread."""

    def __init__(
        self,
        character: int,
        memory: AgentMemory,
        context: AgentContext,
        rng: random.Random,
        waking_life: WakingLife,
    ) -> None:
        self._character = character
        self._memory = memory
        self._context = context
        self._waking_life = waking_life
        self._night = Night(character, memory, context, rng)
        self._work: asyncio.Task[None] | None = None
        self._machine = StateMachine("sleep", RestPhase.AWAKE, REST_TRANSITIONS)
        self._timer: Timer | None = None
        self._since = context.clock.monotonic()
        self._called = False
        self._closed = False

    @property
    def state(self) -> RestPhase:
        """The present phase of sleeping or waking."""
        return self._machine.state

    @property
    def awake(self) -> bool:
        """Whether the agent may take turns."""
        return self.state is RestPhase.AWAKE

    # --- events -----------------------------------------------------------------------

    def on_event(self, nature: Nature = Nature.DEED) -> None:
        """Count the quiet time before sleep from now, unless somebody only fell asleep or woke."""
        if self.awake and nature is not Nature.REST:
            self._since = self._context.clock.monotonic()

    def on_called(self) -> None:
        """Wake the agent, because it was spoken to; a paused agent wakes when it is resumed."""
        if not self.awake:
            self._called = True
            self.consider()

    def consider(self) -> None:
        """Fall asleep or wake if it is time; else set a timer for it.

        Call it after a change of settings, and at the end of a turn or a pause.
        """
        if self.state is RestPhase.WAKING:
            return
        self._disarm()
        wait = None if self._closed or self._waking_life.is_paused() else self._find_wait()
        if wait is None:
            return
        if wait > _MOMENT:
            self._timer = self._context.clock.call_later(wait, self.consider)
        elif not self.awake:
            self.wake()
        elif not self._waking_life.is_busy():
            self.fall_asleep()

    def _find_wait(self) -> float | None:
        """Return the seconds until the agent falls asleep or wakes by itself; None: never."""
        memory = self._memory
        seconds = memory.strategy.sleep_after if self.awake else memory.settings.sleep_seconds
        if self._called:
            return 0.0
        if not seconds:
            return None
        return max(0.0, self._since + seconds - self._context.clock.monotonic())

    # --- falling asleep and waking ----------------------------------------------------

    def fall_asleep(self) -> None:
        """Fall asleep now. Raises `InvalidTransition` if the agent is not awake."""
        self._to(RestPhase.FALLING)
        self._since = self._context.clock.monotonic()
        self._waking_life.drop_turn()
        self._work = asyncio.ensure_future(self._night.work())
        self._work.add_done_callback(self._on_work_done)
        self.consider()

    def wake(self) -> None:
        """Wake as soon as the night's work is done; do nothing if awake or waking."""
        if self.state not in (RestPhase.FALLING, RestPhase.ASLEEP):
            return
        self._to(RestPhase.WAKING)
        self._disarm()
        if self._work is None:
            self._get_up()
        else:
            self._timer = self._context.clock.call_later(WAKING_SECONDS, self._give_up)

    def _on_work_done(self, work: asyncio.Task[None]) -> None:
        if work is not self._work:
            return
        self._work = None
        if self.state is RestPhase.WAKING:
            self._get_up()
        else:
            self._to(RestPhase.ASLEEP)

    def _give_up(self) -> None:
        """Cancel the night's work and wake; a compaction that has begun goes on."""
        work, self._work, self._timer = self._work, None, None
        if work is not None:
            work.cancel()
        what = f"wakes although the night's work has not ended in {WAKING_SECONDS:g} s"
        self._context.log_event("sleep", self._memory.name, f"WARNING: {what}", step="waking")
        self._get_up()

    def _get_up(self) -> None:
        self._disarm()
        self._called = False
        self._since = self._context.clock.monotonic()
        self._to(RestPhase.AWAKE)
        self._waking_life.schedule_next_turn()
        self.consider()

    async def close(self) -> None:
        """Cancel the timer and the night's work; the phase stays as it is."""
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
        self._waking_life.show_rest(not self.awake)
        context, name = self._context, self._memory.name
        context.tell_watchers(name, "state", _WATCHED[state])
        if state in _ANNOUNCED:
            text = context.texts.say(_ANNOUNCED[state], name=name)
            context.announce(self._character, EVENT, text, Nature.REST)


class Night:
    """Does the work of one agent's nights: the journal, then a dream, then compaction."""

    def __init__(
        self, character: int, memory: AgentMemory, context: AgentContext, rng: random.Random
    ) -> None:
        self._character = character
        self._memory = memory
        self._context = context
        self._rng = rng
        self._dreamt = 0

    async def work(self) -> None:
        """Do each step; log a step that fails and go on with the next."""
        await self._run_step("consolidation", self._consolidate)
        await self._run_step("dream", self._dream)
        await self._run_step("compaction", self._memory.compact_asleep)

    async def _run_step(self, what: str, step: Callable[[], Awaitable[object]]) -> None:
        try:
            await step()
        except Exception as error:
            # The agent must be able to wake after any error.
            why = f"{type(error).__name__}: {error}"
            failed = f"{what} failed in its sleep: {why}"
            name = self._memory.name
            self._context.log_event("sleep", name, failed, step=what, error=why)

    async def _consolidate(self) -> None:
        await run_within(self._context.clock, JOURNAL_SECONDS, self._memory.consolidate())

    async def _dream(self) -> None:
        """Record a dream of old memories, unless nothing happened since the last dream."""
        memory, texts = self._memory, self._context.texts
        lines = render_dream(texts, memory, self._rng) if memory.last_seq > self._dreamt else []
        if not lines:
            return
        text = "\n".join([texts.say("dream.begins"), *lines])
        # The nature keeps a dream out of recall, journal and models' summaries.
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
        name, count = self._memory.name, len(lines)
        self._context.tell_watchers(name, "state", f"dreams of {count} old memories")
        self._context.tell_watchers(name, "thought", text)
