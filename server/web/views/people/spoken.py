"""What people say to each other aloud, counted by pair from the files of the chronicle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from agents.memory.log.disk import SystemDisk, open_readonly
from agents.memory.log.segment import find_end, read_forwards
from late.late_dataclass import late_dataclass
from server.chronicle.entry import SPEECH_MARK, BadEntry, ChronicleEntry, decode_entry

SpokenPair = tuple[str, str]
"""Two people, in the order of their names."""


@late_dataclass(frozen=True, slots=True)
class SpokenCount:
    """What one of two said in the other's hearing."""

    lines: int
    first: datetime
    last: datetime

    def plus(self, more: SpokenCount) -> SpokenCount:
        """Return both together."""
        first, last = min(self.first, more.first), max(self.last, more.last)
        return SpokenCount(self.lines + more.lines, first, last)


@late_dataclass(frozen=True, slots=True)
class SpokenStretch:
    """What was counted in a part of a file, and where the part ends."""

    counts: Mapping[SpokenPair, SpokenCount]
    end: int


def count_spoken(path: Path, start: int, most: int) -> SpokenStretch:
    """Count the whole lines from byte `start` on, until `most` bytes are read. It blocks.

    Only people count: what an agent says or hears is in its own memory. Raises `OSError`.
    """
    counts: dict[SpokenPair, SpokenCount] = {}
    disk, at = SystemDisk(), start
    with open_readonly(path) as fd:
        for offset, line in read_forwards(disk, fd, start, find_end(disk, fd)):
            for pair, said in _count_line(line):
                counts[pair] = counts[pair].plus(said) if pair in counts else said
            at = offset + len(line) + 1
            if at - start >= most:
                break
    return SpokenStretch(counts, at)


def count_files(places: Sequence[tuple[Path, int]], most: int) -> list[SpokenStretch]:
    """Count files from a byte on, one after the other, until `most` bytes are read. It blocks.

    Returns a stretch for each file that was begun. Raises `OSError`.
    """
    found: list[SpokenStretch] = []
    for path, start in places:
        if most <= 0:
            break
        found.append(count_spoken(path, start, most))
        most -= found[-1].end - start
    return found


def _count_line(line: bytes) -> Iterator[tuple[SpokenPair, SpokenCount]]:
    entry = _decode(line) if SPEECH_MARK in line else None
    if entry is None or not entry.is_speech or entry.actor_kind != "person":
        return
    said = SpokenCount(1, entry.at, entry.at)
    for other in set(entry.people) - {entry.actor}:
        yield (min(entry.actor, other), max(entry.actor, other)), said


def _decode(line: bytes) -> ChronicleEntry | None:
    try:
        return decode_entry(line)
    except BadEntry:  # a person's own line
        return None
