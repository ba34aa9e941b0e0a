"""The protocol of a compaction: one at a time, frozen before it waits, all of it or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agents.boundaries import Clock, Timer, TokenCounter, Watcher, WatchEvent, WatchKind
from agents.memory.archive import ArchiveUnwritable
from agents.memory.codec import storable
from agents.memory.disk import Disk
from agents.memory.files import SummaryFiles
from agents.memory.ledger import Ledger
from agents.memory.records import Compaction, Counts, Method, Span, Summary, Trigger
from agents.memory.redoing import redone_by_model
from agents.memory.settings import MemorySettings
from agents.memory.strategy import NewSummary, Strategy
from agents.memory.summarizer import Summarizer
from agents.memory.transcript import shown
from agents.memory.view import View
from agents.memory.writer import GuardedWriter

#: After a failure the next try waits, twice as long each time.
FIRST_BACKOFF_SECONDS = 30.0
LONGEST_BACKOFF_SECONDS = 900.0


class CannotCompact(Exception):
    """There is nothing to compact, or not now; the message is for the person who asked."""


class CompactionFailed(Exception):
    """A compaction that had begun came to nothing; everything is as it was before."""


@dataclass(frozen=True, slots=True)
class CompactionReport:
    """What a compaction did."""

    name: str
    trigger: Trigger
    covers: Span
    summaries: tuple[Summary, ...]
    method: Method
    seconds: float
    tokens_before: int
    tokens_after: int
    refused: int = 0
    """Model answers that were not accepted."""


@dataclass(frozen=True, slots=True)
class _Begun:
    """What was frozen when a compaction began."""

    view: View
    span: Span
    trigger: Trigger
    at: float


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


class Compactor:
    """Runs one agent's compactions."""

    def __init__(self, tools: Tools) -> None:
        self.last_error = ""
        self._tools = tools
        self._task: asyncio.Task[CompactionReport] | None = None
        self._backoff = 0.0
        self._retry: Timer | None = None
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

    def start_due(self) -> None:
        """Begin a compaction if the strategy says so and nothing stands against it."""
        tools = self._tools
        if self.running or self.waiting or self._closed or tools.ledger.losses.error:
            return
        span = tools.strategy.due(tools.ledger.view, tools.tokens, tools.settings)
        if span is not None:
            self.begin(span, "automatic")

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
            while report.covers[1] < end:
                report = await self._begin(self._window(end), "bootstrap")
            return report
        finally:
            self._reserved = False

    def _window(self, end: int) -> Span:
        """The next window; the first has one memory more, as it has at 129."""
        first = self._tools.ledger.view.covered + 1
        return first, min(end, max(first, 2) + self._tools.settings.recent_window - 1)

    def _begin(self, span: Span, trigger: Trigger) -> asyncio.Task[CompactionReport]:
        self._tools.before_freezing()
        view = self._tools.ledger.view
        self._started(view)
        self._task = asyncio.ensure_future(self._run(view, span, trigger))
        self._task.add_done_callback(self._done)
        return self._task

    async def settle(self) -> bool:
        """Wait for the running compaction, if any; whether it changed the view."""
        task = self._task
        if task is None:
            return False
        await asyncio.wait([task])
        return not task.cancelled() and task.exception() is None

    async def close(self) -> None:
        """Give up the running compaction: what is not in the log has not happened."""
        self._closed = True
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        if self._task is not None:
            task = self._task
            task.cancel()
            await asyncio.wait([task])

    # --- running ---------------------------------------------------------------------

    async def _run(self, view: View, span: Span, trigger: Trigger) -> CompactionReport:
        started = self._tools.clock.monotonic()
        try:
            writer = GuardedWriter(self._tools.summarizer, self._tools.clock, self._warn)
            redone = await redone_by_model(view, self._tools, writer)
            new = await self._tools.strategy.summaries(redone, span, writer)
            record = self._record(_Begun(view, span, trigger, started), new, writer.refused)
            await self._tools.ledger.commit(record)
        except ArchiveUnwritable as error:
            raise CompactionFailed(str(error)) from error
        except Exception as error:  # a fault of ours must not cost memories either
            raise CompactionFailed(f"{type(error).__name__}: {error}") from error
        self._committed(record)
        await self._project(record, view)
        self._tell(f"Compaction complete ({'waterfall' if view.summaries else 'first summary'})")
        return CompactionReport(
            name=self._tools.name,
            trigger=trigger,
            covers=span,
            summaries=record.summaries,
            method=record.method,
            seconds=record.seconds,
            tokens_before=record.tokens_before,
            tokens_after=record.tokens_after,
            refused=writer.refused,
        )

    def _record(self, begun: _Begun, new: Sequence[NewSummary], refused: int) -> Compaction:
        now, clock = self._tools.ledger.view, self._tools.clock
        summaries = tuple(self._summary(each, now.revision + 1) for each in new)
        made = _made(begun.view, new)
        before, after = self._tokens(begun.view, begun.span, summaries)
        return Compaction(
            after=now.last_seq,
            at=clock.now(),
            covers=begun.span,
            summaries=summaries,
            method="deterministic" if "deterministic" in made else "llm",
            trigger=begun.trigger,
            seconds=round(clock.monotonic() - begun.at, 3),
            tokens_before=before,
            tokens_after=after,
            revision=now.revision + 1,
            counts=_counted(now.counts, made, refused),
        )

    def _summary(self, new: NewSummary, revision: int) -> Summary:
        text = storable(new.draft.text)
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
        )

    def _tokens(self, view: View, span: Span, new: Sequence[Summary]) -> tuple[int, int]:
        """Tokens of summaries and tail before and after, for the view that was frozen."""
        count = self._tools.tokens.count
        sizes = [(each.seq, count(shown(each, view.masked))) for each in view.tail]
        before = sum(each.tokens for each in view.summaries) + sum(size for _, size in sizes)
        left = sum(size for seq, size in sizes if seq > span[1])
        return before, sum(each.tokens for each in new) + left

    async def _project(self, record: Compaction, view: View) -> None:
        """Write the files; they are written again at the next start if it does not work."""
        files, before = self._tools.files, view.summaries
        try:
            kept = await self._tools.disk.aside(lambda: files.project(record, before))
        except OSError as error:
            self._warn(f"the summary files cannot be written: {error}")
            return
        for message in kept:
            self._warn(message)

    # --- telling ---------------------------------------------------------------------

    def _started(self, view: View) -> None:
        settings = self._tools.settings
        self._tell(
            f"Starting compaction ({view.last_seq} memories, {settings.immediate_window}"
            f" immediate, {settings.recent_window} recent)"
        )

    def _committed(self, record: Compaction) -> None:
        self.last_error = ""
        self._backoff = 0.0
        names = {"longterm": "Long-term", "recent": "Short-term"}
        for each in record.summaries:
            self._tell(f"{names[each.type]} summary updated ({len(each.text)} chars)")

    def _done(self, task: asyncio.Task[CompactionReport]) -> None:
        self._task = None
        if self._closed or task.cancelled():
            return
        error = task.exception()
        if error is None:
            self.start_due()  # what came meanwhile may be enough for the next one
        else:
            self._failed(str(error))

    def _failed(self, why: str) -> None:
        doubled = max(FIRST_BACKOFF_SECONDS, self._backoff * 2)
        self._backoff = min(doubled, LONGEST_BACKOFF_SECONDS)
        self.last_error = why
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


def _made(view: View, new: Sequence[NewSummary]) -> list[Method]:
    """How the texts that did not stand before came to be."""
    stood = {each.text for each in view.summaries}
    return [each.draft.method for each in new if each.draft.text not in stood]


def _counted(counts: Counts, made: Sequence[Method], refused: int) -> Counts:
    return Counts(
        compactions=counts.compactions + 1,
        llm=counts.llm + made.count("llm"),
        deterministic=counts.deterministic + made.count("deterministic"),
        human=counts.human,
        refused=counts.refused + refused,
    )
