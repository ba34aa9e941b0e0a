"""Runs one agent's compactions: starts them, backs off after failures, redoes old texts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

from agents.boundaries import Timer
from agents.event_line import tell_event
from agents.memory.compaction_history import CAUSES
from agents.memory.compaction_run import CompactionReport, CompactionRun, Frozen
from agents.memory.compactor_states import COMPACTOR_TRANSITIONS, WORKING, CompactorState
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Cause, Renewal, Span, Trigger, find_last_covered, length
from agents.memory.core.view import View
from agents.memory.log.archive import ArchiveUnwritable
from agents.memory.parts import MemoryConfig, MemoryParts, MemoryStores, Reporter
from agents.memory.redo_schedule import RedoSchedule
from agents.memory.status import FailedTries
from agents.memory.strategies.protocol import Moment, NoSummary
from agents.memory.summarization.stats import Cost
from agents.state_machine import StateMachine

#: The wait after a failure; it doubles with each further failure.
FIRST_BACKOFF_SECONDS = 30.0
LONGEST_BACKOFF_SECONDS = 900.0

#: A span of more strides comes from an import, not from a slow model; it is compacted in parts.
_STRIDES = 4


class CannotCompact(Exception):
    """There is nothing to compact, or not now; the message is shown to the person who asked."""


class CompactionFailed(Exception):
    """A compaction failed after it had begun; nothing was changed."""


class Compactor:
    """Runs one agent's compactions."""

    def __init__(self, stores: MemoryStores, parts: MemoryParts, config: MemoryConfig) -> None:
        self.failed: FailedTries | None = None
        """The tries that failed since the last compaction, as far as this process made them."""
        self.gauge = Gauge(parts.tokens)
        """Counts what the view takes of a prompt."""
        self.measured = False
        """Whether `gauge` knows the size of a whole prompt."""
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
        """The present state."""
        return self._machine.state

    @property
    def running(self) -> bool:
        """Whether a compaction is under way."""
        return self.state in WORKING or self._task is not None

    @property
    def waiting(self) -> bool:
        """Whether the last compaction failed and its backoff is not over."""
        return self.state is CompactorState.BACKING_OFF

    @property
    def automatic(self) -> bool:
        """Whether it may start now without being asked: allowed, free and not backing off."""
        allowed = self._config.settings.auto_compact and not self._stores.ledger.outage.error
        return allowed and not self.running and not self.waiting

    @property
    def last_error(self) -> str:
        """Why the last try failed; empty: none failed since the last compaction."""
        return self.failed.why if self.failed else ""

    @property
    def refused(self) -> int:
        """Answers of models that were refused since the last compaction and are in no record."""
        return self._owed.refused

    @property
    def config(self) -> MemoryConfig:
        """The configuration of the next compaction; a running one keeps its own."""
        return self._config

    def configure(self, config: MemoryConfig) -> None:
        """Use `config` from the next compaction on; what failed before may be tried at once.

        The present configuration means that its model has changed.
        """
        self._config = config
        self._redo.restart()
        self._backoff, self._not_before = 0.0, float("-inf")
        if self.waiting:
            self._move_to(CompactorState.IDLE)
        self.start_due()

    def measure_prompt(self, tokens: int, shown: View | None = None) -> None:
        """Take `tokens` as the size of a prompt of `shown`; None: of the whole view."""
        memories = self.gauge.memories(shown or self._stores.ledger.view)
        self.gauge = Gauge(self._parts.tokens, max(0, tokens - memories))
        self.measured = True

    # --- starting ---------------------------------------------------------------------

    def start_due(self, moment: Moment = "memory") -> None:
        """Begin a compaction if the strategy finds one due; else consider a redo.

        Does nothing unless the compactor is idle, the archive can be written and the settings
        allow it.
        """
        ledger, config = self._stores.ledger, self._config
        if self.state is not CompactorState.IDLE or ledger.outage.error:
            return
        allowed = config.settings.auto_compact
        due = config.strategy.find_due_span(ledger.view, self.gauge, moment) if allowed else None
        if due is not None:
            self.begin(self._limit_span(due), _TRIGGERS[moment])
        elif allowed or ledger.view.renewed is not None:
            self._redo.consider(ledger.view, config)

    def begin(
        self, span: Span, trigger: Trigger, cause: Cause = ""
    ) -> asyncio.Task[CompactionReport]:
        """Freeze the span and the view and return the task that compacts them.

        A missing `cause` follows from trigger and strategy.  The task returns the report or
        raises `CompactionFailed`.  Raises `CannotCompact` if a compaction is running.
        """
        self._check_free()
        task = self._launch(span, trigger, cause)
        self._move_to(CompactorState.COMPACTING)
        return task

    def begin_forgetting(self, by: str) -> asyncio.Task[Renewal]:
        """Replace the standing summaries by a text by rule, and begin to make them anew.

        The task returns the record or raises `CompactionFailed`.  Raises `CannotCompact`.
        """
        self._check_free()
        covered = self._stores.ledger.view.covered
        if not covered:
            raise CannotCompact("There are no summaries to forget.")
        run = self._freeze((1, covered), "redo", "forgotten")
        task = asyncio.ensure_future(self._run_forgetting(run, by))
        self._redo.restart()
        self._track_task(task, by_hand=True)
        self._move_to(CompactorState.COMPACTING)
        return task

    async def catch_up(self, end: int) -> CompactionReport:
        """Compact up to memory `end`, window by window; return the last report.

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
        """Return `span`, or the first window of a very long one (an imported archive)."""
        stride = self._config.strategy.stride
        return span if length(span) <= _STRIDES * stride else self._next_window(span[1])

    def _next_window(self, end: int) -> Span:
        """Return the next window; the first has one memory more, as in the waterfall."""
        return self._choose_window(self._stores.ledger.view.covered, end)

    def _choose_window(self, covered: int, end: int) -> Span:
        first = covered + 1
        return first, min(end, max(first, 2) + self._config.strategy.stride - 1)

    def _launch(
        self, span: Span, trigger: Trigger, cause: Cause = ""
    ) -> asyncio.Task[CompactionReport]:
        run = self._freeze(span, trigger, cause)
        self._reporter.tell_start(run.view.last_seq, self._config.strategy)
        task = asyncio.ensure_future(self._run_compaction(run))
        self._track_task(task, by_hand=trigger in ("manual", "bootstrap"))
        return task

    def _begin_redo(self) -> bool:
        view = self._stores.ledger.view
        if self.state is not CompactorState.IDLE or self._stores.ledger.outage.error:
            return False
        if view.renewed is None:
            work = self._run_redo(self._freeze((1, view.covered), "redo"))
        else:
            span = self._choose_window(find_last_covered(view.renewed), view.covered)
            work = self._run_renewal(self._freeze(span, "redo", "anew"))
        self._move_to(CompactorState.REDOING)
        self._track_task(asyncio.ensure_future(work))
        return True

    def _freeze(self, span: Span, trigger: Trigger, cause: Cause = "") -> CompactionRun:
        # Edits of summary files must be adopted before their summaries are replaced.
        for each in self._stores.projections.adopt():
            self._reporter.log_edit(each)
        view, config = self._stores.ledger.view, self._config
        cause = cause or CAUSES.get(trigger) or config.strategy.name_cause(view, self.gauge)
        frozen = Frozen(view, span, trigger, cause, config, self._redo.make_rule(config))
        return CompactionRun(self._stores, self._parts, frozen, self._owed)

    def _track_task(self, task: asyncio.Task[Any], *, by_hand: bool = False) -> None:
        self._task = task
        task.add_done_callback(partial(self._on_task_done, by_hand))

    # --- running ----------------------------------------------------------------------

    async def settle(self) -> bool:
        """Wait for the running compaction, if any; return whether it changed the view."""
        task = self._task
        if task is None:
            return False
        await asyncio.wait([task])
        return not task.cancelled() and task.exception() is None and task.result() is not None

    async def _run_compaction(self, run: CompactionRun) -> CompactionReport:
        try:
            report = await run.compact()
        except (ArchiveUnwritable, NoSummary) as error:  # said in words for people
            self._owed = run.cost
            raise CompactionFailed(str(error)) from error
        except Exception as error:  # a defect in our own code must not stop the agent either
            self._owed = run.cost
            raise CompactionFailed(f"{type(error).__name__}: {error}") from error
        self._count_success()
        await run.project(report.record.at)
        how = report.record.strategy if run.view.summaries else "first summary"
        done = tell_event(
            "memory.compacted", f"Compaction complete ({how})", "info", **report.list_fields()
        )
        self._reporter.tell(done, step="complete")
        return report

    async def _run_redo(self, run: CompactionRun) -> CompactionReport | None:
        try:
            report = await run.redo()
        except Exception as error:
            self._owed = run.cost
            what = f"a deterministic summary could not be made again: {error}"
            self._reporter.warn(tell_event("memory.redo-fails", what, error=str(error)))
            return None
        if report is None:
            self._owed = run.cost
            self._count_refusals(run)
            return None
        self._redo.succeed()
        self._count_refusals(run)
        self._count_success()
        await run.project(report.record.at)
        return report

    def _count_refusals(self, run: CompactionRun) -> None:
        """Note which texts were asked for again and refused, while others may have been made."""
        rule = self._redo.make_rule(self._config)
        left = [each for each in self._stores.ledger.view.summaries if rule.wants(each)]
        if run.refused and self._redo.refuse(left):
            what = "the model's texts do not hold: the deterministic ones stay"
            self._reporter.warn(tell_event("memory.redo-refused", what, summaries=len(left)))

    async def _run_forgetting(self, run: CompactionRun, by: str) -> Renewal:
        try:
            record = await run.forget(by)
        except Exception as error:
            raise CompactionFailed(f"{type(error).__name__}: {error}") from error
        await run.project(record.at)
        what = f"Summaries forgotten (asked by {by}); they are made anew"
        self._reporter.tell(tell_event("memory.forgotten", what, by=by))
        return record

    async def _run_renewal(self, run: CompactionRun) -> CompactionReport | None:
        try:
            report = await run.renew()
        except Exception as error:
            self._owed = run.cost
            what = f"the summaries cannot be made anew now: {error}"
            self._reporter.warn(tell_event("memory.renewal-fails", what, error=str(error)))
            return None
        self._redo.succeed()
        if report is None:
            self._owed = run.cost
            return None
        self._count_success()
        await run.project(report.record.at)
        what = "The summaries are made anew"
        self._reporter.tell(tell_event("memory.renewed", what, "info", **report.list_fields()))
        return report

    def _count_success(self) -> None:
        self.failed = None
        self._owed = Cost()
        self._backoff, self._not_before = 0.0, float("-inf")
        view = self._stores.ledger.view
        for name, each in (("Long-term", view.longterm), ("Short-term", view.recent)):
            if each is not None:
                self._reporter.tell_summary(name, len(each.text))

    # --- ending -----------------------------------------------------------------------

    def _on_task_done(self, by_hand: bool, task: asyncio.Task[Any]) -> None:
        self._task = None
        self._redo.end()
        # asyncio logs an exception that nobody retrieves.
        error = None if task.cancelled() else task.exception()
        if self.state is CompactorState.CLOSED:
            return
        if error is not None:
            self._count_failure(str(error), by_hand)
        if self.state is not CompactorState.CATCHING_UP:
            self._come_to_rest()
        if not task.cancelled():
            self.start_due()  # memories recorded meanwhile may make the next one due

    def _count_failure(self, why: str, by_hand: bool) -> None:
        """Begin a longer wait; a failure by hand begins the first one, and lengthens none."""
        now = self._parts.clock.monotonic()
        if not by_hand:
            doubled = max(FIRST_BACKOFF_SECONDS, self._backoff * 2)
            self._backoff = min(doubled, LONGEST_BACKOFF_SECONDS)
            self._not_before = now + self._backoff
        elif self._not_before <= now:
            self._not_before = now + FIRST_BACKOFF_SECONDS
        count = self.failed.count + 1 if self.failed else 1
        self.failed = FailedTries(count, self._parts.clock.now(), why)
        seconds = round(self._not_before - now)
        what = f"compaction failed: {why}; nothing was changed, next try in {seconds} s"
        known = {"error": why, "tries": count, "seconds": seconds}
        self._reporter.warn(tell_event("memory.compaction-fails", what, "info", **known))

    def _come_to_rest(self) -> None:
        """Go to backing off while a backoff lasts, else to idle."""
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
        """Change to `state` and cancel the timer of the state left."""
        self._machine.to(state)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    async def close(self) -> None:
        """Cancel the running compaction; what it has not committed is lost."""
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
