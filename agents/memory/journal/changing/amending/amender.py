"""Keep the standing summaries in step with what the journal knows to have changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.boundaries import Clock
from agents.memory.core.facts import Fact
from agents.memory.core.records import Summary
from agents.memory.core.view import View, read_citations
from agents.memory.journal.changing.amending.amending import Amended, amend_text, amend_texts
from agents.memory.strategies.protocol import NewSummary, Strategy
from agents.memory.summarization.citations import align_citations
from agents.memory.summarization.joining import shorten_to_form
from agents.workers.protocol import Workers
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class Amender:
    """Amends the texts of one compaction; what a person wrote stays as it is."""

    known: Sequence[Fact]
    """What the journal knew before the compaction."""
    strategy: Strategy
    workers: Workers
    clock: Clock

    async def amend_view(self, view: View) -> View:
        """Return the view with its summaries amended by what was known before the compaction.

        A strategy that keeps texts keeps them amended, and chooses what of them is shown.
        """
        facts = self._list_changes(())
        if not facts:
            return view
        standing = [(each.text, read_citations(each), each.excerpt) for each in view.summaries]
        found = await self.workers.run(amend_texts, standing, facts)
        pairs = zip(view.summaries, found, strict=True)
        return replace(view, summaries=tuple(_take_amended(*each) for each in pairs))

    async def amend_new(
        self, new: Sequence[NewSummary], found: Sequence[Fact]
    ) -> Sequence[NewSummary]:
        """Return `new` amended by what is known and by the facts `found` in the span.

        What is shown only in parts was amended before these parts were chosen.
        """
        facts = self._list_changes(found)
        return [await self._amend_whole(each, facts) for each in new] if facts else new

    def _list_changes(self, found: Sequence[Fact]) -> list[Fact]:
        facts = (*self.known, *found) if self.strategy.summarises else ()
        return [each for each in facts if each.before]

    async def _amend_whole(self, new: NewSummary, facts: Sequence[Fact]) -> NewSummary:
        draft = new.draft
        if draft.method == "human" or new.excerpt or new.shown:
            return new
        found = await self.workers.run(amend_text, draft.text, draft.cited, facts)
        if found is None:
            return new
        text = found.text
        made = Summary("", new.type, text, new.covers, draft.method, self.clock.now())
        form = self.strategy.choose_form(made)
        if len(text) > form.limit:
            text = await self.workers.run(shorten_to_form, text, form)
        return replace(new, draft=replace(draft, text=text, cited=found.cited))


def _take_amended(old: Summary, found: Amended | None) -> Summary:
    """Return a summary as it was amended; what a person wrote stays."""
    if found is None or old.method == "human":
        return old
    citations = align_citations(found.text, found.cited, [old])
    return replace(old, text=found.text, citations=citations, excerpt=found.excerpt)
