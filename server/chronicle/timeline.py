"""Finds lines of JSON by their time, in files whose lines are in the order of time.

Only a few blocks are read, however long the files are.  Everything here blocks: it runs in threads.
Where a clock was set back, a line may be found a little early or late.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path

from agents.memory.log.disk import Disk, SystemDisk, open_readonly
from agents.memory.log.segment import find_end, read_backwards, read_forwards
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

NEAR = 8192
"""Bytes within which lines are looked at one by one."""

PROBE = 2048
"""Bytes in which a whole line mostly stands; only where none does, more is read."""

_AT = late_pattern(rb'"at":"([^"]{10,40})"')


@late_dataclass(frozen=True, slots=True)
class TimelinePlace:
    """Where a line begins: which of the files, and the offset in it."""

    file: int
    offset: int


@late_dataclass(frozen=True)
class Timeline:
    """Files in the order of time. Methods raise `OSError`; moments are aware."""

    paths: Sequence[Path]
    disk: Disk = field(default_factory=SystemDisk)

    def find(self, moment: datetime) -> TimelinePlace:
        """Return where the first line at or after `moment` begins, or where the last file ends."""
        low, high = 0, len(self.paths)
        while high - low > 1:
            middle = (low + high) // 2
            # A file without a line with a time, such as an empty one, tells nothing: the next does.
            firsts = ((each, self._find_first(each)) for each in range(middle, high))
            file, first = next((each for each in firsts if each[1] is not None), (middle, None))
            if first is not None and first < moment:
                low = file
            else:
                high = middle
        return TimelinePlace(low, self._find_in(low, moment)) if self.paths else TimelinePlace(0, 0)

    def read_forwards(self, place: TimelinePlace) -> Iterator[tuple[TimelinePlace, bytes]]:
        """Yield the lines from `place` on, each with the place behind it."""
        for file in range(place.file, len(self.paths)):
            with open_readonly(self.paths[file]) as fd:
                start = place.offset if file == place.file else 0
                for offset, line in read_forwards(self.disk, fd, start, find_end(self.disk, fd)):
                    yield TimelinePlace(file, offset + len(line) + 1), line

    def read_backwards(self, place: TimelinePlace) -> Iterator[bytes]:
        """Yield the lines before `place`, the last first."""
        for file in range(min(place.file, len(self.paths) - 1), -1, -1):
            with open_readonly(self.paths[file]) as fd:
                end = place.offset if file == place.file else find_end(self.disk, fd)
                for _, line in read_backwards(self.disk, fd, end):
                    yield line

    def find_span(self) -> tuple[datetime, datetime] | None:
        """Return the times of the first and the last line; None: there is none."""
        ahead = (read_time(line) for _, line in self.read_forwards(TimelinePlace(0, 0)))
        first = next(filter(None, ahead), None)
        last = self._find_last()
        return (first, last) if first is not None and last is not None else None

    def measure(self, moments: Sequence[datetime]) -> list[int]:
        """Return how many bytes lie before each of the moments."""
        before = [0]
        for path in self.paths:
            before.append(before[-1] + path.stat().st_size)
        places = [self.find(moment) for moment in moments]
        return [before[place.file] + place.offset for place in places]

    def _find_last(self) -> datetime | None:
        for file in range(len(self.paths) - 1, -1, -1):
            with open_readonly(self.paths[file]) as fd:
                back = read_backwards(self.disk, fd, find_end(self.disk, fd))
                last = next(filter(None, (read_time(line) for _, line in back)), None)
            if last is not None:
                return last
        return None

    def _find_first(self, file: int) -> datetime | None:
        with open_readonly(self.paths[file]) as fd:
            time = read_time(self.disk.read_at(fd, PROBE, 0).partition(b"\n")[0])
            if time is not None:
                return time
            lines = read_forwards(self.disk, fd, 0, find_end(self.disk, fd))
            return next(filter(None, (read_time(line) for _, line in lines)), None)

    def _find_in(self, file: int, moment: datetime) -> int:
        with open_readonly(self.paths[file]) as fd:
            end = find_end(self.disk, fd)
            low, high = 0, end
            while high - low > NEAR:
                middle = (low + high) // 2
                found = self._find_next(fd, middle, high)
                if found is None:
                    break
                begins, behind, time = found
                low, high = (low, begins) if time >= moment else (behind, high)
            return self._look(fd, low, end, moment)

    def _find_next(self, fd: int, offset: int, end: int) -> tuple[int, int, datetime] | None:
        """Return the first line with a time that begins behind `offset`: its bounds and time."""
        block = self.disk.read_at(fd, min(PROBE, end - offset), offset)
        begins = block.find(b"\n") + 1
        behind = block.find(b"\n", begins) + 1
        time = read_time(block[begins:behind]) if begins and behind else None
        if time is not None:
            return offset + begins, offset + behind, time
        return self._search(fd, offset, end)

    def _search(self, fd: int, offset: int, end: int) -> tuple[int, int, datetime] | None:
        lines = read_forwards(self.disk, fd, offset, end)
        next(lines, None)  # the rest of the line that holds the offset
        for begins, line in lines:
            time = read_time(line)
            if time is not None:
                return begins, begins + len(line) + 1, time
        return None

    def _look(self, fd: int, start: int, end: int, moment: datetime) -> int:
        for begins, line in read_forwards(self.disk, fd, start, end):
            time = read_time(line)
            if time is not None and time >= moment:
                return begins
        return end


def read_time(line: bytes) -> datetime | None:
    """Return the time of a line; None: it has none."""
    found = _AT.search(line)
    try:
        time = datetime.fromisoformat(found[1].decode("ascii", "replace")) if found else None
    except ValueError:
        return None
    return time.replace(tzinfo=UTC) if time is not None and time.tzinfo is None else time
