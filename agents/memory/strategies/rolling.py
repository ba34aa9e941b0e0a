"""Rolling: the history is the agent's own think–act–result steps; one summary takes the old ones.

The history is one summary and the newest steps word for word.  It is compacted at a number of
entries or of characters, but never below a least number of entries; the summary counts as one
entry, as in the reference.  Each new summary builds on the one before it.  The model is given
whole lines: what a preview left out would be lost.  Only the deterministic account says how many
steps were folded, since a model may miscount.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from agents.declaration import Order, setting
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Cause, Experience, Span, Summary
from agents.memory.core.view import View, display_summary
from agents.memory.strategies.protocol import (
    LONGTERM_LIMIT,
    MERGED,
    Form,
    Moment,
    NewSummary,
    NothingToCompact,
    Own,
    Strategy,
    Writer,
    select_memories,
)
from late.late_dataclass import late_dataclass
from late.late_module import late_module

if TYPE_CHECKING:
    from agents.memory.strategies import steps
    from agents.memory.strategies.steps import Step
else:
    steps = late_module("agents.memory.strategies.steps")


@late_dataclass(frozen=True, slots=True)
class History:
    """The view of an agent as rolling compaction measures it."""

    entries: int
    """The entries of the tail, plus one if there is a summary."""
    characters: int
    steps: Sequence[Step]


def measure_history(view: View) -> History:
    """Return the history in `view`."""
    found = steps.split_steps(view.tail)
    summarised = sum(len(display_summary(each)) for each in view.summaries)
    characters = summarised + steps.count_characters(view.tail)
    return History(len(found) + bool(view.summaries), characters, found)


@late_dataclass(frozen=True, slots=True)
class Rolling(Strategy):
    """Counts entries: the agent's own steps, and one for the summary."""

    name = "rolling"
    compacts = "every few steps of its own, or by characters"
    stands = "one short account of its own steps"
    orders = (
        Order("min_entries_for_compaction", "max_entries_before_compaction", equal=True),
        Order("preserve_last_n_entries", "max_entries_before_compaction"),
    )

    min_entries_for_compaction: int = setting(
        5,
        "With fewer entries than this nothing is compacted, however long they are.",
        least=1,
        most=10_000,
    )
    max_entries_before_compaction: int = setting(
        10, "At so many entries compaction comes.", least=1, most=10_000
    )
    max_chars_before_compaction: int = setting(
        8000, "At so many characters it comes too.", least=100
    )
    summary_max_sentences: int = setting(
        3,
        "Sentences of a summary, at most. Made without a model, it has so many beside its counts"
        " (steps, findings, issues).",
        least=1,
        most=50,
    )
    preserve_last_n_entries: int = setting(
        2, "How many of the newest entries stay word for word.", most=9_999
    )
    include_key_findings: bool = setting(
        True, "Put numbers and names that stood out into summaries made without a model."
    )
    use_llm_for_summary: bool = setting(True, "Have a model write the summaries.")
    fallback_to_deterministic: bool = setting(
        True,
        "Where the model fails, summarise by rules; switched off, nothing is compacted until it"
        " answers.",
    )

    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """Return everything before the newest entries, at enough entries or characters."""
        if moment != "memory":
            return None
        now = measure_history(view)
        enough = self.should_compact(now.entries, now.characters)
        return self._find_foldable(view, now) if enough else None

    def name_cause(self, view: View, tokens: Gauge) -> Cause:
        """Return whether the number of entries or their length was enough."""
        enough = measure_history(view).entries >= self.max_entries_before_compaction
        return "count" if enough else "characters"

    def should_compact(self, entries: int, characters: int) -> bool:
        """Return whether a history of so many entries and characters is due."""
        if entries < self.min_entries_for_compaction:
            return False
        if entries >= self.max_entries_before_compaction:
            return True
        return characters >= self.max_chars_before_compaction

    def choose_manual_span(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        """Return what is due; with `force` everything before the newest entries."""
        now = measure_history(view)
        if not force and not self.should_compact(now.entries, now.characters):
            raise NothingToCompact(self._describe_lack(now), by_force=True)
        span = self._find_foldable(view, now)
        if span is None:
            preserved = self.preserve_last_n_entries
            raise NothingToCompact(
                f"Nothing to compact: there are {len(now.steps)} entries word for word, and the"
                f" newest {preserved} stay."
            )
        return span

    def choose_bootstrap_span(self, view: View, tokens: Gauge) -> Span:
        """Return everything before the newest entries, whatever the thresholds."""
        return self.choose_manual_span(view, tokens, force=True)

    def _find_foldable(self, view: View, now: History) -> Span | None:
        """Return the tail without its newest entries; None if that is empty."""
        count = len(now.steps) - self.preserve_last_n_entries
        if count <= 0:
            return None
        return view.covered + 1, now.steps[count - 1].memories[-1].seq

    def _describe_lack(self, now: History) -> str:
        least, most = self.min_entries_for_compaction, self.max_entries_before_compaction
        if now.entries < least:
            return f"{now.entries} entries, {least} needed."
        characters = self.max_chars_before_compaction
        have = f"{now.entries} entries and {now.characters} characters"
        return f"{have}, {most} entries or {characters} characters needed."

    def describe_condition(self, view: View, tokens: Gauge) -> str:
        """Give the limits of entries and characters, and the present numbers."""
        now = measure_history(view)
        return (
            f"at {self.max_entries_before_compaction} entries, or at"
            f" {self.max_chars_before_compaction} characters with"
            f" {self.min_entries_for_compaction} entries"
            f" (now {now.entries} entries, {now.characters} characters)"
        )

    @property
    def asks_model(self) -> bool:
        """Whether a model writes accounts, as the setting says."""
        return self.use_llm_for_summary

    def choose_form(self, summary: Summary) -> Form:
        """Return the form of an account, or of a merged text for a long-term summary.

        It has a fallback whatever the settings say: a failed redo leaves the text as it is.
        """
        if summary.is_recent:
            return replace(self._make_form(), fallback=True)
        return replace(MERGED, use_model=self.use_llm_for_summary)

    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """Write one summary of everything up to the end of `span` from the standing ones."""
        memories = select_memories(view, span)
        calls = await writer.model_turns(span)
        own = self._make_own(memories, writer.task, calls, bounded=not view.summaries)
        form = replace(self._make_form(), own=own)
        draft = await writer.summarise(memories, form=form, before=view.summaries)
        replaces = tuple(each.id for each in view.summaries)
        return [NewSummary("recent", draft, (1, span[1]), replaces)]

    def _make_form(self) -> Form:
        return Form(
            "summary.steps",
            LONGTERM_LIMIT,
            sentences=self.summary_max_sentences,
            use_model=self.use_llm_for_summary,
            fallback=self.fallback_to_deterministic,
            own=self._make_own((), "", 0, bounded=True),
            join=partial(steps.join_accounts, sentences=self.summary_max_sentences),
        )

    def _make_own(self, span: Sequence[Experience], task: str, calls: int, *, bounded: bool) -> Own:
        """Return a function that writes accounts of parts of `span`.

        Only the first part reports the model calls.  `bounded`: no account is longer than its
        memories (without it the writer bounds the account together with the text before it).
        """
        return partial(
            _write_own_account,
            span=span,
            task=task,
            calls=calls,
            bounded=bounded,
            key_findings=self.include_key_findings,
            sentences=self.summary_max_sentences,
        )


def _write_own_account(
    memories: Sequence[Experience],
    limit: int,
    *,
    span: Sequence[Experience],
    task: str,
    calls: int,
    bounded: bool,
    key_findings: bool,
    sentences: int,
) -> str:
    size = steps.count_characters(memories) if bounded else limit
    return steps.write_account(
        _find_entries(memories, {each.seq: each for each in steps.split_steps(span)}),
        limit=min(size, limit),
        task=task,
        calls=calls if memories[:1] == span[:1] else 0,
        key_findings=key_findings,
        sentences=sentences,
    )


def _find_entries(memories: Sequence[Experience], begun: dict[int, Step]) -> list[Step]:
    """Return the entries that begin in `memories`; if none does, the entries they form."""
    found = [begun[each.seq] for each in memories if each.seq in begun]
    return found or steps.split_steps(memories)
