"""Rolling: an agent's own think–act–result steps are its history, and old ones are folded.

The history is one summary of everything there was, and the newest steps word for word.  It is
compacted at a number of entries or of characters, never below a least number of entries; the
summary counts as one entry, as it does in the reference.  Each new summary builds on the one
before it.  The model is given whole lines: what a preview left out would be out of the prompt
for good.  How many steps were folded is told by the deterministic account, which can count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Experience, Span, Summary
from agents.memory.core.view import View, displayed
from agents.memory.settings import MemorySettings
from agents.memory.strategies import steps
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
    of_span,
)
from agents.memory.strategies.steps import Step


@dataclass(frozen=True, slots=True)
class History:
    """What an agent carries, as rolling compaction measures it."""

    entries: int
    """The steps of the tail, and one for all that is summarised already."""
    characters: int
    steps: Sequence[Step]


def history(view: View) -> History:
    """The history that `view` shows."""
    found = steps.steps(view.tail)
    summarised = sum(len(displayed(each)) for each in view.summaries)
    characters = summarised + steps.characters(view.tail)
    return History(len(found) + bool(view.summaries), characters, found)


def should_compact(entries: int, characters: int, settings: MemorySettings) -> bool:
    """Whether a history of so many entries and characters is due."""
    if entries < settings.min_entries_for_compaction:
        return False
    if entries >= settings.max_entries_before_compaction:
        return True
    return characters >= settings.max_chars_before_compaction


@dataclass(frozen=True, slots=True)
class Rolling(Strategy):
    """See the module."""

    settings: MemorySettings

    @property
    def name(self) -> str:
        """Its name."""
        return "rolling"

    @property
    def conversation_max_turns(self) -> int:
        """As set: steps are the agent's own, what was said to it stands beside them."""
        return self.settings.conversation_max_turns

    def due(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """Everything before the newest entries, once there are entries or characters enough."""
        if moment != "memory":
            return None
        now = history(view)
        enough = should_compact(now.entries, now.characters, self.settings)
        return self._foldable(view, now) if enough else None

    def by_hand(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        """What is due; with `force` whatever lies before the newest entries."""
        now = history(view)
        if not force and not should_compact(now.entries, now.characters, self.settings):
            raise NothingToCompact(
                f"{self._wanting(now)} Add the word force to compact all the same."
            )
        span = self._foldable(view, now)
        if span is None:
            preserved = self.settings.preserve_last_n_entries
            raise NothingToCompact(
                f"Nothing to compact: there are {len(now.steps)} entries word for word, and the"
                f" newest {preserved} stay."
            )
        return span

    def _foldable(self, view: View, now: History) -> Span | None:
        """The tail but for its newest entries."""
        count = len(now.steps) - self.settings.preserve_last_n_entries
        if count <= 0:
            return None
        return view.covered + 1, now.steps[count - 1].memories[-1].seq

    def _wanting(self, now: History) -> str:
        settings = self.settings
        least, most = settings.min_entries_for_compaction, settings.max_entries_before_compaction
        if now.entries < least:
            return f"{now.entries} entries, {least} needed."
        characters = settings.max_chars_before_compaction
        have = f"{now.entries} entries and {now.characters} characters"
        return f"{have}, {most} entries or {characters} characters needed."

    def condition(self, view: View, tokens: Gauge) -> str:
        """By entries and characters."""
        settings, now = self.settings, history(view)
        return (
            f"at {settings.max_entries_before_compaction} entries, or at"
            f" {settings.max_chars_before_compaction} characters with"
            f" {settings.min_entries_for_compaction} entries"
            f" (now {now.entries} entries, {now.characters} characters)"
        )

    def form_of(self, summary: Summary) -> Form:
        """An account of steps; what another strategy merged is merged again.

        If it cannot be made again what stands goes on standing: that is no failure.
        """
        if summary.is_recent:
            return replace(self._form(), fallback=True)
        return replace(MERGED, use_model=self.settings.use_llm_for_summary)

    async def summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """One summary of everything up to the end of `span`, built on all that stood."""
        memories = of_span(view, span)
        calls = await writer.model_turns(span)
        own = self._own(memories, writer.task, calls, bounded=not view.summaries)
        form = replace(self._form(), own=own)
        draft = await writer.summarise(memories, form=form, before=view.summaries)
        replaces = tuple(each.id for each in view.summaries)
        return [NewSummary("recent", draft, (1, span[1]), replaces)]

    def _form(self) -> Form:
        settings = self.settings
        return Form(
            "summary.steps",
            LONGTERM_LIMIT,
            sentences=settings.summary_max_sentences,
            use_model=settings.use_llm_for_summary,
            fallback=settings.fallback_to_deterministic,
            own=self._own((), "", 0, bounded=True),
            join=steps.join,
        )

    def _own(self, span: Sequence[Experience], task: str, calls: int, *, bounded: bool) -> Own:
        """Accounts of parts of `span`, whose model calls are told once.

        `bounded`: no account is larger than its memories. One that another text comes before
        is bounded with that.
        """
        begun = {each.seq: each for each in steps.steps(span)}
        key_findings = self.settings.include_key_findings

        def own(memories: Sequence[Experience]) -> str:
            size = steps.characters(memories) if bounded else LONGTERM_LIMIT
            return steps.summarise(
                _of(memories, begun),
                limit=min(size, LONGTERM_LIMIT),
                task=task,
                calls=calls if memories[:1] == span[:1] else 0,
                key_findings=key_findings,
            )

        return own


def _of(memories: Sequence[Experience], begun: dict[int, Step]) -> list[Step]:
    """The entries that begin in `memories`; where none does, what these are by themselves."""
    found = [begun[each.seq] for each in memories if each.seq in begun]
    return found or steps.steps(memories)
