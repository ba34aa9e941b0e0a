"""Measure what a compaction did and cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from agents.boundaries import TokenCounter
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Compaction, Counts, Method, Summary
from agents.memory.core.view import View, apply, display_summary
from agents.memory.strategies.protocol import NewSummary
from agents.memory.summarization.answers import AnswerCounts
from agents.memory.summarization.usage import Usage
from agents.prose import cut_text, one_line
from late.late_dataclass import late_dataclass

#: How many reasons of refusals a record keeps, and the characters of each.
MOST_REASONS, REASON_CHARACTERS = 16, 200


@late_dataclass(frozen=True, slots=True)
class Cost:
    """What models used, and how many answers did not hold."""

    usage: Usage = field(default_factory=Usage)
    refused: int = 0
    corrected: int = 0
    """Sentences that were replaced or left out."""
    why: tuple[str, ...] = ()
    """Why the last of them did not hold."""

    def plus(self, usage: Usage, answers: AnswerCounts) -> Cost:
        """Return this cost and more."""
        why = (cut_text(one_line(each), REASON_CHARACTERS) for each in answers.why)
        return Cost(
            self.usage.plus(usage),
            self.refused + answers.refused,
            self.corrected + answers.corrected,
            (*self.why, *why)[-MOST_REASONS:],
        )


def check_joined(record: Compaction) -> None:
    """Raise `ValueError` unless the summaries stand for memory 1 to the end of the span, each
    once: what a faulty strategy leaves out would be out of sight for good."""
    end = 0
    for each in record.summaries:
        if each.covers[0] != end + 1:
            raise ValueError(f"summary {each.id} does not follow memory {end}")
        end = each.covers[1]
    if end != record.covers[1]:
        raise ValueError(f"the summaries end at memory {end}, not at {record.covers[1]}")


def measure_compaction(view: View, record: Compaction, tokens: TokenCounter) -> Compaction:
    """Return `record` with the sizes before and after it; `view` was frozen for it."""
    then, gauge = apply(view, record), Gauge(tokens)
    return replace(
        record,
        tokens_before=gauge.memories(view),
        tokens_after=gauge.memories(then),
        entries_before=len(view.summaries) + len(view.tail),
        entries_after=len(then.summaries) + len(then.tail),
        chars_before=_count_characters(view),
        chars_after=_count_characters(then),
    )


def list_new_methods(stood: Sequence[Summary], new: Sequence[NewSummary]) -> list[Method]:
    """Return how the texts were written that are not in `stood` for the same memories."""
    known = {(each.covers, each.text) for each in stood}
    return [each.draft.method for each in new if (each.covers, each.draft.text) not in known]


def add_to_counts(counts: Counts, record: Compaction, made: Sequence[Method], cost: Cost) -> Counts:
    """Return the counts of a whole life, with one compaction more."""
    again, usage = record.trigger == "redo", cost.usage
    return Counts(
        compactions=counts.compactions + (not again),
        llm=counts.llm + made.count("llm"),
        deterministic=counts.deterministic + made.count("deterministic"),
        human=counts.human,
        refused=counts.refused + cost.refused,
        corrected=counts.corrected + cost.corrected,
        redone=counts.redone + (len(made) if again else 0),
        calls=counts.calls + usage.calls,
        prompt_tokens=counts.prompt_tokens + usage.prompt_tokens,
        completion_tokens=counts.completion_tokens + usage.completion_tokens,
        tokens_before=counts.tokens_before + record.tokens_before,
        tokens_after=counts.tokens_after + record.tokens_after,
    )


def _count_characters(view: View) -> int:
    summaries = sum(len(display_summary(each)) for each in view.summaries)
    return summaries + sum(len(each.text) for each in view.tail)
