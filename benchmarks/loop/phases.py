"""What happens to the agents in each phase, while a person looks around."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from benchmarks.loop.lives import name_agent
from benchmarks.memory.ordinary import Ordinary
from benchmarks.telnet.player import Player
from benchmarks.telnet.target import ROOM_END

LOOK_EVERY = 0.1
QUIET_SECONDS = 5.0
SETTLED_SECONDS = 2.0
"""So long the server and its workers must have had little to do."""
IDLE_SHARE = 0.1
"""The share of one core that counts as little."""
LONGEST_SECONDS = 600.0
TALK_EVERY = 0.1
"""Seconds between two remarks."""
TALK_SEED = 99
ASK_EVERY = 1.0
"""Seconds between two questions."""
THINK_INTERVAL = 12
"""Seconds from one turn to the next in the phase of turns: the vault's own setting."""


@dataclass
class MeasuredPhase:
    """When a phase was, and what a person waited for each `look` (ms)."""

    name: str
    start: float = 0.0
    stop: float = 0.0
    looks: list[float] = field(default_factory=list)
    cpu_ms: float = 0.0
    heard: int = 0
    """The memories that all agents together have more after it."""


@dataclass
class Stage:
    """The people at the server: one looks around, one who administrates acts."""

    watcher: Player
    actor: Player
    agents: int
    lines: int
    """Remarks of the phase of talk."""
    cpu_ms: Callable[[], float]
    """Returns the processor time of the server and its workers so far."""
    count_memories: Callable[[], int]
    """Returns how many memories all agents have."""

    async def run(self, name: str) -> MeasuredPhase:
        """Run the phase `name` of `PHASES` to its end, with all that it has set going."""
        return await self.measure(name, PHASES[name])

    async def measure(self, name: str, do: Callable[[Stage], Awaitable[None]]) -> MeasuredPhase:
        """Do what is given to its end, with all that it has set going, as the phase `name`."""
        before, cpu = self.count_memories(), self.cpu_ms()
        phase = MeasuredPhase(name, time.monotonic())
        looking = asyncio.ensure_future(self._look(phase))
        await do(self)
        await self._settle()
        phase.stop, phase.cpu_ms = time.monotonic(), self.cpu_ms() - cpu
        await looking
        phase.heard = self.count_memories() - before
        return phase

    async def _look(self, phase: MeasuredPhase) -> None:
        while not phase.stop:
            phase.looks.append(await self.watcher.ask("look", ROOM_END))
            self.watcher.read.clear()
            await asyncio.sleep(LOOK_EVERY)

    async def _settle(self) -> None:
        """Wait until all work is done."""
        end = time.monotonic() + LONGEST_SECONDS
        spent = SETTLED_SECONDS * 1000
        while spent > SETTLED_SECONDS * 1000 * IDLE_SHARE and time.monotonic() < end:
            before = self.cpu_ms()
            await asyncio.sleep(SETTLED_SECONDS)
            spent = self.cpu_ms() - before

    # --- the phases ---------------------------------------------------------------------

    async def rest(self) -> None:
        """Do nothing."""
        await asyncio.sleep(QUIET_SECONDS)

    async def talk(self) -> None:
        """Say ordinary things, one remark after the other."""
        moments, said = Ordinary(TALK_SEED), 0
        while said < self.lines:
            words = moments.around().text.partition(' says, "')[2].removesuffix('"')
            if words:
                said += 1
                await self.actor.ask(f"say {words} mark{said}.", f"mark{said}.".encode())
                self.actor.read.clear()
                await asyncio.sleep(TALK_EVERY)

    async def take_turns(self) -> None:
        """Let all agents live, and ask one after the other about their lives."""
        await self.command_all(f"@edit-interval {{name}} {THINK_INTERVAL}", b"thinks every")
        moments = Ordinary(TALK_SEED + 1)
        for number in range(self.lines // 4):
            name, words = name_agent(number % self.agents), moments.around().text.split()
            about = " ".join(words[-4:]).strip('."')
            await self.actor.ask(f"say {name}, what do you know of {about}?", b"You say")
            self.actor.read.clear()
            await asyncio.sleep(ASK_EVERY)
        await self.command_all("@edit-interval {name} 0", b"only perceives")

    async def command_all(self, command: str, answer: bytes) -> None:
        """Give a command for each agent, all at once."""
        for number in range(self.agents):
            await self.actor.ask(command.format(name=name_agent(number)), answer)
            self.actor.read.clear()

    async def ask_status(self) -> None:
        """Ask for the table of all agents, and for the report of each."""
        for number in range(self.agents):
            await self.actor.ask("@memory-status", b"Health")
            await self.actor.ask(f"@memory-status {name_agent(number)}", b"Next trigger")
            self.actor.read.clear()
            await asyncio.sleep(LOOK_EVERY)


PHASES: Mapping[str, Callable[[Stage], Awaitable[None]]] = {
    "quiet": Stage.rest,
    "talk": Stage.talk,
    "turns": Stage.take_turns,
    "all compact at once": lambda stage: stage.command_all(
        "@compact-memories {name} force", b"ompact"
    ),
    "@memory-status": Stage.ask_status,
    "all fall asleep": lambda stage: stage.command_all("sleep {name}", b"sleep"),
}
