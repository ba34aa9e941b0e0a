"""What an agent carries in its prompt: a pure function of its archive.

`fold` of the whole log, `fold` of its end from the last compaction's tail on, and `apply`
record by record all give the same view.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from agents.memory.records import (
    Compaction,
    Counts,
    Edit,
    Experience,
    MicroCompact,
    Record,
    Summary,
)


@dataclass(frozen=True, slots=True)
class View:
    """Summaries and verbatim tail; together they hold every memory exactly once."""

    summaries: tuple[Summary, ...] = ()
    """Oldest first, joined without a gap from memory 1."""
    tail: tuple[Experience, ...] = ()
    """The memories that no summary covers, oldest first."""
    masked: frozenset[int] = frozenset()
    """Memories of the tail whose bulky output is shown as a placeholder."""
    last_seq: int = 0
    revision: int = 0
    """How often anything but a new memory has changed the view, over its whole life."""
    counts: Counts = field(default_factory=Counts)
    compacted: Compaction | None = None
    """The last compaction."""

    @property
    def longterm(self) -> Summary | None:
        """The summary of everything before `recent`."""
        return self._of_type("longterm")

    @property
    def recent(self) -> Summary | None:
        """The summary of what came just before the tail."""
        return self._of_type("recent")

    @property
    def covered(self) -> int:
        """The last memory that a summary covers; 0 if none does."""
        return self.summaries[-1].covers[1] if self.summaries else 0

    def _of_type(self, wanted: str) -> Summary | None:
        return next((each for each in self.summaries if each.type == wanted), None)


def fold(records: Iterable[Record]) -> View:
    """The view after `records`, which are a whole log or its end (see `Archive.read_tail`)."""
    view = View()
    for record in records:
        view = apply(view, record)
    return view


def apply(view: View, record: Record) -> View:
    """The view after one more record."""
    match record:
        case Experience():
            return _remember(view, record)
        case Compaction():
            return _compact(view, record)
        case MicroCompact():
            return _mask(view, record)
        case Edit():
            return _edit(view, record)
        case _:
            return view


def missing(view: View) -> int:
    """How many memories are in no summary and not in the tail: 0 in a sound archive."""
    return view.last_seq - view.covered - len(view.tail)


def _remember(view: View, memory: Experience) -> View:
    if memory.seq <= view.last_seq:
        return view  # a number that was already taken: only a damaged archive has one
    return replace(view, tail=(*view.tail, memory), last_seq=memory.seq)


def _compact(view: View, record: Compaction) -> View:
    end = record.covers[1]
    tail = tuple(each for each in view.tail if each.seq > end)
    return replace(
        view,
        summaries=record.summaries,
        tail=tail,
        masked=frozenset(seq for seq in view.masked if seq > end),
        last_seq=max(view.last_seq, end),
        revision=record.revision,
        counts=record.counts,
        compacted=record,
    )


def _mask(view: View, record: MicroCompact) -> View:
    shown = {each.seq for each in view.tail}
    masked = view.masked | shown.intersection(record.seqs)
    return replace(view, masked=masked, revision=record.revision)


def _edit(view: View, record: Edit) -> View:
    edited = record.summary
    summaries = tuple(
        edited if each.type == edited.type and each.covers == edited.covers else each
        for each in view.summaries
    )
    if summaries == view.summaries:
        return replace(view, revision=record.revision)
    counts = replace(view.counts, human=view.counts.human + 1)
    return replace(view, summaries=summaries, revision=record.revision, counts=counts)
