"""Agents' lives of made-up ordinary memories, for benchmarks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from agents.boundaries import Clock, WatchEvent
from agents.clock import VirtualClock
from agents.memory.core.records import Experience, NewMemory, Turn
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.log.disk import Disk, SystemDisk
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from agents.memory.settings import MemorySettings
from agents.memory.summarization.prompts import SummaryRequest
from agents.memory.summarization.summarizer import Summarizer
from agents.memory.summarization.usage import Usage
from agents.workers.protocol import NoWorkers, Workers
from world.nature import Nature

NAMES = ("Cobb", "Hester", "Moss", "Wren")
SPEECH = (
    "The roses by the wall have black spot again.",
    "Have you seen the heron this morning?",
    "There were strange tracks on the hill path last night.",
    "The ferry was late because of the fog.",
    "I will plant beans here once the frost is past.",
    "Do you remember the winter when the lake froze over?",
    "I traded two baskets of trout for a new rope.",
)
HEAD = "You are Moss, a patient gardener. " * 20
SITUATION = "You are in The Hall. A long stone hall. Exits: garden. Here: Cobb, Hester, Wren.\n" * 4
TURN_EVERY = 4
"""Memories for each turn of the agent's own."""
LONGEST_TAIL = 128
"""The longest tail before a compaction is due, with the default settings."""


class UnsyncedDisk(SystemDisk):
    """The machine's disk without `fsync`, to make up lives quickly."""

    def sync(self, fd: int) -> None:
        """Do nothing: the system writes later."""


class HungSummarizer:
    """Never answers."""

    profile = model_name = "hung"

    instructed = False
    model = None
    usage = Usage()

    def divide_lines(
        self, lines: Sequence[str], asked: SummaryRequest
    ) -> Sequence[tuple[int, int]]:
        """Return the whole span at once."""
        return [(0, len(lines))]

    async def summarise(self, memories: Sequence[Experience], asked: SummaryRequest) -> str:
        """Wait for ever."""
        return await self.merge("", "", asked)

    async def merge(self, recent: str, older: str, asked: SummaryRequest) -> str:
        """Wait for ever."""
        await asyncio.Event().wait()
        raise AssertionError("this event never happens")


def open_moss(
    folder: Path,
    *,
    clock: Clock,
    disk: Disk | None = None,
    summarizer: Summarizer | None = None,
    workers: Workers | None = None,
) -> AgentMemory:
    """Open the memory of Moss in `folder`, with the default settings.

    `workers` carry out what computes for long; None: it is done here and now.
    """
    return AgentMemory.open(
        folder,
        "Moss",
        MemoryConfig(MemorySettings(), summarizer),
        MemoryParts(
            clock,
            HeuristicCounter(),
            _drop_line,
            _drop_event,
            disk or SystemDisk(),
            workers=workers or NoWorkers(),
        ),
    )


def _drop_line(line: str) -> None:
    """Drop the line: logs are not measured."""


def _drop_event(event: WatchEvent) -> None:
    """Drop the event: nobody watches."""


def remember(memory: AgentMemory, number: int) -> None:
    """Record the memory of an ordinary moment."""
    speaker = NAMES[number % len(NAMES)]
    memory.record(
        NewMemory(
            f'{speaker} says, "{SPEECH[number % len(SPEECH)]} That is the {number}th time."',
            source="observation",
            event="say",
            place="The Hall",
            occupants=NAMES,
            speaker=speaker,
            nature=Nature.SPEECH,
        )
    )


async def record_life(folder: Path, memories: int) -> None:
    """Record this many memories of Moss, with turns and compactions as they become due."""
    clock = VirtualClock()
    memory = open_moss(folder, clock=clock, disk=UnsyncedDisk())
    for number in range(1, memories + 1):
        remember(memory, number)
        if number % TURN_EVERY == 0:
            memory.record_turn(Turn(SITUATION, head=HEAD, reply="say Yes.", command="say Yes."))
        if len(memory.view.tail) > LONGEST_TAIL:
            await clock.advance(60)
            await memory.relieve(0)  # does nothing but wait for the compaction
    await memory.close()
