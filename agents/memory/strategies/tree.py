"""Tree: memories become leaves, which are never written again; leaves are merged into nodes.

With 64 and 8: at 128 memories the first 64 become a leaf, and so on every 64.  The newest leaf
stands alone as the recent text.  Eight other leaves side by side become a node of level 1, eight
of those a node of level 2, and so on.  So after n memories a fact has been rewritten
log₈(n/64) + 1 times, and 64 memories cost 1 + 1/8 + 1/64 + … < 1.15 model calls.  Only texts that
are in the log are merged, because a node names its children: leaves and nodes of this compaction
wait for the next one.

The texts stay whole in the log.  The prompt shows `longterm_tokens` of the long-term text: every
text whole if that fits, but for what an earlier one tells in the same words, otherwise the
sentences of all texts that are worth most (`excerpts`), at least one of each text.  They are chosen
at a compaction and recorded with it: between compactions the prompt's beginning stays as it is, and
a past prompt comes from the log alone.

Foreign texts (of another strategy, or a long-term text edited by a person) stay in front
unchanged, and have the level of a node over as many memories.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from agents.declaration import setting, setting_of
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import RECENT_TYPES, Excerpt, Span, Summary, length
from agents.memory.core.view import View, cut_excerpt, show_whole
from agents.memory.strategies.protocol import (
    MERGED,
    NARRATIVE,
    Form,
    Moment,
    NewSummary,
    Strategy,
    Writer,
    keep_summary,
    select_memories,
)
from agents.memory.strategies.waterfall import Waterfall, describe_trigger, find_span_beyond
from late.late_dataclass import late_dataclass
from late.late_module import late_module

if TYPE_CHECKING:
    from agents.memory.strategies import excerpts, prompt_budget
    from agents.memory.strategies.excerpts import Present, StandingText
else:
    excerpts = late_module("agents.memory.strategies.excerpts")
    prompt_budget = late_module("agents.memory.strategies.prompt_budget")

#: A node's text. Names and numbers that a model drops would be missing in every higher node.
NODE = replace(MERGED, restores=True)

#: The weight of a text relative to one of the level below.
AGED = 0.9

#: The weight of what a person wrote relative to what was summed up.
PERSON = 2.0

#: A remainder shorter than this fraction of a leaf joins the leaf before it: a model cannot
#: summarise a line or two.
_LEAST_PART = 4

#: The long-term text takes at most this fraction of a model's context, whatever is set.
_CONTEXT_PART = 3
_TOKEN_CHARACTERS = 4


@late_dataclass(frozen=True, slots=True)
class Tree(Strategy):
    """Summarises memories into leaves, and merges leaves and nodes into higher nodes."""

    name = "tree"
    compacts = "every 64 memories"
    wears, lasting = False, True
    stands = "summaries of summaries that are never rewritten: the one for months"

    immediate_window: int = setting_of(Waterfall, "immediate_window")
    leaf_memories: int = setting(64, "How many memories become one summary.", least=2, most=10_000)
    branching: int = setting(
        8, "How many summaries become one of the next level.", least=2, most=64
    )
    longterm_tokens: int = setting(
        1_200,
        "Tokens of each prompt that the long-term text may take: all summaries but the newest,"
        " and never more than a third of the model's context.",
        least=64,
        room="in use",
    )

    @property
    def interval(self) -> int:
        """The memories of one leaf."""
        return self.leaf_memories

    @property
    def stride(self) -> int:
        """The memories of one node of level 1."""
        return self.leaf_memories * self.branching

    def find_due_span(self, view: View, tokens: Gauge, moment: Moment = "memory") -> Span | None:
        """Return as many whole leaves as lie before the immediate window."""
        if moment != "memory" or view.last_seq < self.next_trigger(view):
            return None
        size = self.leaf_memories
        leaves = (view.last_seq - view.covered - self.immediate_window) // size
        return view.covered + 1, view.covered + leaves * size

    def choose_manual_span(self, view: View, tokens: Gauge, *, force: bool = False) -> Span:
        """Return everything before the immediate window, even less than a leaf."""
        return find_span_beyond(view, self.immediate_window, force=force)

    def next_trigger(self, view: View) -> int:
        """Return the memory at which a whole leaf lies before the immediate window."""
        return view.covered + self.immediate_window + self.leaf_memories

    def describe_condition(self, view: View, tokens: Gauge) -> str:
        """Say at which memory the next compaction comes."""
        return describe_trigger(self.next_trigger(view), view)

    def choose_form(self, summary: Summary) -> Form:
        """Return the form of a narrative for a leaf, of a merged text for a node."""
        if summary.is_recent:
            return NARRATIVE
        form = self._choose_node_form()
        joined = summary.method == "deterministic"
        return replace(form, limit=form.joined_limit) if joined else form

    async def write_summaries(self, view: View, span: Span, writer: Writer) -> Sequence[NewSummary]:
        """Return the standing summaries, merged where eight are complete, and the new leaves."""
        standing = [
            await self._merge_node(each, writer) if len(each) > 1 else keep_summary(each[0])
            for each in _group_neighbours(view.summaries, self.branching)
        ]
        leaves = [
            NewSummary("leaf", await writer.summarise(select_memories(view, each)), each)
            for each in _split_span(span, self.leaf_memories)
        ]
        return await self.choose_shown([*standing, *leaves], view, writer)

    async def choose_shown(
        self, new: Sequence[NewSummary], view: View, writer: Writer
    ) -> Sequence[NewSummary]:
        """Return `new` with the parts that fit the cap shown of all but the newest leaf."""
        recent = [each for each in new[-1:] if each.type in RECENT_TYPES]
        older = new[: len(new) - len(recent)]
        return [*await self._fit_to_cap(older, excerpts.find_present(view.tail), writer), *recent]

    async def _merge_node(self, children: Sequence[Summary], writer: Writer) -> NewSummary:
        # The children are merged whole, not as the prompt shortens them.
        whole = [show_whole(each) for each in children]
        covers = children[0].covers[0], children[-1].covers[1]
        ids = tuple(each.id for each in children)
        draft = await writer.merge(whole, form=self._choose_node_form())
        return NewSummary("node", draft, covers, ids, level=children[-1].level + 1)

    # --- what the prompt shows -----------------------------------------------------------

    async def _fit_to_cap(
        self, older: Sequence[NewSummary], present: Present, writer: Writer
    ) -> list[NewSummary]:
        """Return `older` with the sentences shown that are worth most and fit the cap together.

        If all fits, only what an earlier text tells in the same words is not shown.
        """
        texts, cap = [each.draft.text for each in older], self._choose_cap()
        weights = [AGED ** self._estimate_level(each.covers) for each in older]
        if writer.tokens("\n".join(texts)) <= cap:
            by_hand = {n for n, each in enumerate(older) if each.draft.method == "human"}
            told = await writer.workers.run(excerpts.hide_told_before, texts, by_hand)
            return [_show_excerpt(*each) for each in zip(older, told, strict=True)]
        standing = [_make_standing(*each) for each in zip(older, weights, strict=True)]
        ranking = await writer.workers.run(excerpts.rank_texts, standing, present)
        chosen = excerpts.fit_excerpts(texts, ranking, cap, writer.tokens)
        if chosen is None:
            lengths = prompt_budget.fit_portions(texts, weights, cap, writer.tokens)
            return [
                replace(new, shown=n, excerpt=()) for new, n in zip(older, lengths, strict=True)
            ]
        return [_show_excerpt(*each) for each in zip(older, chosen, strict=True)]

    def _choose_node_form(self) -> Form:
        """Return the form of a node: half of what the prompt shows of all may stand in one.

        By rule all of it: what a node leaves out no prompt shows, whatever room it has.
        """
        room = self._choose_cap() * _TOKEN_CHARACTERS
        return replace(NODE, limit=max(NODE.limit, room // 2), joined_limit=max(NODE.limit, room))

    def _choose_cap(self) -> int:
        """Return the tokens of the long-term text; fewer than set if the context is small."""
        context, wanted = self.context_tokens, self.longterm_tokens
        return min(wanted, context // _CONTEXT_PART) if context else wanted

    def _estimate_level(self, covers: Span) -> int:
        """Return the level of a node that covers about so many memories."""
        leaves, level = length(covers) // self.leaf_memories, 0
        while leaves >= self.branching:
            leaves, level = leaves // self.branching, level + 1
        return level


def _make_standing(new: NewSummary, weight: float) -> StandingText:
    draft = new.draft
    written = PERSON if draft.method == "human" else 1.0
    return excerpts.StandingText(draft.text, weight * written, draft.cited)


def _show_excerpt(new: NewSummary, excerpt: Excerpt) -> NewSummary:
    # Programs that do not know excerpts show so many characters.
    shown = len(cut_excerpt(new.draft.text, excerpt))
    return replace(new, shown=shown if excerpt else 0, excerpt=excerpt)


def _group_neighbours(standing: Sequence[Summary], branching: int) -> Iterator[Sequence[Summary]]:
    """Yield the summaries, oldest first: `branching` neighbours of one level together."""
    for level, run in groupby(standing, key=_find_level):
        texts = list(run)
        whole = len(texts) // branching * branching if level is not None else 0
        for start in range(0, whole, branching):
            yield texts[start : start + branching]
        for each in texts[whole:]:
            yield [each]


def _find_level(summary: Summary) -> int | None:
    """Return the level of a text of the tree; None for a foreign one, which is never merged."""
    return summary.level if summary.type in ("leaf", "node") else None


def _split_span(span: Span, size: int) -> list[Span]:
    """Split `span` into leaves of `size` memories; the last may be shorter or a little longer."""
    starts = list(range(span[0], span[1] + 1, size))
    if len(starts) > 1 and span[1] - starts[-1] + 1 < size / _LEAST_PART:
        starts.pop()
    ends = [*(start - 1 for start in starts[1:]), span[1]]
    return list(zip(starts, ends, strict=True))
