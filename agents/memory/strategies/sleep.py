"""Sleep: an agent keeps as much as its model can read, and compacts while it is asleep.

Asleep above 70 % of the context, in an emergency (before a turn) above 80 %.  Whatever lies
beyond the newest memories goes into one summary, which builds on all that stood before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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

#: Less than this part of the context beyond the preserved memories is not worth squeezing the
#: one summary again.
WORTH_PERCENT = 5

#: In an emergency that the preserved memories are themselves, these newest still stay.
KEPT_IN_EMERGENCY = 4

#: What the summary that takes the place of memories needs, about: so many tokens, but no more
#: than such a part of the context.
SUMMARY_TOKENS, SUMMARY_PERCENT = 300, 10

CONTEXT = Form("summary.context", LONGTERM_LIMIT)


@dataclass(frozen=True, slots=True)
class Sleep(Strategy):
    """Goes by how much of the model's context the prompt fills."""

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
        """Tokens that a prompt may have, as far as it is known."""
        return self.context_tokens or ASSUMED_CONTEXT

    @property
    def emergency_limit(self) -> int:
        """The emergency threshold."""
        return self._count_percent(self.emergency_threshold_percent)

    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """What lies beyond the preserved memories, if the prompt is above the threshold.

        Under pressure as much more as it takes, should the preserved memories alone be above it.
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
        """How many of the newest memories stay word for word.

        A number of them, or as many as fit into a part of the context: whichever is more.
        """
        room, fitting = self._count_percent(self.preserve_percent), 0
        for memory in reversed(view.tail):
            room -= tokens.memory(memory, view)
            if room < 0:
                break
            fitting += 1
        return max(self.preserve_memories, fitting)

    def _choose_threshold(self, moment: Moment) -> int | None:
        """Above what part of the context compaction is due at `moment`, if at all."""
        if moment == "sleep":
            return self.sleep_threshold_percent
        return self.emergency_threshold_percent if moment == "pressure" else None

    def _count_percent(self, percent: int) -> int:
        return self.context * percent // 100

    def _extend_end(self, end: int, view: View, tokens: Gauge) -> int:
        """The end of a span that leaves the prompt below the emergency threshold.

        If `end` does not, the prompt comes down to where sleep would begin to compact: else it
        would be an emergency again in a turn or two.
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
        """Everything beyond the preserved memories, however little that is."""
        return find_span_beyond(view, self.count_preserved(view, tokens))

    def describe_condition(self, view: View, tokens: Gauge) -> str:
        """By tokens: the thresholds, and where the prompt is."""
        asleep, awake = self.sleep_threshold_percent, self.emergency_threshold_percent
        limits = self._count_percent(asleep), self._count_percent(awake)
        return (
            f"asleep above {limits[0]:,} tokens ({asleep} % of {self.context:,}), "
            f"in an emergency above {limits[1]:,}; now {tokens.prompt(view):,}"
        )

    def choose_form(self, summary: Summary) -> Form:
        """The whole context as one narrative; a summary of summaries alone is a merged one."""
        return MERGED if summary.type in ("longterm", "node") else CONTEXT

    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """One summary of everything up to the end of `span`."""
        lived = _drop_dreams(select_memories(view, span))
        draft = await writer.summarise(lived, form=CONTEXT, before=view.summaries)
        stood = tuple(each.id for each in view.summaries)
        return [NewSummary("recent", draft, (1, span[1]), stood)]


def _drop_dreams(memories: Sequence[Experience]) -> Sequence[Experience]:
    """The memories without dreams, which only tell once more of what was lived through."""
    return [each for each in memories if not each.is_dream] or memories
