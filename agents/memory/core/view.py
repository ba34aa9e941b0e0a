"""The view: what an agent carries in its prompt, a pure function of its archive.

`fold` of the whole log, `fold` of its end from the tail of the last compaction on, and `apply`
record by record all give the same view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from functools import lru_cache

from agents.memory.core.cited_numbers import unite_numbers
from agents.memory.core.records import (
    UNFOLDED,
    CitationMap,
    Citations,
    Compaction,
    Counts,
    Edit,
    Excerpt,
    Experience,
    Method,
    MicroCompact,
    Record,
    Renewal,
    Summary,
)
from agents.prose import shorten, split_as_before, split_sentences
from late.late_dataclass import late_dataclass


@late_dataclass(frozen=True, slots=True)
class View:
    """Summaries and verbatim tail; together they cover every memory exactly once."""

    summaries: tuple[Summary, ...] = ()
    """Oldest first; their spans join without a gap from memory 1."""
    tail: tuple[Experience, ...] = ()
    """The memories that no summary covers, oldest first."""
    masked: frozenset[int] = frozenset()
    """Memories of the tail whose bulky output is shown as a mask."""
    masks: Mapping[int, str] = field(default_factory=dict)
    """The recorded masks of these memories; those of old logs have none."""
    last_seq: int = 0
    last_at: datetime | None = None
    """When the newest memory happened."""
    revision: int = 0
    """How often a record other than a memory has changed the view, over the agent's life."""
    counts: Counts = field(default_factory=Counts)
    compacted: Compaction | None = None
    """The last compaction."""
    renewed: tuple[Summary, ...] | None = None
    """What an unfinished renewal has made so far; None: no renewal is under way."""

    @property
    def older(self) -> tuple[Summary, ...]:
        """The summaries that make the long-term text, oldest first."""
        return self.summaries[:-1] if self.recent else self.summaries

    @property
    def longterm(self) -> Summary | None:
        """The long-term text as one summary; it covers everything before `recent`."""
        return join_summaries(self.older)

    @property
    def recent(self) -> Summary | None:
        """The summary of the memories just before the tail."""
        last = self.summaries[-1] if self.summaries else None
        return last if last and last.is_recent else None

    @property
    def covered(self) -> int:
        """The last memory that a summary covers; 0 if none does."""
        return self.summaries[-1].covers[1] if self.summaries else 0


def join_summaries(summaries: Sequence[Summary]) -> Summary | None:
    """Join summaries into the one long-term text that a prompt and a file show."""
    if not summaries:
        return None
    first, last = summaries[0], summaries[-1]
    if len(summaries) == 1 and last.type == "longterm" and not last.shown:
        return last
    return Summary(
        id="+".join(each.id for each in summaries),
        type="longterm",
        text="\n".join(display_summary(each) for each in summaries),
        covers=(first.covers[0], last.covers[1]),
        method=find_weakest(each.method for each in summaries),
        at=max(each.at for each in summaries),
        tokens=sum(each.tokens for each in summaries),
        profile=last.profile,
        model=last.model,
        replaces=tuple(each.id for each in summaries),
        rewritten=max(each.rewritten for each in summaries),
    )


def display_summary(summary: Summary) -> str:
    """Return the part of a summary that the prompt shows."""
    if summary.excerpt:
        return cut_excerpt(summary.text, summary.excerpt)
    return _shorten_shown(summary.text, summary.shown) if summary.shown else summary.text


def cut_excerpt(text: str, excerpt: Excerpt) -> str:
    """Return the parts of `text` that `excerpt` names, with blanks between; all of it if none."""
    return " ".join(text[start:end] for start, end in excerpt) if excerpt else text


def show_whole(summary: Summary) -> Summary:
    """Return `summary` with all of its text shown."""
    return replace(summary, shown=0, excerpt=())


#: A prompt shows the same texts turn after turn until a compaction changes them.
_shorten_shown = lru_cache(256)(shorten)


def read_citations(summary: Summary) -> CitationMap:
    """Return the memories that each sentence of a summary rests on."""
    return dict(pair_citations(summary)) if summary.citations else {}


def pair_citations(summary: Summary) -> list[tuple[str, tuple[int, ...]]]:
    """Return the sentences of a summary in order, each with the memories that it rests on."""
    return list(_pair_citations(summary.text, summary.citations))


#: Each compaction asks for those of every text that stands.
@lru_cache(256)
def _pair_citations(text: str, cited: Citations) -> tuple[tuple[str, tuple[int, ...]], ...]:
    found = split_sentences(text)
    if len(found) != len(cited):
        cited = _join_citations(found, split_as_before(text, len(cited)), cited)
    return tuple(zip(found, cited, strict=True))


def _join_citations(sentences: Sequence[str], pieces: Sequence[str], cited: Citations) -> Citations:
    """Return for each sentence what was recorded for the pieces that it consists of."""
    left = list(zip(pieces, cited, strict=False))
    joined = []
    for sentence in sentences:
        size, numbers = 0, tuple[int, ...]()
        while left and size < len(sentence):
            piece, its_numbers = left.pop(0)
            size += len(piece) + 1
            numbers = unite_numbers(numbers, its_numbers)
        joined.append(numbers)
    return tuple(joined)


def find_weakest(methods: Iterable[Method]) -> Method:
    """Return the method of a text that was joined from texts made by `methods`."""
    every = set(methods)
    return next((each for each in _WEAKEST_FIRST if each in every), "llm")


#: One deterministic part makes the whole worth writing again.
_WEAKEST_FIRST: tuple[Method, ...] = ("deterministic", "human", "llm")


def fold(records: Iterable[Record]) -> View:
    """Return the view after `records`: a whole log or its end (see `ArchiveReader.read_tail`)."""
    view, fresh = View(), list[Experience]()
    for record in records:
        if isinstance(record, Experience):
            fresh.append(record)
        elif not isinstance(record, UNFOLDED):
            view = apply(_remember(view, fresh), record)
            fresh = []
    return _remember(view, fresh)


def apply(view: View, record: Record) -> View:
    """Return the view after one more record."""
    match record:
        case Experience():
            return _remember(view, [record])
        case Compaction():
            return _compact(view, record)
        case MicroCompact():
            return _mask(view, record)
        case Edit():
            return _edit(view, record)
        case Renewal():
            return _renew(view, record)
        case _:
            return view


def count_missing(view: View) -> int:
    """Return how many memories are neither in a summary nor in the tail; 0 in a sound archive."""
    return view.last_seq - view.covered - len(view.tail)


def _remember(view: View, memories: Sequence[Experience]) -> View:
    """Return the view with new memories.

    A memory whose number is taken (only in a damaged archive) is left out.
    """
    new, last = list[Experience](), view.last_seq
    for memory in memories:
        if memory.seq > last:
            new.append(memory)
            last = memory.seq
    if not new:
        return view
    return replace(view, tail=(*view.tail, *new), last_seq=last, last_at=new[-1].at)


def _compact(view: View, record: Compaction) -> View:
    end = record.covers[1]
    tail = tuple(each for each in view.tail if each.seq > end)
    return replace(
        view,
        summaries=record.summaries,
        tail=tail,
        masked=frozenset(seq for seq in view.masked if seq > end),
        masks={seq: mask for seq, mask in view.masks.items() if seq > end},
        last_seq=max(view.last_seq, end),
        revision=record.revision,
        counts=record.counts,
        compacted=record,
        renewed=record.renewed,
    )


def _renew(view: View, record: Renewal) -> View:
    standing = (record.stand_in,) if record.stand_in else view.summaries
    return replace(view, summaries=standing, renewed=record.summaries, revision=record.revision)


def _mask(view: View, record: MicroCompact) -> View:
    shown = {each.seq for each in view.tail}
    new = dict(zip(record.seqs, record.masks, strict=False))
    return replace(
        view,
        masked=view.masked | shown.intersection(record.seqs),
        masks={**view.masks, **{seq: mask for seq, mask in new.items() if seq in shown}},
        revision=record.revision,
    )


def _edit(view: View, record: Edit) -> View:
    # What a person writes must stay, so nothing else may take its place any more.
    view = replace(view, renewed=None)
    summaries = _replace_edited(view.summaries, record.summary)
    if summaries == view.summaries:
        return replace(view, revision=record.revision)
    counts = replace(view.counts, human=view.counts.human + 1)
    return replace(view, summaries=summaries, revision=record.revision, counts=counts)


def _replace_edited(summaries: tuple[Summary, ...], edited: Summary) -> tuple[Summary, ...]:
    """Put `edited` in place of the summaries that together have exactly its span."""
    first, last = edited.covers
    inside = [each for each in summaries if first <= each.covers[0] and each.covers[1] <= last]
    if not inside or (inside[0].covers[0], inside[-1].covers[1]) != edited.covers:
        return summaries
    at = summaries.index(inside[0])
    return (*summaries[:at], edited, *summaries[at + len(inside) :])
