"""Stretches of whole lines of an archive, and the findings of a scan of one stretch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path

from agents.memory.core.records import Compaction, Edit, MicroCompact, Record, Renewal
from agents.memory.log.disk import SystemDisk, open_readonly
from agents.memory.log.segment import find_end, find_next_memory, list_segments
from late.late_dataclass import late_dataclass

#: Bytes of a stretch: about 50,000 memories.
STRETCH = 8 * 1024 * 1024


@late_dataclass(frozen=True, slots=True)
class LineFault:
    """Something wrong at one line."""

    segment: str
    offset: int
    what: str
    serious: bool = True
    """Whether the archive is damaged; otherwise it is only a remark."""


@late_dataclass(frozen=True, slots=True)
class MemoryRun:
    """Memories whose numbers follow each other without a gap."""

    offset: int
    first: int
    last: int


ChangeRecord = Compaction | MicroCompact | Edit | Renewal
"""A record that changes the view; here digests replace the texts of its summaries."""


@late_dataclass(frozen=True, slots=True)
class ViewChange:
    """A record that changes the view, and the offset of its line."""

    offset: int
    record: ChangeRecord


@late_dataclass(frozen=True, slots=True)
class Stretch:
    """Whole lines of a segment: bytes `start` to `end`."""

    path: Path
    start: int
    end: int
    last_of_segment: bool = True

    @property
    def size(self) -> int:
        """Size in bytes."""
        return self.end - self.start


@late_dataclass(slots=True)
class StretchFindings:
    """What the scan of one stretch has found."""

    stretch: Stretch
    kinds: Counter[type[Record]] = field(default_factory=Counter)
    steps: list[MemoryRun | ViewChange] = field(default_factory=list)
    faults: list[LineFault] = field(default_factory=list)
    more: int = 0
    """Faults that are only counted; `worse` of them are serious."""
    worse: int = 0
    torn: int = 0
    """Bytes after the last newline of the segment."""
    heads: dict[str, int] = field(default_factory=dict)
    """Id of a prompt's head → offset of the turn here that carries it."""
    wanted: dict[str, int] = field(default_factory=dict)
    """Id of a head that must stand before this stretch → offset of the first turn that needs it."""
    early: list[tuple[int, int]] = field(default_factory=list)
    """Offset and `after` of the turn before the first memory with the highest `after`."""
    turns: list[int] = field(default_factory=list)
    """Offsets of some turns, spread evenly."""


def split_archive(folder: Path, size: int = STRETCH) -> list[Stretch]:
    """Split the archive in `folder` at line ends into stretches of about `size` bytes."""
    return [part for each in list_segments(folder) for part in _split_segment(each.path, size)]


def _split_segment(path: Path, size: int) -> Iterator[Stretch]:
    disk = SystemDisk()
    with open_readonly(path) as fd:
        end, start = find_end(disk, fd), 0
        while end - start > size:
            found = find_next_memory(disk, fd, start + size, end)
            if found is None:
                break
            yield Stretch(path, start, found[0], last_of_segment=False)
            start = found[0]
        yield Stretch(path, start, end)
