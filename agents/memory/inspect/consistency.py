"""Checks that the stretches of an archive fit together: numbers, spans and the view.

It follows only the numbers of memories, not their texts, so that a long archive need not be held
in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace

from agents.memory.core.records import Compaction, MicroCompact, Renewal, Summary, summaries_in
from agents.memory.core.view import View, apply
from agents.memory.inspect.scan import drop_texts
from agents.memory.inspect.stretches import (
    ChangeRecord,
    LineFault,
    MemoryRun,
    StretchFindings,
    ViewChange,
)
from late.late_dataclass import late_dataclass


@late_dataclass(slots=True)
class ViewSkeleton:
    """The view of a whole log without its texts."""

    view: View = field(default_factory=View)
    """Summaries, with digests for texts, and revision; its tail is empty."""
    tail: list[range] = field(default_factory=list)
    masks: dict[int, str] = field(default_factory=dict)
    """Masked memories of the tail, each with its recorded mask, or empty."""
    last_seq: int = 0

    def add_memories(self, first: int, last: int) -> None:
        """Add memories with these numbers; numbers that are there already are left out."""
        first = max(first, self.last_seq + 1)
        if first <= last:
            self.tail.append(range(first, last + 1))
            self.last_seq = last

    def apply_change(self, record: ChangeRecord) -> None:
        """Apply a record that changes the view."""
        self.view = apply(self.view, record)
        match record:
            case Compaction():
                self._compact(record.covers[1])
            case MicroCompact():
                masks = zip(record.seqs, record.masks or [""] * len(record.seqs), strict=True)
                self.masks |= {seq: mask for seq, mask in masks if self._shows(seq)}
            case _:
                pass

    def _compact(self, end: int) -> None:
        self.tail = [range(max(each.start, end + 1), each.stop) for each in self.tail]
        self.tail = [each for each in self.tail if each]
        self.masks = {seq: mask for seq, mask in self.masks.items() if seq > end}
        self.last_seq = max(self.last_seq, end)

    def _shows(self, seq: int) -> bool:
        return any(seq in each for each in self.tail)

    def find_differences(self, view: View) -> Iterator[str]:
        """Yield the names of what differs between `view` and this log."""
        bare = replace(view, summaries=tuple(map(drop_texts, view.summaries)))
        renewed = None if view.renewed is None else tuple(map(drop_texts, view.renewed))
        rows: tuple[tuple[str, object, object], ...] = (
            ("summaries", self.view.summaries, bare.summaries),
            ("last memory", self.last_seq, view.last_seq),
            ("tail", self._tail(), [each.seq for each in view.tail]),
            ("masked memories", self.masks, {n: view.masks.get(n, "") for n in view.masked}),
            ("revision", self.view.revision, view.revision),
            ("counts", self.view.counts, view.counts),
            ("renewal", self.view.renewed, renewed),
        )
        return (name for name, whole, end in rows if whole != end)

    def _tail(self) -> list[int]:
        return [seq for each in self.tail for seq in each]


class ConsistencyChecker:
    """Checks stretches in their order and collects `faults`."""

    def __init__(self) -> None:
        self.faults: list[LineFault] = []
        self.skeleton = ViewSkeleton()
        self.heads: dict[str, tuple[str, int]] = {}
        """Id of a prompt's head → segment and offset of the turn that carries it."""
        self._texts: dict[str, str] = {}
        self._last = 0
        self._segment = ""

    def add_stretch(self, found: StretchFindings) -> None:
        """Check the next stretch."""
        name = found.stretch.path.name
        if name != self._segment:
            self._segment = name
            self._check_name(found)
        self.faults += found.faults
        self._check_turns(found, name)
        for step in found.steps:
            if isinstance(step, MemoryRun):
                self._take_run(step, name)
            else:
                self._take_change(step, name)

    # --- numbers ------------------------------------------------------------------------

    def _check_name(self, found: StretchFindings) -> None:
        named = int(found.stretch.path.stem)
        first = next((each.first for each in found.steps if isinstance(each, MemoryRun)), None)
        if first is not None and first != named:
            self._add_fault(found.stretch.path.name, 0, f"its name says {named}, and it begins with"
                        f" memory {first}")  # fmt: skip

    def _take_run(self, run: MemoryRun, name: str) -> None:
        if run.first > self._last + 1:
            gone = _name_memories(self._last + 1, run.first - 1)
            self._add_fault(name, run.offset, f"{gone} missing before it")
        elif run.first <= self._last:
            again = _name_memories(run.first, min(run.last, self._last))
            self._add_fault(name, run.offset, f"{again} numbered here again: the first text stands")
        self._last = max(self._last, run.last)
        self.skeleton.add_memories(run.first, run.last)

    def _check_turns(self, found: StretchFindings, name: str) -> None:
        for offset, after in found.early:
            if after > self._last:
                what = f"it follows memory {after}, and the last before it is {self._last}"
                self._add_fault(name, offset, what)
        for head, offset in found.wanted.items():
            if head not in self.heads:
                what = f"the beginning of its prompt ({head}) stands nowhere before it"
                self._add_fault(name, offset, what, serious=False)
        self.heads.update({head: (name, offset) for head, offset in found.heads.items()})

    # --- spans --------------------------------------------------------------------------

    def _take_change(self, change: ViewChange, name: str) -> None:
        record, view = change.record, self.skeleton.view
        for what in self._find_wrong(change.record, view):
            self._add_fault(name, change.offset, what)
        for each in summaries_in(record):
            self._check_summary(each, name, change.offset)
        self.skeleton.apply_change(record)

    def _find_wrong(self, record: ChangeRecord, view: View) -> Iterator[str]:
        if record.after > self._last:
            yield f"it follows memory {record.after}, and the last before it is {self._last}"
        elif record.after < self._last and not isinstance(record, Compaction):
            yield f"it follows memory {record.after}, and stands behind {self._last}"
        if record.revision < view.revision:
            yield f"its revision {record.revision} comes after revision {view.revision}"
        if isinstance(record, Compaction):
            yield from self._find_wrong_span(record, view.covered)
        elif isinstance(record, Renewal):
            yield from _find_wrong_renewal(record, view.covered)

    def _find_wrong_span(self, record: Compaction, covered: int) -> Iterator[str]:
        first, last = record.covers
        span, before = _name_span(first, last), _name_span(1, covered)
        if record.trigger == "redo":
            if record.covers != (1, covered):
                yield f"it makes {span} again, and {before} is summarised"
        elif first != covered + 1:
            yield f"it covers {span}, and {before} was summarised before"
        if last > self._last:
            yield f"it covers {span}, and the last memory is {self._last}"
        end = record.summaries[-1].covers[1] if record.summaries else 0
        if end != last:
            yield f"it covers {span}, and its summaries end at {end}"

    def _check_summary(self, summary: Summary, name: str, offset: int) -> None:
        known = self._texts.setdefault(summary.id, summary.text)
        if known != summary.text:
            self._add_fault(name, offset, f"summary {summary.id} was another text before")
        unknown = [each for each in summary.replaces if each not in self._texts]
        if unknown:
            what = f"summary {summary.id} was made from {unknown[0]}, which stands nowhere before"
            self._add_fault(name, offset, what, serious=False)

    def _add_fault(self, segment: str, offset: int, what: str, serious: bool = True) -> None:
        self.faults.append(LineFault(segment, offset, what, serious))


def _find_wrong_renewal(record: Renewal, covered: int) -> Iterator[str]:
    before, stand_in = _name_span(1, covered), record.stand_in
    if stand_in is not None and stand_in.covers != (1, covered):
        yield f"it stands for {_name_span(*stand_in.covers)}, and {before} is summarised"
    end = record.summaries[-1].covers[1] if record.summaries else 0
    if end > covered:
        yield f"it makes 1 to {end} anew, and {before} is summarised"


def _name_span(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first} to {last}"


def _name_memories(first: int, last: int) -> str:
    return f"memory {first} is" if first == last else f"memories {first} to {last} are"
