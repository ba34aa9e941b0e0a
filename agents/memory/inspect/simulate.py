"""Simulates a recorded life under another strategy, with deterministic summaries and no model.

Memories and turns are the recorded ones, in their order; the strategy decides when to compact,
what, and into which summaries.  Nothing is written to disk.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace
from datetime import datetime

from agents.boundaries import TokenCounter
from agents.clock import SystemClock
from agents.memory.core import masking
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import (
    Compaction,
    Experience,
    Method,
    Record,
    Span,
    Summary,
    Turn,
)
from agents.memory.core.view import View, apply
from agents.memory.settings import MemorySettings
from agents.memory.strategies.protocol import (
    MERGED,
    NARRATIVE,
    Draft,
    Form,
    Moment,
    NewSummary,
    Writer,
)
from agents.memory.summarization.background import Background
from agents.memory.summarization.writer import GuardedWriter
from agents.workers.protocol import Workers
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class SimulatedCompaction:
    """One compaction of the simulated life."""

    at: int
    """The newest memory at that time."""
    covers: Span
    moment: Moment
    tokens_before: int
    tokens_after: int
    calls: int
    """The least number of requests that a model would have had for it."""


@late_dataclass
class SimulatedLife:
    """The totals of a simulated life."""

    memories: int = 0
    turns: int = 0
    compactions: int = 0
    maskings: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    """Tokens of the prompts of all turns together."""
    longest_prompt: int = 0
    view: View = field(default_factory=View)

    @property
    def mean_prompt(self) -> float:
        """The mean tokens of a turn's prompt."""
        return self.prompt_tokens / self.turns if self.turns else 0.0

    @property
    def calls_per_64(self) -> float:
        """The mean requests to a model per 64 memories."""
        return 64 * self.calls / self.memories if self.memories else 0.0

    def count_turn(self, tokens: int) -> None:
        """Count a turn whose prompt had so many tokens."""
        self.turns += 1
        self.prompt_tokens += tokens
        self.longest_prompt = max(self.longest_prompt, tokens)


class CountingWriter:
    """Writes deterministic texts and counts the requests that a model would have had."""

    def __init__(self, tokens: TokenCounter, task: str, turns: Sequence[int]) -> None:
        """`turns` are the numbers of the memories that a model's turns followed, ascending."""
        self.calls = 0
        self._turns = turns
        background = Background(task, tokens=tokens.count)
        self._writer = GuardedWriter(None, SystemClock(), _ignore, background)

    @property
    def task(self) -> str:
        """The agent's persona."""
        return self._writer.task

    def tokens(self, text: str) -> int:
        """Return the tokens of a text."""
        return self._writer.tokens(text)

    @property
    def workers(self) -> Workers:
        """What carries out work that computes for long: this process."""
        return self._writer.workers

    async def model_turns(self, span: Span) -> int:
        """Return how many turns in `span` a model decided."""
        return bisect_right(self._turns, span[1]) - bisect_left(self._turns, span[0])

    async def summarise(
        self,
        memories: Sequence[Experience],
        *,
        form: Form = NARRATIVE,
        before: Sequence[Summary] = (),
    ) -> Draft:
        """Return a deterministic text for `memories`; count a model's requests."""
        self.calls += form.use_model
        return await self._writer.summarise(
            memories, form=replace(form, fallback=True), before=before
        )

    async def merge(self, older: Sequence[Summary], *, form: Form = MERGED) -> Draft:
        """Return a deterministic text for several; count a model's requests."""
        self.calls += form.use_model
        return await self._writer.merge(older, form=replace(form, fallback=True))


class Simulation:
    """Simulates one life under `settings`; `outcome` has the totals so far."""

    def __init__(
        self,
        settings: MemorySettings,
        tokens: TokenCounter,
        on_compaction: Callable[[SimulatedCompaction], None],
        task: str = "",
    ) -> None:
        """`task` is the agent's persona."""
        self.outcome = SimulatedLife()
        self._task = task
        self._asked: list[int] = []
        self._settings = settings
        self._strategy = settings.strategy
        self._tokens = tokens
        self._on_compaction = on_compaction
        self._view = View()
        self._overhead = 0
        self._heads: dict[str, int] = {}
        self._last_at: datetime | None = None

    async def live(self, records: Iterable[Record]) -> SimulatedLife:
        """Simulate a log from its beginning; return the totals."""
        for record in records:
            if isinstance(record, Experience):
                await self._remember(record)
            elif isinstance(record, Turn) and not record.is_refused:
                await self._turn(record)
        self.outcome.view = self._view
        return self.outcome

    async def _remember(self, memory: Experience) -> None:
        await self._sleep(memory.at)
        self.outcome.memories += 1
        self._view = apply(self._view, memory)
        await self._compact("memory")

    async def _sleep(self, now: datetime) -> None:
        """Compact as the agent would in sleep, if nothing happened for so long."""
        after, before = self._strategy.sleep_after, self._last_at
        self._last_at = now
        if before is not None and 0 < after <= (now - before).total_seconds():
            await self._compact("sleep")

    async def _turn(self, turn: Turn) -> None:
        self._overhead = self._count_overhead(turn)
        if turn.model:
            self._asked.append(turn.after)
        await self._compact("pressure")
        self.outcome.count_turn(self._gauge().prompt(self._view))
        self._mask()
        await self._compact("turn")

    def _count_overhead(self, turn: Turn) -> int:
        """Return the tokens of a prompt that are not memories."""
        if turn.head:
            self._heads[turn.head_id] = self._tokens.count(turn.head)
        changing = self._tokens.count(turn.notes) + self._tokens.count(turn.situation)
        return self._heads.get(turn.head_id, 0) + changing

    def _mask(self) -> None:
        when = self._settings.micro_compact or self._strategy.micro_compact
        if when == "turn" and self._view.tail:
            record = masking.mask_output(self._view, self._tokens, self._view.tail[-1].at)
            if record is not None:
                self.outcome.maskings += 1
                self._view = apply(self._view, record)

    def _gauge(self) -> Gauge:
        return Gauge(self._tokens, self._overhead)

    # --- compacting -----------------------------------------------------------------------

    async def _compact(self, moment: Moment) -> None:
        """Compact what is due, again and again until nothing is due."""
        span = self._strategy.find_due_span(self._view, self._gauge(), moment)
        while span is not None and span[1] > self._view.covered:
            await self._compact_span(span, moment)
            span = self._strategy.find_due_span(self._view, self._gauge(), "memory")

    async def _compact_span(self, span: Span, moment: Moment) -> None:
        view, gauge = self._view, Gauge(self._tokens)
        writer = CountingWriter(self._tokens, self._task, self._asked)
        new = await self._strategy.write_summaries(view, span, writer)
        at = view.tail[-1].at
        summaries = tuple(self._make_summary(each, at) for each in new)
        record = Compaction(
            view.last_seq, at, span, summaries, _OWN, "automatic", revision=view.revision + 1
        )
        self._view = apply(view, record)
        self.outcome.compactions += 1
        self.outcome.calls += writer.calls
        before, after = gauge.memories(view), gauge.memories(self._view)
        self._on_compaction(
            SimulatedCompaction(view.last_seq, span, moment, before, after, writer.calls)
        )

    def _make_summary(self, new: NewSummary, at: datetime) -> Summary:
        for each in self._view.summaries:
            if (each.type, each.covers, each.text) == (new.type, new.covers, new.draft.text):
                # Unchanged: it keeps its id and its time.
                return replace(each, shown=new.shown, excerpt=new.excerpt)
        first, last = new.covers
        return Summary(
            id=f"{new.type}-{first}-{last}-{self._view.revision + 1}",
            type=new.type,
            text=new.draft.text,
            covers=new.covers,
            method=new.draft.method,
            at=at,
            tokens=self._tokens.count(new.draft.text),
            replaces=new.replaces,
            level=new.level,
            shown=new.shown,
            excerpt=new.excerpt,
        )


_OWN: Method = "deterministic"


def _ignore(line: str) -> None:
    """Discard the warning that no model writes: none is wanted here."""


_writer: type[Writer] = CountingWriter
