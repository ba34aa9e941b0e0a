"""Reads an archive: its end for the view, any span of it, or a sample of the whole.

The reader holds no more of the log in memory than a block of a segment.  An unreadable line stays
where it is; a copy is quarantined with its position, and reading goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

from agents.boundaries import Clock
from agents.event_line import tell_event, tell_of_memory
from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    Record,
    Renewal,
    SummaryChange,
    Turn,
)
from agents.memory.log.codec import (
    ArchiveRefused,
    BadRecord,
    decode,
    find_record_type,
    format_moment,
    is_readable_json,
    read_memory_number,
)
from agents.memory.log.disk import Disk, open_readonly
from agents.memory.log.quarantine import append_entry, has_entry, show_bytes
from agents.memory.log.segment import (
    Segment,
    find_end,
    find_next_memory,
    find_offset,
    list_segments,
    read_backwards,
    read_forwards,
)

#: So many lines are read for the latest turns: an agent may have remembered much and done little.
TURN_LINES = 4000


class ArchiveReader:
    """Reads the archive in one folder. Every method may be used from any thread."""

    def __init__(self, folder: Path, clock: Clock, disk: Disk, log: Callable[[str], None]) -> None:
        self.rejected: dict[tuple[str, int], str] = {}
        """Segment name and byte offset → why the line there cannot be read."""
        self._folder = folder
        self._clock = clock
        self._disk = disk
        self._log = log

    def read_tail(self) -> list[Record]:
        """Return the end of the log from which the whole view can be folded, in order.

        Reads backwards only to the last compaction and the first memory that it does not cover.
        Raises `ArchiveRefused`.
        """
        found: list[Record] = []
        covered: int | None = None
        for record in self._records_backwards():
            found.append(record)
            if covered is None and isinstance(record, Compaction):
                covered = record.covers[1]
            if covered is not None and _is_before_tail(record, covered):
                break
        found.reverse()
        return found

    def _records_backwards(self) -> Iterator[Record]:
        for segment, offset, line in self._lines_backwards():
            record = self._decode(segment, offset, line)
            if record is not None:
                yield record

    def _lines_backwards(self) -> Iterator[tuple[Segment, int, bytes]]:
        for segment in reversed(list_segments(self._folder)):
            with open_readonly(segment.path) as fd:
                for offset, line in read_backwards(self._disk, fd, find_end(self._disk, fd)):
                    yield segment, offset, line

    def iterate(self, after: int = 0) -> Iterator[Record]:
        """Yield every record from memory `after` + 1 on, in order.

        Records between memory `after` and the next may come first.  Raises `ArchiveRefused`.
        """
        found = list_segments(self._folder)
        begin = max((n for n, each in enumerate(found) if each.first <= after + 1), default=0)
        for segment in found[begin:]:
            yield from self._records(segment, after + 1)

    def _records(self, segment: Segment, seq: int) -> Iterator[Record]:
        with open_readonly(segment.path) as fd:
            end = find_end(self._disk, fd)
            start = find_offset(self._disk, fd, seq, end) if segment.first < seq else 0
            for offset, line in read_forwards(self._disk, fd, start, end):
                number = read_memory_number(line)
                if number is not None and number < seq:
                    continue
                record = self._decode(segment, offset, line)
                if record is not None:
                    yield record

    def read(self, first: int, last: int) -> list[Experience]:
        """Return the memories `first` to `last`, both included."""
        found: list[Experience] = []
        for record in self.iterate(first - 1):
            if isinstance(record, Experience):
                if record.seq > last:
                    break
                found.append(record)
        return found

    def summary_changes(self) -> Iterator[SummaryChange]:
        """Yield the records that carry summaries, the newest first.

        A line that is unreadable or of a newer version is skipped and noted in `rejected`.
        """
        for segment, offset, line in self._lines_backwards():
            if find_record_type(line) in (Compaction, Edit, Renewal):
                record = self._decode_or_note(segment, offset, line)
                if isinstance(record, SummaryChange):
                    yield record

    def lines(self, *kinds: type[Record]) -> Iterator[bytes]:
        """Yield the lines of the whole log, or of these kinds, in order and undecoded."""
        for segment in list_segments(self._folder):
            with open_readonly(segment.path) as fd:
                for _, line in read_forwards(self._disk, fd, 0, find_end(self._disk, fd)):
                    if not kinds or find_record_type(line) in kinds:
                        yield line

    def find_last(self, *kinds: type[Record]) -> bytes | None:
        """Return the last line of these kinds, undecoded; None if there is none."""
        lines = (line for _, _, line in self._lines_backwards())
        return next((line for line in lines if find_record_type(line) in kinds), None)

    def latest_turns(self, count: int) -> list[Turn]:
        """Return the newest `count` turns among the last `TURN_LINES` lines, the oldest first.

        A line that is unreadable or of a newer version is skipped and noted in `rejected`.
        """
        found: list[Turn] = []
        for segment, offset, line in islice(self._lines_backwards(), TURN_LINES):
            if find_record_type(line) is Turn:
                record = self._decode_or_note(segment, offset, line)
                found += [record] if isinstance(record, Turn) else []
            if len(found) == count:
                break
        found.reverse()
        return found

    def look_over(self) -> None:
        """Read the whole log and quarantine every unreadable line; may run in a thread.

        Otherwise nothing before the last compaction would be read until a recall.  A line of a
        newer version is only noted in `rejected`.
        """
        for segment in list_segments(self._folder):
            with open_readonly(segment.path) as fd:
                for offset, line in read_forwards(self._disk, fd, 0, find_end(self._disk, fd)):
                    if not is_readable_json(line):
                        self._decode_or_note(segment, offset, line)

    def sample(self, count: int, rng: Random) -> list[Experience]:
        """Return about `count` memories spread over the whole archive, in order, at little cost.

        Takes one memory from each of `count` equally long stretches of the archive; a small
        archive gives fewer.
        """
        found = list_segments(self._folder)
        total = sum(each.size for each in found)
        picked: dict[int, Experience] = {}
        for stretch in range(count):
            place = (stretch + rng.random()) / count
            memory = self._find_near(found, int(place * total))
            if memory is not None:
                picked[memory.seq] = memory
        return [picked[seq] for seq in sorted(picked)]

    def _find_near(self, found: list[Segment], offset: int) -> Experience | None:
        for segment in found:
            if offset < segment.size:
                return self._find_first_after(segment, offset)
            offset -= segment.size
        return None

    def _find_first_after(self, segment: Segment, offset: int) -> Experience | None:
        """Return the first memory after `offset`, or the segment's first if none follows."""
        with open_readonly(segment.path) as fd:
            end = find_end(self._disk, fd)
            line = find_next_memory(self._disk, fd, offset, end) or find_next_memory(
                self._disk, fd, 0, end
            )
        record = self._decode(segment, line[0], line[2]) if line else None
        return record if isinstance(record, Experience) else None

    def _decode(self, segment: Segment, offset: int, line: bytes) -> Record | None:
        try:
            return decode(line)
        except BadRecord as error:
            self._reject(segment.path.name, offset, line, str(error))
            return None
        except ArchiveRefused as refused:
            where = f"{segment.path.name}, byte {offset}"
            raise ArchiveRefused(f"{where}: {refused}") from refused

    def _decode_or_note(self, segment: Segment, offset: int, line: bytes) -> Record | None:
        """Return the record on a line; None if it is unreadable or newer, which is noted."""
        try:
            return decode(line)
        except (BadRecord, ArchiveRefused) as error:
            self._reject(segment.path.name, offset, line, str(error))
            return None

    def _reject(self, segment: str, offset: int, line: bytes, why: str) -> None:
        """Quarantine a copy of an unreadable line; the archive itself only grows."""
        if (segment, offset) in self.rejected:
            return
        self.rejected[segment, offset] = why
        aside = self._folder / f"{segment}.rejected"
        what = f"{segment}, byte {offset}: {why}"
        if not has_entry(aside, offset):
            entry = {"at": format_moment(self._clock.now()), "offset": offset, "why": why}
            try:
                append_entry(aside, {**entry, "line": show_bytes(line)})
            except OSError as error:
                what += f" (and {aside.name} cannot be written: {error.strerror})"
        what += f"; the line is set aside to {aside.name}, the rest is read"
        known = {"file": segment, "offset": offset, "error": why, "aside": aside.name}
        told = tell_event("memory.unreadable", what, "error", **known)
        self._log(tell_of_memory(self._folder.parent.name, told, "ERROR: "))


def _is_before_tail(record: Record, covered: int) -> bool:
    """Return whether nothing before `record` can belong to the tail after memory `covered`.

    Only memories decide this: a turn or a compaction may stand in the log after memories that
    were recorded while its reply or its sync was awaited.
    """
    return isinstance(record, Experience) and record.seq <= covered + 1
