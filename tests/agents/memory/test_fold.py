"""The view is a pure function of the log, whatever happens to both."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.clock import VirtualClock
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    MicroCompact,
    NewMemory,
    Span,
    Summary,
    SummaryType,
    Turn,
)
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.core.view import View, apply, count_missing, fold
from agents.memory.memory import AgentMemory
from agents.memory.settings import MemorySettings
from agents.memory.strategies.waterfall import Waterfall
from tests.agents.memory.support import Bench, Scripted, assert_whole, log_of, reconfigure
from tests.examples import choose_count
from world.nature import Nature
from world.vault.markdown import read_note, render_note

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("record"), st.integers(5, 30)),
        st.tuples(st.just("repeat"), st.integers(1, 5)),
        st.tuples(st.just("look"), st.integers(6, 14)),
        st.tuples(st.just("turn"), st.just(0)),
        st.tuples(st.just("relieve"), st.integers(1, 600)),
        st.tuples(st.just("compact"), st.just(0)),
        st.tuples(st.just("hold"), st.just(0)),
        st.tuples(st.just("edit"), st.integers(0, 1)),
        st.tuples(st.just("reopen"), st.just(0)),
        st.tuples(st.just("kill"), st.integers(0, 400)),
        st.tuples(st.just("windows"), st.integers(1, 12)),
    ),
    min_size=12,
    max_size=40,
)


class Life:
    """One agent's memory, taken through random steps."""

    def __init__(self, folder: Path) -> None:
        self.summarizer = Scripted()
        self.bench = Bench(folder, self.summarizer)
        self.windows = Waterfall(immediate_window=8, recent_window=8)
        self.memory = self._open()
        self.edits = 0

    def _open(self) -> AgentMemory:
        return self.bench.open(
            immediate_window=self.windows.immediate_window,
            recent_window=self.windows.recent_window,
        )

    async def step(self, name: str, number: int) -> None:
        await getattr(self, name)(number)
        await self.bench.settle()
        self.check()

    def check(self) -> None:
        view = self.memory.view
        assert_whole(self.memory)
        assert count_missing(view) == 0
        log = log_of(self.memory)
        assert fold(log) == view
        assert fold(self.memory._ledger.reader.read_tail()) == view
        assert view.masked <= {each.seq for each in view.tail}

    async def record(self, count: int) -> None:
        for _ in range(count):
            seq = self.memory.last_seq + 1
            self.memory.record(
                NewMemory(f"Fern hums the {seq}th verse 🎵 \ud800.", source="observation")
            )
            await self.bench.settle()

    async def repeat(self, count: int) -> None:
        for _ in range(count):
            self.memory.record(NewMemory("The wind blows.\nStill.", source="observation"))

    async def look(self, count: int) -> None:
        for _ in range(count):
            text = "~Moss> look\n" + "A long stone hall. " * 20
            self.memory.record(
                NewMemory(text, source="action", command="look", line="look", nature=Nature.SIGHT)
            )

    async def turn(self, _: int) -> None:
        self.memory.record_turn(Turn("You are in The Hall.", head="You are Moss."))

    async def relieve(self, excess: int) -> None:
        """Twice: the first may only have waited for a running compaction."""
        self._release()
        await self.look(10)
        for _ in range(2):
            await self.memory.relieve(excess)

    async def compact(self, _: int) -> None:
        self._release()
        await self.bench.settle()
        while self.memory.status().running:  # one may have followed upon another
            await self.bench.settle()
        view, window = self.memory.view, self.windows.immediate_window
        if view.covered < view.last_seq - window:
            await self.memory.begin_compaction()

    async def hold(self, _: int) -> None:
        if self.summarizer.held is None:
            self.summarizer.held = asyncio.Event()
        else:
            self._release()

    def _release(self) -> None:
        held, self.summarizer.held = self.summarizer.held, None
        if held is not None:
            held.set()

    async def edit(self, which: int) -> None:
        path = self.bench.summary_file(("recent.md", "longterm.md")[which])
        self.edits += 1
        stands = any(f"{each.type}.md" == path.name for each in self.memory.view.summaries)
        if stands and path.exists() and not self.memory.status().running:
            note = read_note(path)
            path.write_text(render_note(note.metadata, f"I was edited {self.edits} times."))
            assert any(path.name in each for each in self.memory.adopt_edits())

    async def reopen(self, _: int) -> None:
        running, before = self.memory.status().running, self.memory.view
        await self.memory.close()
        self.memory = self._open()
        assert running or self.memory.view == before

    async def kill(self, lost: int) -> None:
        """The process dies; the last `lost` bytes never reached the disk."""
        await self.memory.close()
        path = self.bench.segments()[-1]
        path.write_bytes(path.read_bytes()[: max(0, path.stat().st_size - lost)])
        self.memory = self._open()

    async def windows_(self, size: int) -> None:
        self.windows = Waterfall(immediate_window=size, recent_window=13 - size)
        reconfigure(self.memory, settings=MemorySettings(self.windows))


async def _live(folder: Path, steps: list[tuple[str, int]]) -> None:
    life = Life(folder)
    for name, number in steps:
        await life.step("windows_" if name == "windows" else name, number)
    life._release()
    await life.memory.close()


@settings(max_examples=choose_count(5, 12), deadline=None)
@given(STEPS)
def test_spans_and_tail_always_partition_the_whole(steps: list[tuple[str, int]]) -> None:
    """After every step: each memory once, and the live view is the fold of the log."""
    with tempfile.TemporaryDirectory() as folder:
        _run(_live(Path(folder), steps))


def _run(coroutine: Coroutine[Any, Any, None]) -> None:
    """On a loop and in a thread of its own: the test's own thread already runs one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, coroutine).result()


@settings(max_examples=choose_count(25, 60), deadline=None)
@given(st.integers(1, 90), st.integers(1, 90), st.integers(1, 6))
def test_waterfall_triggers_at_exact_numbers(immediate: int, recent: int, rounds: int) -> None:
    """At I + R + 1 and every R from there; the first span has one memory more."""
    windows, view = Waterfall(immediate_window=immediate, recent_window=recent), View()
    spans, at = [], []
    for seq in range(1, immediate + recent * (rounds + 1) + 1):
        view = View(summaries=view.summaries, last_seq=seq)
        span = windows.find_due_span(view, Gauge(HeuristicCounter()))
        if span:
            spans.append(span)
            at.append(seq)
            view = apply(view, _compaction(span, seq))
    assert at == [immediate + 1 + recent * (n + 1) for n in range(rounds)]
    assert [b - a + 1 for a, b in spans] == [recent + 1] + [recent] * (rounds - 1)


def _compaction(span: tuple[int, int], seq: int) -> Compaction:
    now = VirtualClock().now()
    summary = Summary("recent", "recent", "I lived.", (1, span[1]), "llm", now)
    return Compaction(seq, now, span, (summary,), "llm", "automatic")


def _memory(seq: int) -> Experience:
    return Experience(seq, VirtualClock().now(), f"The {seq}th.", "observation")


def _summary(type_: SummaryType, covers: Span, text: str = "I was there.") -> Summary:
    return Summary(f"{type_}-{covers[1]}", type_, text, covers, "llm", VirtualClock().now())


def test_a_number_that_comes_twice_counts_once() -> None:
    """Only a damaged archive has one; its first text stands."""
    view = fold([_memory(1), _memory(2), _memory(2), _memory(3)])
    assert [each.seq for each in view.tail] == [1, 2, 3]


def test_masks_add_up() -> None:
    """A later mask takes none back, and masks nothing that is not shown."""
    now = VirtualClock().now()
    life = [_memory(n) for n in range(1, 6)]
    view = fold([*life, MicroCompact(5, now, (1, 2), 1), MicroCompact(5, now, (3, 99), 2)])
    assert view.masked == {1, 2, 3}
    assert view.revision == 2


def test_an_edit_of_another_span_changes_no_summary() -> None:
    """It came too late: a compaction has put another text in that place."""
    now = VirtualClock().now()
    life = [_memory(n) for n in range(1, 9)]
    recent = _summary("recent", (1, 4))
    compacted = Compaction(8, now, (1, 4), (recent,), "llm", "manual", revision=1)
    late = Edit(8, now, _summary("recent", (1, 2), "I was elsewhere."), 2)
    assert fold([*life, compacted, late]).summaries == (recent,)
    timely = Edit(8, now, _summary("recent", (1, 4), "I was elsewhere."), 2)
    assert fold([*life, compacted, timely]).summaries == (timely.summary,)


def test_what_is_summarised_is_counted_without_its_memories() -> None:
    """The end of a log may begin behind them; the next number follows the span."""
    compacted = Compaction(
        4, VirtualClock().now(), (1, 4), (_summary("recent", (1, 4)),), "llm", "manual"
    )
    view = fold([compacted])
    assert (view.last_seq, count_missing(view)) == (4, 0)
