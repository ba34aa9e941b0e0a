"""Reads the lines of an archive by place, forwards and backwards, without writing anything.

So it can run beside a server and in a read-only folder.  Unreadable lines are skipped; `faults`
says where they are and what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from agents.clock import SystemClock
from agents.memory.core.records import Experience, Record
from agents.memory.log.codec import ArchiveRefused, BadRecord, decode, read_memory_number
from agents.memory.log.disk import Disk, SystemDisk, open_readonly
from agents.memory.log.reader import ArchiveReader
from agents.memory.log.segment import (
    LineAt,
    Segment,
    find_end,
    find_offset,
    list_segments,
    read_backwards,
    read_forwards,
)


class LinePlace(NamedTuple):
    """Where a line begins: the index of its segment, and the byte in it."""

    segment: int
    offset: int


BEGIN = LinePlace(0, 0)


class ReadOnlyReader(ArchiveReader):
    """An `ArchiveReader` that lists unreadable lines in `rejected` and writes no copies."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        super().__init__(folder, SystemClock(), disk or SystemDisk(), _ignore)

    def _reject(self, segment: str, offset: int, line: bytes, why: str) -> None:
        self.rejected[segment, offset] = why


def _ignore(line: str) -> None:
    """Discard a log line: `rejected` has the same."""


class LineReader:
    """Reads the whole lines of an archive as its folder is now."""

    def __init__(self, folder: Path, disk: Disk | None = None) -> None:
        self.folder = folder
        self.segments: list[Segment] = list_segments(folder)
        self.faults: dict[LinePlace, str] = {}
        """Place → why `decode_line` could not read the line there."""
        self._disk = disk or SystemDisk()

    def forwards(self, start: LinePlace = BEGIN) -> Iterator[tuple[LinePlace, bytes]]:
        """Yield every line from the one at `start` on, in order."""
        for number in range(start.segment, len(self.segments)):
            offset = start.offset if number == start.segment else 0
            for at, line in self._read_forwards(number, offset):
                yield LinePlace(number, at), line

    def backwards(self, before: LinePlace | None = None) -> Iterator[tuple[LinePlace, bytes]]:
        """Yield every line before the one at `before` (None: the end), the last first."""
        last = len(self.segments) - 1 if before is None else before.segment
        for number in range(last, -1, -1):
            end = before.offset if before and number == before.segment else None
            for at, line in self._read_backwards(number, end):
                yield LinePlace(number, at), line

    def find_place(self, seq: int) -> LinePlace:
        """Return the place of a line at or shortly before memory `seq`; the end if it is newer."""
        number = max((n for n, each in enumerate(self.segments) if each.first <= seq), default=0)
        if not self.segments:
            return LinePlace(0, 0)
        with self._open(number) as fd:
            end = find_end(self._disk, fd)
            offset = find_offset(self._disk, fd, seq, end)
        return LinePlace(number, offset)

    def decode_line(self, place: LinePlace, line: bytes) -> Record | None:
        """Return the record on a line; None if it is unreadable, which adds a fault.

        Raises `ArchiveRefused`.
        """
        try:
            return decode(line)
        except BadRecord as error:
            self.faults[place] = str(error)
            return None
        except ArchiveRefused as refused:
            raise ArchiveRefused(f"{self.describe_place(place)}: {refused}") from refused

    def memories(self, first: int, last: int) -> Iterator[Experience]:
        """Yield the memories from number `first` to `last`, both included, in order."""
        for place, line in self.forwards(self.find_place(first)):
            number = read_memory_number(line)
            if number is None or number < first:
                continue
            if number > last:
                return
            record = self.decode_line(place, line)
            if isinstance(record, Experience):
                yield record

    def describe_place(self, place: LinePlace) -> str:
        """Return a place in words for messages: segment and byte."""
        return f"{self.segments[place.segment].path.name}, byte {place.offset}"

    def _read_forwards(self, number: int, offset: int) -> Iterator[LineAt]:
        with self._open(number) as fd:
            yield from read_forwards(self._disk, fd, offset, find_end(self._disk, fd))

    def _read_backwards(self, number: int, end: int | None) -> Iterator[LineAt]:
        with self._open(number) as fd:
            stop = find_end(self._disk, fd) if end is None else end
            yield from read_backwards(self._disk, fd, stop)

    def _open(self, number: int) -> AbstractContextManager[int]:
        return open_readonly(self.segments[number].path)
