"""The protocol of a compaction: one at a time, frozen before it waits, all of it or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from agents.boundaries import Clock, Timer, TokenCounter, Watcher, WatchEvent, WatchKind
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import (
    Compaction,
    Experience,
    JournalEntry,
    Span,
    Summary,
    Trigger,
    Turn,
    length,
)
from agents.memory.core.view import View
from agents.memory.log.archive import ArchiveUnwritable
from agents.memory.log.codec import storable
from agents.memory.log.disk import Disk
from agents.memory.log.ledger import Ledger
from agents.memory.settings import MemorySettings
from agents.memory.strategies.protocol import Moment, NewSummary, Strategy, of_span
from agents.memory.summarization.citations import aligned
from agents.memory.summarization.resummarize import Redoer
from agents.memory.summarization.stats import Cost, check_joined, counted, made_of, measured
from agents.memory.summarization.summarizer import Summarizer
from agents.memory.summarization.usage import Spent
from agents.memory.summarization.writer import Background, GuardedWriter
from agents.memory.summary_files.files import SummaryFiles

#: After a failure the next try waits, twice as long each time.
FIRST_BACKOFF_SECONDS = 30.0
LONGEST_BACKOFF_SECONDS = 900.0

#: A span of more strides than this is not what came together while a model was slow.
_STRIDES = 4

#: From a deterministic text to the first try at having a model make it again.
REDO_SECONDS = 60.0

#: Tries at which a model answered and its texts did not hold, until they are given up.
REDO_TRIES = 3


class CannotCompact(Exception):
    """There is nothing to compact, or not now; the message is for the person who asked."""


class CompactionFailed(Exception):
    """A compaction that had begun came to nothing; everything is as it was before."""


@dataclass(frozen=True, slots=True)
class CompactionReport:
    """What a compaction did."""

    name: str
    record: Compaction
    refused: int = 0
    """Model answers that were not accepted."""

    @property
    def used_llm(self) -> bool:
        """Whether every new text is a model's."""
        return self.record.method == "llm"


@dataclass(frozen=True, slots=True)
class _Begun:
    """What was frozen when a compaction began."""

    view: View
    span: Span
    trigger: Trigger
    at: float
    summarizer: Summarizer | None
    spent: Spent
    """What the summarizer had cost by then."""
    strategy: Strategy


class Chronicler(Protocol):
    """Keeps the journal: extracts facts before memories leave the verbatim view."""

    async def extract(
        self, memories: Sequence[Experience], writer: GuardedWriter
    ) -> JournalEntry | None:
        """What is worth knowing of `memories`; None if no journal is kept."""
        ...

    def project(self, entry: JournalEntry) -> None:
        """Bring the markdown of journal and people in step. Blocks; raises `OSError`."""
        ...


@dataclass
class Tools:
    """What a compactor works with; `AgentMemory` changes settings and summarizer in place."""

    name: str
    settings: MemorySettings
    strategy: Strategy
    summarizer: Summarizer | None
    ledger: Ledger
    files: SummaryFiles
    clock: Clock
    disk: Disk
    tokens: TokenCounter
    log: Callable[[str], None]
    watch: Watcher
    before_freezing: Callable[[], object] = lambda: None
    """Called when a compaction is about to begin: the last moment to take an edit over."""
    chronicler: Chronicler | None = None
    task: str = ""
    """What the agent is about: its persona."""
    overhead: int = 0
    """Tokens of the last prompt that were not memories."""

    def gauge(self) -> Gauge:
        """Measures the view as it would stand in a prompt now."""
        return Gauge(self.tokens, self.overhead)

    async def model_turns(self, span: Span) -> int:
        """How many turns in `span` a model decided."""
        return await self.disk.aside(lambda: _model_turns(self.ledger, span))


class Compactor:
    """Runs one agent's compactions."""

    def __init__(self, tools: Tools) -> None:
        self.last_error = ""
        self._tools = tools
        self._task: (
            asyncio.Task[CompactionReport] | asyncio.Task[CompactionReport | None] | None
        ) = None
        self._backoff = 0.0
        self._retry: Timer | None = None
        self._redo: Timer | None = None
        self._redo_wait = REDO_SECONDS
        self._redo_refused = 0
        self._given_up: frozenset[str] = frozenset()
        self._owed = Cost()
        self._reserved = False
        self._closed = False

    @property
    def running(self) -> bool:
        """Whether a compaction is under way."""
        return self._task is not None or self._reserved

    @property
    def waiting(self) -> bool:
        """Whether the last one failed and its backoff is not over."""
        return self._retry is not None

    # --- beginning -------------------------------------------------------------------

    def start_due(self, moment: Moment = "memory") -> None:
        """Begin a compaction if the strategy says so and nothing stands against it."""
        tools = self._tools
        if self.running or self.waiting or self._closed or tools.ledger.losses.error:
            return
        span = tools.strategy.due(tools.ledger.view, tools.gauge(), moment)
        if span is not None:
            self.begin(self._bite(span), _TRIGGERS[moment])
        else:
            self._redo_soon()

    def begin(self, span: Span, trigger: Trigger) -> asyncio.Task[CompactionReport]:
        """Freeze the span and the view now; the rest happens in the task.

        The task ends with the report or raises `CompactionFailed`.  Raises `CannotCompact`
        if a compaction is running.
        """
        if self.running or self._closed:
            raise CannotCompact("A compaction is already running.")
        return self._begin(span, trigger)

    async def catch_up(self, end: int) -> CompactionReport:
        """Compact up to memory `end`, one window after the other; return the last report.

        Raises `CannotCompact` and `CompactionFailed`.
        """
        if self.running or self._closed:
            raise CannotCompact("A compaction is already running.")
        self._reserved = True
        try:
            report = await self._begin(self._window(end), "bootstrap")
            while report.record.covers[1] < end:
                report = await self._begin(self._window(end), "bootstrap")
            return report
        finally:
            self._reserved = False

    def _bite(self, span: Span) -> Span:
        """`span`, or of a very long one (an imported life) what is taken at a time."""
        stride = self._tools.strategy.stride
        return span if length(span) <= _STRIDES * stride else self._window(span[1])

    def _window(self, end: int) -> Span:
        """The next window; the first has one memory more, as it has at 129."""
        first = self._tools.ledger.view.covered + 1
        return first, min(end, max(first, 2) + self._tools.strategy.stride - 1)

    def _begin(self, span: Span, trigger: Trigger) -> asyncio.Task[CompactionReport]:
        self._tools.before_freezing()
        view = self._tools.ledger.view
        self._started(view)
        task = asyncio.ensure_future(self._run(view, span, trigger))
        self._task = task
        task.add_done_callback(self._done)
        return task

    async def settle(self) -> bool:
        """Wait for the running compaction, if any; whether it changed the view."""
        task = self._task
        if task is None:
            return False
        await asyncio.wait([task])
        return not task.cancelled() and task.exception() is None and task.result() is not None

    async def close(self) -> None:
        """Give up the running compaction: what is not in the log has not happened."""
        self._closed = True
        for timer in (self._retry, self._redo):
            if timer is not None:
                timer.cancel()
        self._retry = self._redo = None
        if self._task is not None:
            task = self._task
            task.cancel()
            await asyncio.wait([task])

    # --- running ---------------------------------------------------------------------

    async def _run(self, view: View, span: Span, trigger: Trigger) -> CompactionReport:
        begun = self._frozen(view, span, trigger)
        writer = self._writer()
        try:
            redone = await Redoer(self._tools, writer, self._given_up).with_recent(view)
            new = await begun.strategy.summaries(redone, span, writer)
            entry = await self._extracted(of_span(view, span), writer)
            record = self._record(begun, new, writer)
            check_joined(record)
            if entry is not None:
                self._tools.ledger.add(entry)
            record = await self._tools.ledger.commit(record)
        except ArchiveUnwritable as error:
            self._owed = self._cost(begun, writer)
            raise CompactionFailed(str(error)) from error
        except Exception as error:  # a fault of ours must not cost memories either
            self._owed = self._cost(begun, writer)
            raise CompactionFailed(f"{type(error).__name__}: {error}") from error
        self._committed(record)
        await self._project(record, view, entry)
        self._tell(
            f"Compaction complete ({begun.strategy.name if view.summaries else 'first summary'})"
        )
        return CompactionReport(self._tools.name, record, writer.tally.refused)

    def _frozen(self, view: View, span: Span, trigger: Trigger) -> _Begun:
        tools, now = self._tools, self._tools.clock.monotonic()
        model = tools.summarizer
        spent = model.spent if model else Spent()
        return _Begun(view, span, trigger, now, model, spent, tools.strategy)

    async def _extracted(
        self, memories: Sequence[Experience], writer: GuardedWriter
    ) -> JournalEntry | None:
        chronicler = self._tools.chronicler
        return await chronicler.extract(memories, writer) if chronicler and memories else None

    def _writer(self) -> GuardedWriter:
        tools = self._tools
        background = Background(
            task=tools.task,
            cite=tools.settings.citations,
            model_turns=tools.model_turns,
            tokens=tools.tokens.count,
            aside=tools.disk.aside,
        )
        return GuardedWriter(tools.summarizer, tools.clock, self._warn, background)

    def _cost(self, begun: _Begun, writer: GuardedWriter) -> Cost:
        """What this one has cost, and what those before it that came to nothing."""
        spent = begun.summarizer.spent.since(begun.spent) if begun.summarizer else Spent()
        return self._owed.plus(spent, writer.tally.refused)

    def _record(
        self, begun: _Begun, new: Sequence[NewSummary], writer: GuardedWriter
    ) -> Compaction:
        now, clock = self._tools.ledger.view, self._tools.clock
        summaries = tuple(self._summary(each, begun.view, now.revision + 1) for each in new)
        made = made_of(begun.view, new)
        record = Compaction(
            after=now.last_seq,
            at=clock.now(),
            covers=begun.span,
            summaries=summaries,
            method="deterministic" if "deterministic" in made else "llm",
            trigger=begun.trigger,
            seconds=round(clock.monotonic() - begun.at, 3),
            strategy=begun.strategy.name,
            revision=now.revision + 1,
        )
        record = measured(begun.view, record, self._tools.tokens)
        counts = counted(now.counts, record, made, self._cost(begun, writer))
        return replace(record, counts=counts)

    def _summary(self, new: NewSummary, view: View, revision: int) -> Summary:
        text = storable(new.draft.text)
        for each in view.summaries:
            if (each.type, each.covers, each.text) == (new.type, new.covers, text):
                return replace(each, shown=new.shown)  # it stands as it stood
        return Summary(
            id=f"{new.type}-{new.covers[0]}-{new.covers[1]}-{revision}",
            type=new.type,
            text=text,
            covers=new.covers,
            method=new.draft.method,
            at=self._tools.clock.now(),
            tokens=self._tools.tokens.count(text),
            profile=new.draft.profile,
            model=new.draft.model,
            replaces=new.replaces,
            level=new.level,
            shown=new.shown,
            citations=aligned(text, new.draft.cited),
        )

    async def _project(self, record: Compaction, view: View, entry: JournalEntry | None) -> None:
        """Write the files; they are written again at the next start if it does not work."""
        files, chronicler = self._tools.files, self._tools.chronicler
        now = self._tools.ledger.view
        try:
            kept = await self._tools.disk.aside(lambda: files.project(now, record.at, view))
            if entry is not None and chronicler is not None:
                await self._tools.disk.aside(lambda: chronicler.project(entry))
        except OSError as error:
            self._warn(f"the files of summaries and journal cannot be written: {error}")
            return
        for message in kept:
            self._warn(message)

    # --- making deterministic texts again -----------------------------------------------

    def _redo_soon(self) -> None:
        """Try after a while to have the model make a deterministic text again."""
        tools = self._tools
        if self._redo is not None or self._closed or tools.summarizer is None:
            return
        if Redoer(tools, self._writer(), self._given_up).is_wanted_by(tools.ledger.view):
            self._redo = tools.clock.call_later(self._redo_wait, self._begin_redo)

    def _begin_redo(self) -> None:
        self._redo = None
        self._redo_wait = min(self._redo_wait * 2, LONGEST_BACKOFF_SECONDS)
        if self.running or self.waiting or self._closed or self._tools.ledger.losses.error:
            return
        self._tools.before_freezing()
        self._task = asyncio.ensure_future(self._run_redo(self._tools.ledger.view))
        self._task.add_done_callback(self._done)

    async def _run_redo(self, view: View) -> CompactionReport | None:
        """Commit the view with as many texts made again as the model made; None if none."""
        begun, writer = self._frozen(view, (1, view.covered), "redo"), self._writer()
        try:
            new = await Redoer(self._tools, writer, self._given_up).all_of(view)
            if new is None:
                self._redo_failed(begun, writer)
                return None
            record = self._record(begun, new, writer)
            record = await self._tools.ledger.commit(record)
        except Exception as error:
            self._owed = self._cost(begun, writer)
            self._warn(f"a deterministic summary could not be made again: {error}")
            return None
        self._redo_wait, self._redo_refused = REDO_SECONDS, 0
        self._committed(record)
        await self._project(record, view, None)
        return CompactionReport(self._tools.name, record, writer.tally.refused)

    def _redo_failed(self, begun: _Begun, writer: GuardedWriter) -> None:
        """A model that is away is asked again; one whose answers do not hold only so often."""
        self._owed = self._cost(begun, writer)
        if not writer.tally.refused:
            return
        self._redo_refused += 1
        if self._redo_refused >= REDO_TRIES:
            self._given_up |= {each.id for each in begun.view.summaries}
            self._warn("the model's texts do not hold: the deterministic ones stay")

    def model_changed(self) -> None:
        """Another model, or other settings: what was given up may be tried again."""
        self._given_up = frozenset()
        self._redo_refused = 0
        self._redo_wait = REDO_SECONDS
        if self._redo is not None:
            self._redo.cancel()
            self._redo = None
        self.start_due()

    # --- telling ---------------------------------------------------------------------

    def _started(self, view: View) -> None:
        strategy = self._tools.strategy
        how = strategy.windows or strategy.name
        self._tell(f"Starting compaction ({view.last_seq} memories, {how})")

    def _committed(self, record: Compaction) -> None:
        self.last_error = ""
        self._owed = Cost()
        self._backoff = 0.0
        view = self._tools.ledger.view
        for name, each in (("Long-term", view.longterm), ("Short-term", view.recent)):
            if each is not None:
                self._tell(f"{name} summary updated ({len(each.text)} chars)")

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._task = None
        # Looked at even if nobody wants to know any more: asyncio complains otherwise.
        error = None if task.cancelled() else task.exception()
        if self._closed or task.cancelled():
            return
        if error is None:
            self.start_due()  # what came meanwhile may be enough for the next one
        else:
            self._failed(str(error))

    def _failed(self, why: str) -> None:
        doubled = max(FIRST_BACKOFF_SECONDS, self._backoff * 2)
        self._backoff = min(doubled, LONGEST_BACKOFF_SECONDS)
        self.last_error = why
        if self._retry is not None:
            self._retry.cancel()
        self._retry = self._tools.clock.call_later(self._backoff, self._try_again)
        self._warn(
            f"compaction failed: {why}; nothing was changed, next try in {self._backoff:g} s"
        )

    def _try_again(self) -> None:
        self._retry = None
        self.start_due()

    def _warn(self, what: str) -> None:
        self._tell(f"WARNING: {what}", "error")

    def _tell(self, what: str, kind: WatchKind = "compaction") -> None:
        tools = self._tools
        tools.log(f"[Memory] {tools.name}: {what}")
        tools.watch(WatchEvent(tools.name, tools.clock.now(), kind, what))


_TRIGGERS: Mapping[Moment, Trigger] = {
    "memory": "automatic",
    "turn": "automatic",
    "pressure": "emergency",
    "sleep": "sleep",
}


def _model_turns(ledger: Ledger, span: Span) -> int:
    """A turn stands in the log before the first memory that came of it, and counts with that."""
    found, begun = 0, span[0] == 1
    for record in ledger.reader.iterate(max(0, span[0] - 2)):
        if isinstance(record, Experience):
            begun = begun or record.seq >= span[0] - 1
            if record.seq >= span[1]:
                break
        found += begun and isinstance(record, Turn) and bool(record.model)
    return found
