"""A memory in a temporary folder, with a virtual clock and summarizers that follow a script."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from agents.boundaries import Clock, WatchEvent
from agents.clock import VirtualClock
from agents.memory.core.records import Experience, NewMemory, Record
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.journal.journal import Extract
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.log.disk import Disk
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from agents.memory.summarization.prompts import SummaryRequest
from agents.memory.summarization.second_reading.checks import NO_CHECKS
from agents.memory.summarization.summarizer import Summarizer, render_memory_line
from agents.memory.summarization.usage import Usage
from tests.agents.memory.settings import memory_settings
from tests.agents.workers.fake import PickledWorkers
from world.nature import Nature

T = TypeVar("T")


class PlainCounter(HeuristicCounter):
    """Counts four characters as one token; its name causes no warning."""

    @property
    def name(self) -> str:
        return "characters by four"


class PlainDisk:
    """The real disk without threads; counts what is read and can be made to fail."""

    def __init__(self) -> None:
        self.read = 0
        self.synced = 0
        self.write_error: OSError | None = None
        self.sync_error: OSError | None = None
        self.short: int | None = None
        self.cut_error: OSError | None = None

    def write(self, fd: int, content: bytes) -> int:
        if self.write_error:
            raise self.write_error
        if self.short is not None:
            return os.write(fd, content[: self.short])
        return os.write(fd, content)

    def read_at(self, fd: int, size: int, offset: int) -> bytes:
        content = os.pread(fd, size, offset)
        self.read += len(content)
        return content

    def cut(self, fd: int, size: int) -> None:
        if self.cut_error:
            raise self.cut_error
        os.ftruncate(fd, size)

    def sync(self, fd: int) -> None:
        if self.sync_error:
            raise self.sync_error
        self.synced += 1

    async def in_thread(self, work: Callable[[], T]) -> T:
        return work()


_disk: type[Disk] = PlainDisk


def quiet_parts(clock: Clock, disk: Disk, journal: JournalPlace | None = None) -> MemoryParts:
    """Return parts of a memory that discard log lines and events."""
    workers = PickledWorkers()
    return MemoryParts(clock, PlainCounter(), _ignore, _ignore, disk, journal, workers=workers)


def _ignore(what: object) -> None:
    pass


@dataclass
class Scripted:
    """Answers from a list, then from `answer`; can be held back until `release`."""

    answers: list[str | Exception] = field(default_factory=list)
    merged: list[str | Exception] = field(default_factory=list)
    chunk: int = 0
    asked: list[list[str]] = field(default_factory=list)
    merge_asked: list[tuple[str, str]] = field(default_factory=list)
    held: asyncio.Event | None = None
    profile: str = "summarizer"
    model_name: str = "scripted"

    instructed: bool = False
    model: None = None
    usage: Usage = field(default_factory=Usage)

    def divide_lines(
        self, lines: Sequence[str], asked: SummaryRequest
    ) -> Sequence[tuple[int, int]]:
        size = self.chunk or len(lines)
        return [(n, min(n + size, len(lines))) for n in range(0, len(lines), size)]

    async def summarise(self, memories: Sequence[Experience], asked: SummaryRequest) -> str:
        lines = [render_memory_line(each.text) for each in memories]
        self.asked.append(lines)
        await self._hold()
        return _answer(self.answers, f"I lived through {len(lines)} moments, and kept them.")

    async def merge(self, recent: str, older: str, asked: SummaryRequest) -> str:
        self.merge_asked.append((recent, older))
        await self._hold()
        return _answer(self.merged, "I have lived by the mill for long.")

    async def _hold(self) -> None:
        if self.held is not None:
            await self.held.wait()


def _answer(script: list[str | Exception], otherwise: str) -> str:
    answer = script.pop(0) if script else otherwise
    if isinstance(answer, Exception):
        raise answer
    return answer


_scripted: Callable[[], Summarizer] = Scripted


class Bench:
    """Opens memories and keeps what they log and show."""

    def __init__(self, folder: Path, summarizer: Summarizer | None = None) -> None:
        self.folder = folder / "Moss"
        self.clock = VirtualClock()
        self.disk = PlainDisk()
        self.lines: list[str] = []
        self.events: list[WatchEvent] = []
        self.summarizer = summarizer
        self.extract: Extract | None = None
        self.checks = NO_CHECKS

    def open(self, place: JournalPlace | None = None, /, **changed: Any) -> AgentMemory:
        settings = memory_settings(**changed)
        parts = MemoryParts(
            self.clock, PlainCounter(), self.lines.append, self.events.append, self.disk, place,
            workers=PickledWorkers(), checks=self.checks,
        )  # fmt: skip
        config = MemoryConfig(settings, self.summarizer, self.extract)
        return AgentMemory.open(self.folder, "Moss", config, parts)

    async def settle(self) -> None:
        await self.clock.settle()

    def summary_file(self, name: str) -> Path:
        return self.folder / "summaries" / name

    def segments(self) -> list[Path]:
        return sorted((self.folder / "archive").glob("*.jsonl"))

    def warnings(self) -> list[str]:
        return [line for line in self.lines if "WARNING" in line or "ERROR" in line]


def fill(memory: AgentMemory, count: int, *, first: int | None = None) -> None:
    """Record `count` observations, numbered in their text."""
    start = memory.last_seq + 1 if first is None else first
    for n in range(start, start + count):
        memory.record(NewMemory(f"Fern hums the {n}th verse of an old song.", source="observation"))


def look_around(memory: AgentMemory, place: str = "The Hall") -> None:
    """Record what the agent sees of a place: bulky output, which can be masked."""
    long = f"{place}\n" + "A long stone hall, cold even in June. " * 8
    memory.record(
        NewMemory(
            f"~Moss> look\n{long}",
            source="action",
            command="look",
            line="look",
            nature=Nature.SIGHT,
        )
    )


def reconfigure(memory: AgentMemory, **changes: object) -> None:
    """Replace some fields of a memory's configuration."""
    memory.configure(replace(memory.config, **changes))  # type: ignore[arg-type]


async def grow(bench: Bench, memory: AgentMemory, total: int) -> None:
    """Record up to `total` memories and let each compaction finish before the next memory."""
    while memory.last_seq < total:
        fill(memory, 1)
        await bench.settle()


def spans(memory: AgentMemory) -> list[tuple[int, int]]:
    return [each.covers for each in memory.view.summaries]


def partition(memory: AgentMemory) -> list[int]:
    """Return every memory number in the prompt's order, from summaries and tail."""
    view = memory.view
    covered = [n for a, b in spans(memory) for n in range(a, b + 1)]
    return covered + [each.seq for each in view.tail]


def assert_whole(memory: AgentMemory) -> None:
    assert partition(memory) == list(range(1, memory.last_seq + 1))


def log_of(memory: AgentMemory) -> list[Record]:
    return list(memory._ledger.reader.iterate())
