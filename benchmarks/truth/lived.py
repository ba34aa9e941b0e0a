"""What a lived house takes for changes: ``python -m benchmarks.truth.lived``.

The agents of the starter world live some hours among themselves and with visitors, by rules alone.
Their memories are then lived through once more by a memory of the product's, without a model, and
every fact that is told as a change is listed: what there is to read is few of it.  The two lives
of ``tests/data/lives`` come besides.  ``--keep`` writes the memories of the house to a folder, and
``--again`` reads them from it, so that two versions can be compared by the same memories.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import yaml

from agents.memory.core.facts import Fact
from agents.memory.core.records import Experience, NewMemory
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.log.codec import decode, encode
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from benchmarks.life.living import LivingWorld, run_life
from benchmarks.life.strangers import hear_strangers
from benchmarks.memory.simulated_life import SwiftClock, SwiftDisk, settings_of
from benchmarks.process import ROOT
from benchmarks.truth.lives import load_lives

VISITS = ("strangers_tuned", "told_tuned")
"""Files of ``benchmarks/life`` with visitors and what they say, in the order in which they come."""

_FIELDS = [each.name for each in fields(NewMemory)]


@dataclass(frozen=True, slots=True)
class ToldChanges:
    """The facts of some lives that are told as changes."""

    name: str
    memories: int
    facts: int
    changes: Sequence[tuple[str, Fact]]
    """Each with whose life it is of."""

    @property
    def replacing(self) -> int:
        """How many of them end what was told before."""
        return sum(bool(fact.replaces) for _, fact in self.changes)

    def render(self) -> str:
        """Return the counts in a line, and below it each change in one."""
        counts = (
            f"{self.name}: {self.memories:,} memories, {self.facts:,} facts,"
            f" {len(self.changes)} told as changes, {self.replacing} of them replacing"
        )
        told = [
            f"  {who} #{fact.seqs[0]} {'replaces' if fact.replaces else 'beside'}:"
            f" {fact.text} | before: {fact.before}"
            for who, fact in self.changes
        ]
        return "\n".join([counts, *told])


async def count_changes(name: str, lives: Mapping[str, Sequence[Experience]]) -> ToldChanges:
    """Return what the journals of agents tell as changes once they have lived through `lives`."""
    found = {who: await _live_again(who, memories) for who, memories in lives.items()}
    return ToldChanges(
        name,
        sum(map(len, lives.values())),
        sum(map(len, found.values())),
        [(who, each) for who, facts in found.items() for each in facts if each.before],
    )


async def _live_again(name: str, memories: Sequence[Experience]) -> list[Fact]:
    """Return the facts that the journal of an agent has after `memories`, in their order."""
    with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as folder:
        clock = SwiftClock(memories[0].at)
        memory = _open_memory(Path(folder) / name, name, clock)
        for each in memories:
            await clock.advance(max(0.0, (each.at - clock.now()).total_seconds()))
            values: dict[str, Any] = {field: getattr(each, field) for field in _FIELDS}
            memory.record(NewMemory(**values))
            await clock.settle()
        known = memory.journal.known if memory.journal else ()
        facts = sorted((each.fact for each in known), key=lambda fact: fact.seqs)
        await memory.close()
    return facts


def _open_memory(folder: Path, name: str, clock: SwiftClock) -> AgentMemory:
    place = JournalPlace(folder / "journal.jsonl")
    parts = MemoryParts(
        clock, HeuristicCounter(), lambda line: None, lambda event: None, SwiftDisk(), place
    )
    config = MemoryConfig(settings_of("waterfall", journal="heuristic"), None)
    return AgentMemory.open(folder, name, config, parts)


# --- the house ----------------------------------------------------------------------------------


def live_in_house(hours: float, visits: Iterable[str]) -> dict[str, list[Experience]]:
    """Return the memories of the starter world's agents, who live `hours` (virtual) before and
    as many after the visitors of each file of `visits`."""

    async def live(world: LivingWorld) -> dict[str, list[Experience]]:
        await world.pass_time(hours * 3600)
        for file in visits:
            rows = yaml.safe_load(
                (ROOT / "benchmarks" / "life" / f"{file}.yaml").read_text("utf-8")
            )
            await hear_strangers(world, rows["strangers"])
            await world.pass_time(hours * 3600)
        return {agent.name: world.read_life(agent) for agent in world.agents}

    with tempfile.TemporaryDirectory(prefix="tarn-house-") as folder:
        return run_life(Path(folder), ROOT / "config", live)


def write_lives(folder: Path, lives: Mapping[str, Sequence[Experience]]) -> None:
    """Write each life into a file of `folder`, a memory a line as in an archive."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, memories in lives.items():
        (folder / f"{name}.jsonl").write_bytes(b"".join(map(encode, memories)))


def read_lives(folder: Path) -> dict[str, list[Experience]]:
    """Return the lives that `write_lives` wrote."""
    return {path.stem: list(_read_memories(path)) for path in sorted(folder.glob("*.jsonl"))}


def _read_memories(path: Path) -> Iterable[Experience]:
    for line in path.read_bytes().splitlines(keepends=True):
        record = decode(line)
        if isinstance(record, Experience):
            yield record


def main() -> None:
    """Live in the house, or read what was lived there, and list what is told as changes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truth.lived", description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0, help="hours before each visit (1)")
    parser.add_argument("--visits", nargs="*", default=VISITS, help="files of visitors")
    parser.add_argument("--keep", type=Path, help="a folder for the memories of the house")
    parser.add_argument("--again", type=Path, help="a folder with such memories; nobody lives then")
    given = parser.parse_args()
    house = read_lives(given.again) if given.again else live_in_house(given.hours, given.visits)
    if given.keep:
        write_lives(given.keep, house)
    for name, lives in (("a lived house", house), ("tests/data/lives", load_lives())):
        print(asyncio.run(count_changes(name, lives)).render())


if __name__ == "__main__":
    main()
