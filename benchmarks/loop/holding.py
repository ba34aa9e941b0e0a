"""``python -m benchmarks.loop.holding``: what a server's process holds of memories heard.

Four agents hear talk of which no line comes twice, and of ever new things and people who pass by;
rules sum it up and draw facts, in a worker beside the process, as in a server.  After each thousand
memories of each agent, when no compaction is under way, `tracemalloc` counts the bytes that are
held.  What a cache keeps counts, too: the first thousands fill it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import tempfile
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from agents.memory.core.facts import Fact, rate_memories
from agents.memory.core.records import NewMemory
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from agents.memory.recall.index import RecallIndex
from agents.mind.recording import is_searchable
from agents.workers.pool import WorkerPool
from agents.workers.protocol import Workers
from benchmarks.loop.lives import PAUSE_EVERY, TURN_EVERY
from benchmarks.memory.ordinary import Ordinary
from benchmarks.memory.simulated_life import SwiftClock, SwiftDisk, load_tokens, settings_of

AGENTS, THOUSANDS = 4, 8
STEP = 1000
SETTLED = 4
"""From so many thousands on the slope is measured."""
SECONDS_PER_MEMORY = 0.5
LISTED = 12

_SYLLABLES = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "je",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "ri",
    "so",
    "tu",
    "va",
    "we",
    "xi",
    "yo",
    "zu",
]


@dataclass
class PassingTalk:
    """Makes up moments of which none comes twice, with names and things that are new each time."""

    seed: int
    _made: int = 0

    def __post_init__(self) -> None:
        """Begin with the first moment."""
        self._moments, self._chance = Ordinary(self.seed), Random(self.seed)

    def take(self) -> NewMemory:
        """Return the next moment."""
        self._made += 1
        if self._made % TURN_EVERY == 0:
            return self._moments.own()
        moment, name, thing = self._moments.around(), self._coin().title(), self._coin()
        tag = f"Guest-{self._made}" if self._chance.random() < 0.3 else moment.speaker
        said = moment.text.replace(moment.speaker, tag) if moment.speaker else moment.text
        text = f'{said[:-1]} I got the {thing} from {name}, for {self._made} pence."'
        told = text if said.endswith('"') else f"{said} It is by the {thing} of {name}."
        present = (*moment.occupants, tag) if tag else moment.occupants
        return replace(moment, text=told, speaker=tag, occupants=present)

    def _coin(self) -> str:
        return "".join(self._chance.choices(_SYLLABLES, k=4))


@dataclass
class HearingAgent:
    """One agent with its files in `folder`."""

    folder: Path
    name: str
    strategy: str
    workers: Workers
    clock: SwiftClock
    talk: PassingTalk = field(init=False)

    def __post_init__(self) -> None:
        """Open the memory and the index."""
        self.talk = PassingTalk(len(self.name) + ord(self.name[-1]))
        place = JournalPlace(self.folder / "journal.jsonl", self._take_facts)
        parts = MemoryParts(
            self.clock, load_tokens(), _drop, _drop, SwiftDisk(), place, workers=self.workers
        )
        settings = settings_of(self.strategy, journal="heuristic")
        self.memory = AgentMemory.open(self.folder, self.name, MemoryConfig(settings), parts)
        self.index = RecallIndex.open(self.folder / "recall.sqlite", searchable=is_searchable)

    def _take_facts(self, facts: Sequence[Fact]) -> None:
        self.index.set_importance(rate_memories(facts))

    async def open(self) -> None:
        """Read the journal and what the index lacks."""
        await self.memory.load_journal()
        await self.index.catch_up(self.memory.experiences)

    async def hear(self, count: int) -> None:
        """Hear so much and wait until it is summed up."""
        for _ in range(count):
            heard = self.memory.record(self.talk.take())
            assert heard is not None, "the archive can be written"
            self.index.feed([heard])
            if heard.seq % PAUSE_EVERY == 0:
                await self.clock.advance(SECONDS_PER_MEMORY * PAUSE_EVERY)
                await self.memory.relieve(0)  # does nothing but wait for the compaction
                assert self.memory.journal is not None
                await self.memory.journal.close()

    async def close(self) -> None:
        """Close the files."""
        await self.memory.close()
        await self.index.close()


@dataclass
class HeldBytes:
    """What was held after each thousand memories of each agent."""

    sizes: list[int] = field(default_factory=list)
    snapshots: list[tracemalloc.Snapshot] = field(default_factory=list)

    def take(self, listed: bool) -> None:
        """Count what is held now."""
        gc.collect()
        self.sizes.append(tracemalloc.get_traced_memory()[0])
        if listed:
            self.snapshots.append(tracemalloc.take_snapshot())

    def measure_slope(self) -> float:
        """Return the KB that a thousand memories add to, once caches are full."""
        late = self.sizes[min(SETTLED, len(self.sizes) - 2) :]
        return (late[-1] - late[0]) / 1000 / (len(late) - 1) / AGENTS

    def list_places(self) -> Iterator[str]:
        """Yield where most was allocated of what came since the caches were full."""
        late = self.snapshots[min(SETTLED, len(self.snapshots) - 2)]
        for each in self.snapshots[-1].compare_to(late, "lineno")[:LISTED]:
            frame = each.traceback[0]
            place = "/".join(frame.filename.split("/")[-3:])
            yield f"  {each.size_diff / 1000:8.0f} KB {each.count_diff:7} {place}:{frame.lineno}"


async def measure(root: Path, strategy: str, thousands: int, listed: bool) -> HeldBytes:
    """Return what is held under `strategy`."""
    load_tokens().count("loaded")
    workers, clock, held = WorkerPool(1, _drop), SwiftClock(), HeldBytes()
    agents = [
        HearingAgent(root / name, name, strategy, workers, clock)
        for name in ("Moss", "Hester", "Tobias", "Linnet")[:AGENTS]
    ]
    for each in agents:
        await each.open()
    tracemalloc.start()
    for number in range(thousands):
        await asyncio.gather(*(each.hear(STEP) for each in agents))
        held.take(listed)
        print(f"{strategy}: {number + 1},000 each: {held.sizes[-1] / 1e6:.2f} MB", flush=True)
    tracemalloc.stop()
    for each in agents:
        await each.close()
    await workers.close()
    return held


def _drop(what: object) -> None:
    """Drop a line of the log, or an event: they are not measured."""


def main() -> None:
    """Measure, and print the slope and where it comes from."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.loop.holding", description=__doc__)
    parser.add_argument("strategies", nargs="*", default=["waterfall", "tree"])
    parser.add_argument("--thousands", type=int, default=THOUSANDS, help="memories of each agent")
    parser.add_argument("--places", action="store_true", help="list where it is allocated")
    given = parser.parse_args()
    for strategy in given.strategies:
        with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as folder:
            held = asyncio.run(measure(Path(folder), strategy, given.thousands, given.places))
        print(f"{strategy}: {held.measure_slope():.0f} KB for 1,000 memories of an agent")
        if given.places:
            print("\n".join(held.list_places()))


if __name__ == "__main__":
    main()
