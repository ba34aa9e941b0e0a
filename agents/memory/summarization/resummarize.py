"""Make summaries that were written without the model again, once the model is back.

They are made from the archive, not from the deterministic text: a summary of memories from those
memories, a summary of summaries from these, which the log still has.  Each of these is made again
first if it is deterministic itself.  A person's text is never changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from agents.memory.core.records import Span, Summary, length, summaries_in
from agents.memory.core.view import View, show_whole
from agents.memory.log.disk import Disk
from agents.memory.log.ledger import Ledger
from agents.memory.strategies.protocol import (
    Draft,
    NoSummary,
    Strategy,
    Writer,
    keep_summary,
)
from agents.memory.summarization.citations import align_citations
from late.late_dataclass import late_dataclass

#: Texts behind texts, and memories behind one text, that are made again in one go: what was
#: longer without a model stays as it is.
DEEPEST = 64
MOST_MEMORIES = 4096


Stretch: TypeAlias = tuple[str, Span]
"""What a text stands for: its type and its memories.  Its id changes with each word of it."""


def find_stretch(summary: Summary) -> Stretch:
    """Return what a text stands for."""
    return summary.type, summary.covers


class StillAway(Exception):
    """A text cannot be made again: the model wrote none that holds, or there is too much to do,
    or too little to make it from."""


@late_dataclass(frozen=True, slots=True)
class RedoRule:
    """Says which texts are to be made again."""

    strategy: Strategy
    has_model: bool
    """Whether there is a model to make them."""
    given_up: frozenset[Stretch] = frozenset()
    """Whose texts stay as they are."""

    def wants(self, summary: Summary) -> bool:
        """Return whether `summary` is to be made again: it has no model's text, may have one and
        is not given up."""
        return find_stretch(summary) not in self.given_up and self.lacks_model(summary)

    def lacks_model(self, summary: Summary) -> bool:
        """Return whether `summary` is deterministic and may have a model's text."""
        if not self.has_model or summary.method != "deterministic":
            return False
        return self.strategy.choose_form(summary).use_model

    def wants_any(self, view: View) -> bool:
        """Return whether any text of the view is to be made again."""
        return any(self.wants(each) for each in view.summaries)


class Resummarizer:
    """Makes the deterministic texts of one view again."""

    def __init__(self, rule: RedoRule, ledger: Ledger, disk: Disk, writer: Writer) -> None:
        self._rule = rule
        self._ledger = ledger
        self._disk = disk
        self._writer = writer
        self._known: dict[str, Summary] = {}
        self._changes = ledger.reader.summary_changes()

    async def redo_recent(self, view: View) -> View:
        """Return the view with its recent summary made again, if that is deterministic.

        If the model is still away, or what it writes does not hold, return the view as it was.
        """
        recent = view.recent
        if recent is None or not self._rule.wants(recent):
            return view
        again = await self._try_again(recent)
        return replace(view, summaries=(*view.summaries[:-1], again))

    async def redo_all(self, view: View) -> View | None:
        """Return the view with its summaries made again where possible; None if none could be."""
        again = [await self._try_again(each) for each in view.summaries]
        return None if again == list(view.summaries) else replace(view, summaries=tuple(again))

    async def _try_again(self, summary: Summary) -> Summary:
        try:
            return await self._redo(summary, 0)
        except (StillAway, NoSummary):
            return summary

    async def _redo(self, summary: Summary, depth: int) -> Summary:
        if not self._rule.wants(summary):
            return summary
        if depth > DEEPEST:
            raise StillAway(summary.id)
        children = await self._find_children(summary)
        if len(children) == 1 and _find_rest(summary.covers, children):
            children = await self._find_base(summary, children[0])
        children = [await self._redo(each, depth + 1) for each in children]
        draft = await self._write_draft(summary, children)
        if draft.method != "llm":
            raise StillAway(summary.id)
        return _replace_text(summary, draft, children)

    async def _find_base(self, summary: Summary, child: Summary) -> list[Summary]:
        """Return, of the texts that `summary` was built on one after another, the last that holds.

        What came since is read from the archive, not made again step by step.  A base that was
        given up is passed over as well: built on it, no later text would ever be the model's.
        """
        bases = [child]
        while bases and self._rule.lacks_model(bases[0]):
            if summary.covers[1] - bases[0].covers[1] > MOST_MEMORIES:
                raise StillAway(f"{summary.id} would have to be made of too many memories")
            bases = await self._find_children(bases[0])
        return bases

    async def _write_draft(self, summary: Summary, children: Sequence[Summary]) -> Draft:
        # A model writes it now, if it stands by rule.
        form = self._rule.strategy.choose_form(replace(summary, method="llm"))
        rest = _find_rest(summary.covers, children)
        if rest is None:
            one = len(children) == 1
            return (
                _keep_as_draft(children[0])
                if one
                else await self._writer.merge(children, form=form)
            )
        if length(rest) > MOST_MEMORIES:
            raise StillAway(f"{summary.id} would have to be made of too many memories")
        reader, (first, last) = self._ledger.reader, rest
        memories = await self._disk.in_thread(lambda: reader.read(first, last))
        return await self._writer.summarise(memories, form=form, before=children)

    async def _find_children(self, summary: Summary) -> list[Summary]:
        """Return the summaries that it was made from. Raises `StillAway` if the log lacks one."""
        wanted = summary.replaces
        if not wanted:
            return []
        if not all(each in self._known for each in wanted):
            await self._disk.in_thread(lambda: self._look_up(wanted))
        if not all(each in self._known for each in wanted):
            raise StillAway(f"the log has not all that {summary.id} was made from")
        # Whole: how much of it a prompt had room for does not matter here.
        return [show_whole(self._known[each]) for each in wanted]

    def _look_up(self, wanted: Sequence[str]) -> None:
        """Read on, from where the last look ended, until all that is `wanted` is known."""
        missing = set(wanted).difference(self._known)
        while missing and (record := next(self._changes, None)):
            for each in summaries_in(record):
                self._known.setdefault(each.id, each)
                missing.discard(each.id)


def _find_rest(span: Span, children: Sequence[Summary]) -> Span | None:
    """Return the part of `span` that lies behind the children; None if there is none."""
    covered = children[-1].covers[1] if children else span[0] - 1
    return (covered + 1, span[1]) if covered < span[1] else None


def _keep_as_draft(summary: Summary) -> Draft:
    return keep_summary(summary).draft


def _replace_text(summary: Summary, draft: Draft, children: Sequence[Summary]) -> Summary:
    # Which parts of the old text were shown says nothing of the new one.
    again = replace(
        show_whole(summary),
        text=draft.text,
        method=draft.method,
        profile=draft.profile,
        model=draft.model,
    )
    return replace(again, citations=align_citations(draft.text, draft.cited, children))
