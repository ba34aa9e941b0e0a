"""Layered: output is masked after each turn; above a threshold one text replaces old memories.

That text is a working memory of six sections over everything but the newest memories; settings
add sections and say what its facts may be.  It is written only if it saves `min_saving_tokens`,
even at its greatest length.  A compaction that a person asks for is made whatever it saves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from functools import partial
from typing import TYPE_CHECKING, Literal

from agents.declaration import Order, setting
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Experience, Span, Summary
from agents.memory.core.token_cache import RunningCount
from agents.memory.core.transcript import show_memory
from agents.memory.core.view import View, display_summary
from agents.memory.strategies.protocol import (
    Form,
    Moment,
    NewSummary,
    Strategy,
    Writer,
    select_memories,
)
from agents.memory.strategies.section_plan import ASSUMPTIONS, SectionPlan, plan_sections
from agents.memory.strategies.waterfall import find_span_beyond
from late.late_dataclass import late_dataclass
from late.late_module import late_module

if TYPE_CHECKING:
    from agents.memory.strategies import sections
else:
    sections = late_module("agents.memory.strategies.sections")

#: The most characters of the six sections.
SECTIONS_LIMIT = 2400


@late_dataclass(frozen=True, slots=True)
class Layered(Strategy):
    """Compacts by the tokens of the prompt and by what a compaction saves."""

    name = "layered"
    compacts = "above a number of tokens, if it saves enough"
    stands = "six fixed sections; old command output is masked after each turn"
    orders = (Order("min_saving_tokens", "threshold_tokens", part=6),)

    threshold_tokens: int = setting(
        12_000,
        "Tokens of memories at which compaction comes.",
        least=256,
        room="always",
        share=(3, 4),
        left_out="If left out: 12000, or three quarters of that room if it is less.",
    )
    min_saving_tokens: int = setting(
        2_000,
        "Compaction that would save fewer tokens than this waits.",
        share=(1, 8),
        left_out="If left out: 2000, or less where the model's context has little room (an eighth"
        " of it) or the threshold is low.",
    )
    preserve_window: int = setting(
        8, "How many of the newest memories stay word for word.", most=10_000
    )
    ask_preferences: bool = setting(
        False,
        "Give the summary a section `Preferences`: what somebody likes, wants or must keep to.",
    )
    ask_reasons: bool = setting(
        False,
        "Ask the model why each decision in `Decisions Made` was made. By rule, decisions have the"
        " reasons that the agent gave in any case.",
    )
    ask_rejected_ways: bool = setting(
        False,
        "Give the summary a section `Rejected Ways`: what was tried and failed, and what was"
        " decided against.",
    )
    ask_assumptions: bool = setting(
        False,
        "Give the summary a section `Assumptions`: what is supposed and not known, apart from the"
        " facts.",
    )
    confirmed_facts: str = setting(
        "told",
        "What `Confirmed Facts` may hold. `told`: also what others said, with their names;"
        " `witnessed`: only what the agent did or perceived itself, and what others said goes to"
        " `Assumptions`, which the summary then has.",
        words=("told", "witnessed"),
    )
    _running: RunningCount = field(default_factory=RunningCount, repr=False, compare=False)

    @property
    def micro_compact(self) -> Literal["pressure", "turn"]:
        """After each turn, since masking costs no model call."""
        return "turn"

    @property
    def threshold(self) -> int:
        """Tokens of a prompt above which it compacts; at most three quarters of the context."""
        context, wanted = self.context_tokens, self.threshold_tokens
        return min(wanted, context * 3 // 4) if context else wanted

    @property
    def least_saving(self) -> int:
        """Tokens that a compaction must save at least."""
        context, wanted = self.context_tokens, self.min_saving_tokens
        return min(wanted, context // 8) if context else wanted

    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """Return everything before the preserved memories, if it is due and saves enough."""
        span = view.covered + 1, view.last_seq - self.preserve_window
        if moment not in ("memory", "turn") or span[0] > span[1]:
            return None
        if self._count_prompt(view, tokens) <= self.threshold:
            return None
        return span if self.estimate_saving(view, span, tokens) >= self.least_saving else None

    def estimate_saving(self, view: View, span: Span, tokens: Gauge) -> int:
        """Return the tokens that compacting `span` saves at least."""
        staying = sum(tokens.memory(each, view) for each in view.tail if each.seq > span[1])
        leaving = self._running.memories(view, tokens) - staying
        texts = [*map(display_summary, view.summaries)]
        texts += (show_memory(each, view) for each in select_memories(view, span))
        characters = max(1, sum(map(len, texts)))
        longest = min(self._limit, characters)
        return leaving - -(-leaving * longest // characters)

    def choose_manual_span(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        """Return everything before the preserved memories, whatever that saves."""
        return find_span_beyond(view, self.preserve_window, force=force)

    def describe_condition(self, view: View, tokens: Gauge) -> str:
        """Give the threshold, the present size of the prompt and the least saving."""
        now = self._count_prompt(view, tokens)
        return (
            f"when a whole prompt has more than {self.threshold} tokens (now {now})"
            f" and it saves {self.least_saving}"
        )

    def choose_form(self, summary: Summary) -> Form:
        """Return the form of the six sections, for every summary."""
        return self._make_form("")

    def write_by_rule(self, memories: Sequence[Experience]) -> str:
        """Return the sections of `memories`."""
        return self._make_form("").own(memories, self._limit)

    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """Write one working memory from the standing summaries and `span`."""
        draft = await writer.summarise(
            select_memories(view, span), form=self._make_form(writer.task), before=view.summaries
        )
        ids = tuple(each.id for each in view.summaries)
        return [NewSummary("recent", draft, (1, span[1]), ids)]

    def _count_prompt(self, view: View, tokens: Gauge) -> int:
        """Return the tokens of the whole prompt; quick, since each memory asks for it."""
        return tokens.overhead + self._running.memories(view, tokens)

    @property
    def _limit(self) -> int:
        # A token is about four characters, so the text takes a quarter of a small context.
        return min(SECTIONS_LIMIT, self.context_tokens or SECTIONS_LIMIT)

    @property
    def _plan(self) -> SectionPlan:
        return plan_sections(
            preferences=self.ask_preferences,
            assumptions=self.ask_assumptions,
            rejected=self.ask_rejected_ways,
            witnessed=self.confirmed_facts == "witnessed",
        )

    @property
    def _asks(self) -> tuple[str, ...]:
        """The texts that tell the model what is asked beyond the six sections."""
        asked = {
            "summary.preferences": self.ask_preferences,
            "summary.reasons": self.ask_reasons,
            "summary.rejected": self.ask_rejected_ways,
            "summary.assumptions": ASSUMPTIONS in self._plan.headings,
            "summary.witnessed": self._plan.witnessed,
        }
        return tuple(name for name, wanted in asked.items() if wanted)

    def _make_form(self, task: str) -> Form:
        plan = self._plan
        return Form(
            "summary.sections",
            self._limit,
            sections=plan.headings,
            asks=self._asks,
            own=partial(sections.write_sections, task=task, plan=plan),
            join=partial(sections.join_sections, plan=plan),
            keep=partial(sections.keep_items, plan=plan),
        )
