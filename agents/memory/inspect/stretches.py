"""An archive in stretches of whole lines, and what a look at one of them finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from agents.memory.core.records import Compaction, Edit, MicroCompact, Record
from agents.memory.log.disk import SystemDisk, open_readonly
from agents.memory.log.segment import find_end, find_next_memory, list_segments

#: Bytes of a stretch: some 50,000 memories.
STRETCH = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class LineFault:
    """Something wrong at one line."""

    segment: str
    offset: int
    what: str
    serious: bool = True
    """Whether the archive is not sound; else it is only worth knowing."""


@dataclass(frozen=True, slots=True)
class MemoryRun:
    """Memories that follow each other without a gap."""

    offset: int
    first: int
    last: int


ChangeRecord = Compaction | MicroCompact | Edit
"""A record that changes the view; the texts of its summaries are digests here."""


@dataclass(frozen=True, slots=True)
class ViewChange:
    """Such a record and its line."""

    offset: int
    record: ChangeRecord


@dataclass(frozen=True, slots=True)
class Stretch:
    """Whole lines of a segment: bytes `start` to `end`."""

    path: Path
    start: int
    end: int
    last_of_segment: bool = True

    @property
    def size(self) -> int:
        """Bytes."""
        return self.end - self.start


@dataclass(slots=True)
class StretchFindings:
    """What one stretch holds."""

    stretch: Stretch
    kinds: Counter[type[Record]] = field(default_factory=Counter)
    steps: list[MemoryRun | ViewChange] = field(default_factory=list)
    faults: list[LineFault] = field(default_factory=list)
    more: int = 0
    """Faults beyond those that are told; of them serious ones: `worse`."""
    worse: int = 0
    torn: int = 0
    """Bytes behind the last newline of the segment."""
    heads: dict[str, int] = field(default_factory=dict)
    """Beginnings of prompts that a turn here brings, by id, and where."""
    wanted: dict[str, int] = field(default_factory=dict)
    """Beginnings that turns here share with a turn before this stretch, and where first."""
    early: list[tuple[int, int]] = field(default_factory=list)
    """Offset and `after` of the turns before the first memory: the highest `after` alone."""
    turns: list[int] = field(default_factory=list)
    """Where some turns are, spread evenly."""


def split_archive(folder: Path, size: int = STRETCH) -> list[Stretch]:
    """The archive in `folder`, parted at line ends into stretches of about `size` bytes."""
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
