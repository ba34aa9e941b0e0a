"""Sleep: an agent fills its model's context and compacts while it sleeps.

It compacts asleep above 70 % of the context, and in an emergency (before a turn) above 80 %.
Everything before the newest memories goes into one summary, which builds on the standing ones.
"""

from __future__ import annotations

from collections.abc import Sequence

from agents.declaration import Order, setting
from agents.memory.core.gauge import ASSUMED_CONTEXT, Gauge
from agents.memory.core.records import Experience, Span, Summary
from agents.memory.core.view import View
from agents.memory.strategies.protocol import (
    LONGTERM_LIMIT,
    MERGED,
    Form,
    Moment,
    NewSummary,
    Strategy,
    Writer,
    select_memories,
)
from agents.memory.strategies.waterfall import find_span_beyond
from late.late_dataclass import late_dataclass

#: Memories that take a smaller part of the context are not worth writing the summary again.
WORTH_PERCENT = 5

#: The newest memories that stay even if the preserved memories alone cause an emergency.
KEPT_IN_EMERGENCY = 4

#: The expected size of a summary: so many tokens, but at most this part of the context.
SUMMARY_TOKENS, SUMMARY_PERCENT = 300, 10

CONTEXT = Form("summary.context", LONGTERM_LIMIT)


@late_dataclass(frozen=True, slots=True)
class Sleep(Strategy):
    """Compacts by how full the prompt makes the model's context."""

    name = "sleep"
    compacts = "asleep above 70 % of the model's context, in an emergency above 80 %"
    stands = "one summary; the newest fifth word for word"
    orders = (Order("sleep_threshold_percent", "emergency_threshold_percent"),)

    sleep_threshold_percent: int = setting(
        70,
        "How full the model's context must be for an agent that sleeps to compact.",
        least=1,
        most=99,
    )
    emergency_threshold_percent: int = setting(
        80,
        "How full it may become awake before the agent compacts ahead of its next turn.",
        least=1,
        most=99,
    )
    preserve_memories: int = setting(
        20, "How many of the newest memories stay word for word.", most=10_000
    )
    preserve_percent: int = setting(
        20,
        "The newest memories that fill this part of the context stay word for word, if those are"
        " more.",
        most=90,
    )
    sleep_after: float = setting(
        300.0,
        "Seconds without anything happening until an agent falls asleep.",
        most=86_400,
        zero="never",
    )

    @property
    def context(self) -> int:
        """Tokens that a prompt may have; assumed if the context is unknown."""
        return self.context_tokens or ASSUMED_CONTEXT

    @property
    def emergency_limit(self) -> int:
        """The emergency threshold in tokens."""
        return self._count_percent(self.emergency_threshold_percent)

    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """Return everything before the preserved memories, if the prompt is above the threshold.

        Under pressure the span takes in preserved memories too, if they alone are above it.
        """
        percent = self._choose_threshold(moment)
        if percent is None or tokens.prompt(view) <= self._count_percent(percent):
            return None
        end = view.last_seq - self.count_preserved(view, tokens)
        if moment == "pressure":
            end = self._extend_end(end, view, tokens)
        span = view.covered + 1, end
        return span if self._is_worth_it(span, view, tokens) else None

    def count_preserved(self, view: View, tokens: Gauge) -> int:
        """Return how many of the newest memories stay word for word.

        `preserve_memories`, or as many as fit `preserve_percent` of the context if that is more.
        """
        room, fitting = self._count_percent(self.preserve_percent), 0
        for memory in reversed(view.tail):
            room -= tokens.memory(memory, view)
            if room < 0:
                break
            fitting += 1
        return max(self.preserve_memories, fitting)

    def _choose_threshold(self, moment: Moment) -> int | None:
        """Return the percentage of the context above which `moment` compacts; None: never."""
        if moment == "sleep":
            return self.sleep_threshold_percent
        return self.emergency_threshold_percent if moment == "pressure" else None

    def _count_percent(self, percent: int) -> int:
        return self.context * percent // 100

    def _extend_end(self, end: int, view: View, tokens: Gauge) -> int:
        """Return the end of a span that brings the prompt below the emergency threshold.

        If `end` is not enough, the prompt goes down to the sleep threshold; otherwise the next
        emergency would follow within a turn or two.
        """
        sizes = {each.seq: tokens.memory(each, view) for each in view.tail}
        left = tokens.overhead + min(SUMMARY_TOKENS, self._count_percent(SUMMARY_PERCENT))
        left += sum(size for seq, size in sizes.items() if seq > end)
        if left <= self._count_percent(self.emergency_threshold_percent):
            return end
        goal = self._count_percent(self.sleep_threshold_percent)
        while left > goal and end < view.last_seq - KEPT_IN_EMERGENCY:
            end += 1
            left -= sizes.get(end, 0)
        return end

    def _is_worth_it(self, span: Span, view: View, tokens: Gauge) -> bool:
        freed = sum(tokens.memory(each, view) for each in select_memories(view, span))
        return freed > 0 and freed >= self._count_percent(WORTH_PERCENT)

    def choose_manual_span(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        """Return everything before the preserved memories, however little that is."""
        return find_span_beyond(view, self.count_preserved(view, tokens), force=force)

    def describe_condition(self, view: View, tokens: Gauge) -> str:
        """Give the thresholds and the present size of the prompt in tokens."""
        asleep, awake = self.sleep_threshold_percent, self.emergency_threshold_percent
        limits = self._count_percent(asleep), self._count_percent(awake)
        return (
            f"asleep above {limits[0]:,} tokens ({asleep} % of {self.context:,}), "
            f"in an emergency above {limits[1]:,}; a whole prompt has now {tokens.prompt(view):,}"
        )

    def choose_form(self, summary: Summary) -> Form:
        """Return the form of a context summary, or of a merged text for a long-term summary."""
        return MERGED if summary.type in ("longterm", "node") else CONTEXT

    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """Write one summary of everything up to the end of `span`."""
        lived = _drop_dreams(select_memories(view, span))
        draft = await writer.summarise(lived, form=CONTEXT, before=view.summaries)
        stood = tuple(each.id for each in view.summaries)
        return [NewSummary("recent", draft, (1, span[1]), stood)]


def _drop_dreams(memories: Sequence[Experience]) -> Sequence[Experience]:
    """Return the memories without dreams (a dream repeats old ones), or all if all are dreams."""
    return [each for each in memories if not each.is_dream] or memories
