"""A vault of agents with long lives behind them: archive, summaries, journal and index."""

from __future__ import annotations

import shutil
from pathlib import Path

from agents.clock import VirtualClock
from agents.memory.core.records import Turn
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from agents.memory.recall.index import RecallIndex
from agents.memory.settings import MemorySettings
from agents.mind.recording import is_searchable
from agents.models.embedding.wordllama import find_word_llama
from benchmarks.lives import HEAD, SITUATION, UnsyncedDisk
from benchmarks.memory.ordinary import Ordinary

TURN_EVERY = 6
SECONDS_PER_MEMORY = 20.0
PAUSE_EVERY = 64
"""Memories from one pause, in which a compaction can be made, to the next."""
SEED = 1
STRATEGIES = ("waterfall", "waterfall", "tree", "sleep", "layered")
"""Those of the agents, in turn."""

_PROFILE = (
    "---\nhome: The Hall\nthink_interval: 0\nmemory: {{strategy: {strategy}}}\n---\n"
    "You are {name}, who listens to everybody.\n"
)


def name_agent(number: int) -> str:
    """Return the name of an agent: letters alone."""
    return "Agent" + chr(ord("a") + number // 26) + chr(ord("a") + number % 26)


async def put_lives(vault: Path, agents: int, memories: int) -> None:
    """Put agents into the vault that have lived through so many memories, by rule alone.

    All have had the same life; from now on each goes by a strategy of its own.
    """
    for number in range(agents):
        name, strategy = name_agent(number), STRATEGIES[number % len(STRATEGIES)]
        if number:
            _copy_life(vault, name_agent(0), name)
        else:
            await _live(vault, name, memories)
        profile = _PROFILE.format(name=name, strategy=strategy)
        (vault / "agents" / name / "profile.md").write_text(profile, encoding="utf-8")


async def _live(vault: Path, name: str, memories: int) -> None:
    clock, disk = VirtualClock(), UnsyncedDisk()
    kept = JournalPlace(vault / ".tarn" / "journal" / f"{name}.jsonl")
    parts = MemoryParts(clock, HeuristicCounter(), _drop_line, _drop_line, disk, kept)
    memory = AgentMemory.open(vault / "agents" / name, name, MemoryConfig(MemorySettings()), parts)
    moments = Ordinary(SEED)
    for number in range(1, memories + 1):
        if number % TURN_EVERY == 0:
            memory.record_turn(Turn(SITUATION, head=HEAD, reply="look", command="look"))
            memory.record(moments.own())
        else:
            memory.record(moments.around())
        if number % PAUSE_EVERY == 0:
            await clock.advance(SECONDS_PER_MEMORY * PAUSE_EVERY)
            await memory.relieve(0)  # does nothing but wait for the compaction
    await memory.close()
    path = vault / ".tarn" / "recall" / f"{name}.sqlite"
    index = RecallIndex.open(path, searchable=is_searchable, embedder=find_word_llama())
    await index.prepare(name)  # so that vectors are made, too
    await index.catch_up(memory.experiences)
    await index.idle()
    await index.close()


def _drop_line(what: object) -> None:
    """Drop a line of the log, or an event: they are not measured."""


def _copy_life(vault: Path, of: str, name: str) -> None:
    shutil.copytree(vault / "agents" / of, vault / "agents" / name)
    for path in (vault / ".tarn").glob(f"*/{of}*"):
        copy = path.with_name(path.name.replace(of, name))
        if path.is_dir():
            shutil.copytree(path, copy)
        else:
            shutil.copy(path, copy)
