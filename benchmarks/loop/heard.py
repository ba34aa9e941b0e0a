"""``python -m benchmarks.loop.heard``: what a memory heard costs, all in, in one process.

One agent hears ordinary talk; a model that writes as much as it may sums it up, the journal is on.
The CPU of everything that a server's workers and threads would do is in the figure, by what it was
spent on; that of the model is not.  Garbage is looked for as in a worker, which does most of it.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from agents.boundaries import Completion, Model
from agents.memory.core.records import Experience
from agents.memory.journal.extractor import Extraction, extract_facts
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from agents.memory.recall.index import RecallIndex
from agents.mind.recording import is_searchable
from agents.workers.child import seldom_collect
from agents.workers.protocol import NoWorkers
from benchmarks.loop.lives import PAUSE_EVERY, SEED, TURN_EVERY
from benchmarks.loop.model import answer_prompt
from benchmarks.memory.ordinary import Ordinary
from benchmarks.memory.simulated_life import (
    SUMMARIZER_ANSWER,
    SUMMARIZER_CONTEXT,
    SwiftClock,
    SwiftDisk,
    load_tokens,
    settings_of,
    summarizer_of,
)

P = ParamSpec("P")
T = TypeVar("T")

AIM_MS = 1.0
SETTLING = 640
"""Memories after which all that was written by rule is a model's."""


@dataclass
class Spent:
    """CPU seconds by what they were spent on."""

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    @contextmanager
    def count(self, what: str) -> Iterator[None]:
        """Count the CPU of the block."""
        began = time.process_time()
        try:
            yield
        finally:
            self.seconds[what] += time.process_time() - began


class CountingWorkers(NoWorkers):
    """Carries out the work here and now, and counts what it takes."""

    def __init__(self, spent: Spent) -> None:
        super().__init__()
        self._spent = spent

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what `work` returns."""
        whole: Any = partial(work, *args, **kwargs)
        with self._spent.count(whole.func.__name__):
            return work(*args, **kwargs)


class CountingDisk(SwiftDisk):
    """Counts what is done to files."""

    def __init__(self, spent: Spent) -> None:
        super().__init__()
        self._spent = spent

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run `work` at once."""
        with self._spent.count(f"{work.__qualname__.split('.')[0]}'s files"):
            return work()


@dataclass
class LongModel:
    """Answers as the server of `benchmarks.loop.model` does."""

    spent: Spent

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Return the answer; see `Model`."""
        with self.spent.count("the model"):
            text = answer_prompt(prompt).text
        return Completion(text, len(prompt) // 4, len(text) // 4, "stop")


@dataclass
class Hearing:
    """One agent under `strategy`, with its files in `folder`."""

    folder: Path
    strategy: str
    spent: Spent = field(default_factory=Spent)
    clock: SwiftClock = field(default_factory=SwiftClock)

    async def run(self, before: int, count: int, settling: int = SETTLING) -> float:
        """Return the CPU seconds that `count` memories take, model apart.

        They follow `before` memories that are summed up by rule and `settling` by the model.
        """
        tokens, settings = load_tokens(), settings_of(self.strategy, journal="auto")
        place = JournalPlace(self.folder / "journal.jsonl")
        self._workers = CountingWorkers(self.spent)
        parts = MemoryParts(
            self.clock, tokens, _drop, _drop, CountingDisk(self.spent), place,
            workers=self._workers,
        )  # fmt: skip
        self._moments, self._index = (
            Ordinary(SEED),
            RecallIndex.open(self.folder / "recall.sqlite", searchable=is_searchable),
        )
        self._memory = AgentMemory.open(self.folder, "Moss", MemoryConfig(settings), parts)
        await self._live(before)
        summarizer = summarizer_of(LongModel(self.spent), tokens)
        self._memory.configure(MemoryConfig(settings, summarizer, self._extract))
        await self._index.catch_up(self._memory.experiences)
        await self._live(settling)
        self.spent.seconds.clear()
        began = time.process_time()
        await self._live(count)
        whole = time.process_time() - began - self.spent.seconds.pop("the model", 0.0)
        await self._memory.close()
        await self._index.close()
        return whole

    async def _live(self, count: int) -> None:
        for _ in range(count):
            with self.spent.count("record and index"):
                self._record()
            if self._memory.last_seq % PAUSE_EVERY == 0:
                await self.clock.advance(PAUSE_EVERY)
                await self._memory.relieve(0)  # does nothing but wait for the compaction

    def _record(self) -> None:
        own = self._memory.last_seq % TURN_EVERY == 0
        heard = self._memory.record(self._moments.own() if own else self._moments.around())
        assert heard is not None, "the archive can be written"
        self._index.feed([heard])

    async def _extract(self, memories: Sequence[Experience], model: Model) -> Extraction:
        return await extract_facts(
            memories, "Moss", model, tokens=load_tokens(), max_tokens=SUMMARIZER_ANSWER,
            temperature=0.3, report=_drop, context_tokens=SUMMARIZER_CONTEXT,
            workers=self._workers,
        )  # fmt: skip


def _drop(what: object) -> None:
    """Drop a line of the log, or an event: they are not measured."""


def main() -> None:
    """Measure, and print a line for each strategy."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.loop.heard", description=__doc__)
    parser.add_argument("strategies", nargs="*", default=["waterfall", "tree", "layered"])
    parser.add_argument("--before", type=int, default=1280, help="memories before (1,280)")
    parser.add_argument("--count", type=int, default=640, help="memories measured (640)")
    given = parser.parse_args()
    seldom_collect()
    for strategy in given.strategies:
        with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as folder:
            hearing = Hearing(Path(folder), strategy)
            each = 1000 * asyncio.run(hearing.run(given.before, given.count)) / given.count
        verdict = "met" if each <= AIM_MS else "MISSED"
        print(f"{strategy}: {each:.2f} ms of CPU a memory, ≤ {AIM_MS:g}: {verdict}")
        for what, seconds in sorted(hearing.spent.seconds.items(), key=lambda each: -each[1]):
            print(f"    {what:<32} {1000 * seconds / given.count:.2f} ms")


if __name__ == "__main__":
    main()
