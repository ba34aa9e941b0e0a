"""Finds lines in one segment of an archive without reading all of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from agents.memory.log.codec import read_memory_number
from agents.memory.log.disk import Disk
from late.late_dataclass import late_dataclass

#: Bytes per read. A tail of 128 memories with their turns takes a few blocks.
BLOCK = 64 * 1024

LineAt = tuple[int, bytes]
"""Where a line begins in its file, and its bytes without the newline."""


@late_dataclass(frozen=True, slots=True)
class Segment:
    """A segment file found in the archive's folder."""

    path: Path
    first: int
    """The first memory number that it may hold, from its name."""

    @property
    def size(self) -> int:
        """The present size in bytes."""
        return self.path.stat().st_size


def list_segments(folder: Path) -> list[Segment]:
    """Return the segments in `folder`, oldest first; other files are ignored."""
    paths = sorted(folder.glob("*.jsonl"))
    return [Segment(path, int(path.stem)) for path in paths if _is_name(path.stem)]


def segment_path(folder: Path, first: int) -> Path:
    """Return the path of the segment that begins with memory `first`."""
    return folder / f"{first:012d}.jsonl"


def _is_name(stem: str) -> bool:
    return len(stem) == 12 and stem.isascii() and stem.isdigit()


def find_end(disk: Disk, fd: int) -> int:
    """Return the offset after the last newline: a line may be half-written while it is read."""
    end = os.fstat(fd).st_size
    while end > 0:
        start = max(0, end - 4096)
        found = disk.read_at(fd, end - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def read_backwards(disk: Disk, fd: int, end: int) -> Iterator[LineAt]:
    """Yield the whole lines before `end`, the last first. `end` must follow a newline."""
    buffered, start = b"", end
    while start > 0:
        size = min(BLOCK, start)
        start -= size
        buffered = disk.read_at(fd, size, start) + buffered
        # The bytes before the first newline may continue a line of the block before.
        keep = buffered.find(b"\n") + 1 if start else 0
        yield from _split_backwards(buffered[keep:], start + keep)
        buffered = buffered[:keep]


def _split_backwards(block: bytes, offset: int) -> Iterator[LineAt]:
    end = len(block)
    while end > 0:
        begin = block.rfind(b"\n", 0, end - 1) + 1
        yield offset + begin, block[begin : end - 1]
        end = begin


def read_forwards(disk: Disk, fd: int, start: int, end: int) -> Iterator[LineAt]:
    """Yield the whole lines from `start`, the beginning of a line, to `end`."""
    buffered, offset = b"", start
    while offset + len(buffered) < end:
        at = offset + len(buffered)
        block = disk.read_at(fd, min(BLOCK, end - at), at)
        if not block:
            return
        *lines, rest = (buffered + block).split(b"\n")
        for line in lines:
            yield offset, line
            offset += len(line) + 1
        buffered = rest


def find_next_memory(disk: Disk, fd: int, offset: int, end: int) -> tuple[int, int, bytes] | None:
    """Return the first memory whose line begins after byte `offset` (or at 0), or None.

    It comes as offset, number and line.
    """
    begin = _next_line(disk, fd, offset, end) if offset else 0
    for at, line in read_forwards(disk, fd, begin, end):
        number = read_memory_number(line)
        if number is not None:
            return at, number, line
    return None


def _next_line(disk: Disk, fd: int, offset: int, end: int) -> int:
    while offset < end:
        block = disk.read_at(fd, min(4096, end - offset), offset)
        found = block.find(b"\n")
        if found >= 0 or not block:
            return offset + found + 1 if block else end
        offset += len(block)
    return end


def find_offset(disk: Disk, fd: int, seq: int, end: int) -> int:
    """Return the offset of a line at or shortly before the line of memory `seq`."""
    low, high, best = 0, end, 0
    while high - low > BLOCK:
        middle = (low + high) // 2
        found = find_next_memory(disk, fd, middle, end)
        if found is None or found[1] >= seq:
            high = middle
        else:
            low, best = middle, found[0]
    return best
