"""Runs one agent's compactions: begins them, waits after failures, makes old texts again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from agents.boundaries import Timer
from agents.memory.compaction_run import CompactionReport, CompactionRun, Frozen
from agents.memory.compactor_states import COMPACTOR_TRANSITIONS, WORKING, CompactorState
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Span, Trigger, length
from agents.memory.core.view import View
from agents.memory.log.archive import ArchiveUnwritable
from agents.memory.parts import MemoryConfig, MemoryParts, MemoryStores, Reporter
from agents.memory.redo_schedule import RedoSchedule
from agents.memory.strategies.protocol import Moment
from agents.memory.summarization.stats import Cost
from agents.state_machine import StateMachine

#: After a failure the next try waits, twice as long each time.
FIRST_BACKOFF_SECONDS = 30.0
LONGEST_BACKOFF_SECONDS = 900.0

#: A span of more strides than this is not what came together while a model was slow.
_STRIDES = 4


class CannotCompact(Exception):
    """There is nothing to compact, or not now; the message is for the person who asked."""


class CompactionFailed(Exception):
    """A compaction that had begun came to nothing; everything is as it was before."""


class Compactor:
    """Runs one agent's compactions."""

    def __init__(self, stores: MemoryStores, parts: MemoryParts, config: MemoryConfig) -> None:
        self.last_error = ""
        self.gauge = Gauge(parts.tokens)
        """Measures the view as it would stand in a prompt now."""
        self._stores = stores
        self._parts = parts
        self._config = config
        self._reporter = Reporter(stores.name, parts)
        self._machine = StateMachine("a compactor", CompactorState.IDLE, COMPACTOR_TRANSITIONS)
        self._redo = RedoSchedule(parts.clock, self._begin_redo)
        self._task: asyncio.Task[Any] | None = None
        self._timer: Timer | None = None
        self._backoff = 0.0
        self._not_before = float("-inf")
        self._owed = Cost()

    @property
    def state(self) -> CompactorState:
        """What it is doing."""
        return self._machine.state

    @property
    def running(self) -> bool:
        """Whether a compaction is under way."""
        return self.state in WORKING or self._task is not None

    @property
    def waiting(self) -> bool:
        """Whether the last one failed and its backoff is not over."""
        return self.state is CompactorState.BACKING_OFF

    @property
    def config(self) -> MemoryConfig:
        """What compactions go by; one that runs goes on as it began."""
        return self._config

    def configure(self, config: MemoryConfig) -> None:
        """Go by `config` from the next compaction on; what was given up may be redone."""
        self._config = config
        self._redo.restart()
        self.start_due()

    def measure_prompt(self, tokens: int) -> None:
        """Go by the whole prompt that was made from the present view, and has so many tokens."""
        memories = self.gauge.memories(self._stores.ledger.view)
        self.gauge = Gauge(self._parts.tokens, max(0, tokens - memories))

    # --- beginning --------------------------------------------------------------------

    def start_due(self, moment: Moment = "memory") -> None:
        """Begin a compaction if the strategy says so and nothing stands against it."""
        ledger, config = self._stores.ledger, self._config
        if self.state is not CompactorState.IDLE or ledger.losses.error:
            return
        span = config.strategy.find_due_span(ledger.view, self.gauge, moment)
        if span is not None:
            self.begin(self._limit_span(span), _TRIGGERS[moment])
        else:
            self._redo.consider(ledger.view, config)

    def begin(self, span: Span, trigger: Trigger) -> asyncio.Task[CompactionReport]:
        """Freeze the span and the view now; the rest happens in the task.

        The task ends with the report or raises `CompactionFailed`.  Raises `CannotCompact`
        if a compaction is running.
        """
        self._check_free()
        task = self._launch(span, trigger)
        self._move_to(CompactorState.COMPACTING)
        return task

    async def catch_up(self, end: int) -> CompactionReport:
        """Compact up to memory `end`, one window after the other; return the last report.

        Raises `CannotCompact` and `CompactionFailed`.
        """
        self._check_free()
        self._move_to(CompactorState.CATCHING_UP)
        try:
            report = await self._launch(self._next_window(end), "bootstrap")
            while report.record.covers[1] < end:
                report = await self._launch(self._next_window(end), "bootstrap")
            return report
        finally:
            self._come_to_rest()

    def _check_free(self) -> None:
        if self.running or self.state is CompactorState.CLOSED:
            raise CannotCompact("A compaction is already running.")

    def _limit_span(self, span: Span) -> Span:
        """`span`, or of a very long one (an imported life) what is taken at a time."""
        stride = self._config.strategy.stride
        return span if length(span) <= _STRIDES * stride else self._next_window(span[1])

    def _next_window(self, end: int) -> Span:
        """The next window; the first has one memory more, as it has at 129."""
        first = self._stores.ledger.view.covered + 1
        return first, min(end, max(first, 2) + self._config.strategy.stride - 1)

    def _launch(self, span: Span, trigger: Trigger) -> asyncio.Task[CompactionReport]:
        run = self._freeze(span, trigger)
        self._report_start(run.view)
        task = asyncio.ensure_future(self._run_compaction(run))
        self._track_task(task)
        return task

    def _begin_redo(self) -> bool:
        if self.state is not CompactorState.IDLE or self._stores.ledger.losses.error:
            return False
        run = self._freeze((1, self._stores.ledger.view.covered), "redo")
        self._move_to(CompactorState.REDOING)
        self._track_task(asyncio.ensure_future(self._run_redo(run)))
        return True

    def _freeze(self, span: Span, trigger: Trigger) -> CompactionRun:
        # The last moment to take over what a person has edited.
        for each in self._stores.editor.adopt():
            self._parts.log(f"[Memory] {self._stores.name}: {each}")
        view, config = self._stores.ledger.view, self._config
        frozen = Frozen(view, span, trigger, config, self._redo.make_rule(config))
        return CompactionRun(self._stores, self._parts, frozen, self._owed)

    def _track_task(self, task: asyncio.Task[Any]) -> None:
        self._task = task
        task.add_done_callback(self._on_task_done)

    # --- running ----------------------------------------------------------------------

    async def settle(self) -> bool:
        """Wait for the running compaction, if any; whether it changed the view."""
        task = self._task
        if task is None:
            return False
        await asyncio.wait([task])
        return not task.cancelled() and task.exception() is None and task.result() is not None

    async def _run_compaction(self, run: CompactionRun) -> CompactionReport:
        try:
            report = await run.compact()
        except ArchiveUnwritable as error:
            self._owed = run.cost
            raise CompactionFailed(str(error)) from error
        except Exception as error:  # a fault of ours must not cost memories either
            self._owed = run.cost
            raise CompactionFailed(f"{type(error).__name__}: {error}") from error
        self._count_success()
        await run.project(report)
        how = report.record.strategy if run.view.summaries else "first summary"
        self._reporter.tell(f"Compaction complete ({how})")
        return report

    async def _run_redo(self, run: CompactionRun) -> CompactionReport | None:
        try:
            report = await run.redo()
        except Exception as error:
            self._owed = run.cost
            self._reporter.warn(f"a deterministic summary could not be made again: {error}")
            return None
        if report is None:
            self._owed = run.cost
            if run.refused and self._redo.refuse(run.view):
                self._reporter.warn("the model's texts do not hold: the deterministic ones stay")
            return None
        self._redo.succeed()
        self._count_success()
        await run.project(report)
        return report

    def _count_success(self) -> None:
        self.last_error = ""
        self._owed = Cost()
        self._backoff, self._not_before = 0.0, float("-inf")
        view = self._stores.ledger.view
        for name, each in (("Long-term", view.longterm), ("Short-term", view.recent)):
            if each is not None:
                self._reporter.tell(f"{name} summary updated ({len(each.text)} chars)")

    def _report_start(self, view: View) -> None:
        strategy = self._config.strategy
        how = strategy.windows or strategy.name
        self._reporter.tell(f"Starting compaction ({view.last_seq} memories, {how})")

    # --- ending -----------------------------------------------------------------------

    def _on_task_done(self, task: asyncio.Task[Any]) -> None:
        self._task = None
        self._redo.end()
        # The exception is read even where no caller waits: asyncio complains otherwise.
        error = None if task.cancelled() else task.exception()
        if self.state is CompactorState.CLOSED:
            return
        if error is not None:
            self._count_failure(str(error))
        if self.state is not CompactorState.CATCHING_UP:
            self._come_to_rest()
        if not task.cancelled():
            self.start_due()  # what came meanwhile may be enough for the next one

    def _count_failure(self, why: str) -> None:
        doubled = max(FIRST_BACKOFF_SECONDS, self._backoff * 2)
        self._backoff = min(doubled, LONGEST_BACKOFF_SECONDS)
        self._not_before = self._parts.clock.monotonic() + self._backoff
        self.last_error = why
        wait = f"next try in {self._backoff:g} s"
        self._reporter.warn(f"compaction failed: {why}; nothing was changed, {wait}")

    def _come_to_rest(self) -> None:
        """Wait for the end of the backoff, if there is one; else be idle."""
        if self.state is CompactorState.CLOSED:
            return
        left = self._not_before - self._parts.clock.monotonic()
        self._move_to(CompactorState.BACKING_OFF if left > 0 else CompactorState.IDLE)
        if left > 0:
            self._timer = self._parts.clock.call_later(left, self._try_again)

    def _try_again(self) -> None:
        self._move_to(CompactorState.IDLE)
        self.start_due()

    def _move_to(self, state: CompactorState) -> None:
        """Go on to `state`; the timer belongs to the state that is left."""
        self._machine.to(state)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    async def close(self) -> None:
        """Give up the running compaction: what is not in the log has not happened."""
        if self.state is not CompactorState.CLOSED:
            self._move_to(CompactorState.CLOSED)
        self._redo.close()
        if self._task is not None:
            task = self._task
            task.cancel()
            await asyncio.wait([task])


_TRIGGERS: Mapping[Moment, Trigger] = {
    "memory": "automatic",
    "turn": "automatic",
    "pressure": "emergency",
    "sleep": "sleep",
}
