"""Reading an archive: its end for the view, any span of it, or a sample of the whole.

Nothing here needs more of the log in memory than a block of a segment.  A line that cannot
be read is set aside with its position and left where it is; the rest is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from agents.boundaries import Clock
from agents.memory.core.records import Compaction, Edit, Experience, Record
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
        """The end of the log from which the whole view can be folded, in order.

        Read backwards to the last compaction and on to the first memory that it does not
        cover, no further.  Raises `ArchiveRefused`.
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
        """Every record from memory `after` + 1 on, in order; from any thread.

        Records between the two memories may come first.  Raises `ArchiveRefused`.
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
        """The memories `first` to `last`, both included; from any thread."""
        found: list[Experience] = []
        for record in self.iterate(first - 1):
            if isinstance(record, Experience):
                if record.seq > last:
                    break
                found.append(record)
        return found

    def summary_changes(self) -> Iterator[Compaction | Edit]:
        """The records that carry summaries, the newest first.

        A line that cannot be read, or is of a newer version, is passed over and noted.
        """
        for segment, offset, line in self._lines_backwards():
            if find_record_type(line) in (Compaction, Edit):
                record = self._decode_or_note(segment, offset, line)
                if isinstance(record, Compaction | Edit):
                    yield record

    def lines(self, kind: type[Record] | None = None) -> Iterator[bytes]:
        """The whole log's lines, or those of one kind, in order, undecoded; from any thread."""
        for segment in list_segments(self._folder):
            with open_readonly(segment.path) as fd:
                for _, line in read_forwards(self._disk, fd, 0, find_end(self._disk, fd)):
                    if kind is None or find_record_type(line) is kind:
                        yield line

    def look_over(self) -> None:
        """Set aside every line of the whole log that cannot be read; may run in a thread.

        What is behind the last compaction is never read otherwise, until somebody recalls it.
        A line of a newer version is noted as well, and left as it is.
        """
        for segment in list_segments(self._folder):
            with open_readonly(segment.path) as fd:
                for offset, line in read_forwards(self._disk, fd, 0, find_end(self._disk, fd)):
                    if not is_readable_json(line):
                        self._decode_or_note(segment, offset, line)

    def sample(self, count: int, rng: Random) -> list[Experience]:
        """About `count` memories spread over the whole archive, in order, at little cost.

        The archive is parted into `count` stretches of equal size and one memory is taken
        from each; fewer come back from a small archive.
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
        """The memory after `offset`, or the segment's first when none follows."""
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
        """The record on a line, or None; one of a newer version is noted, too."""
        try:
            return decode(line)
        except (BadRecord, ArchiveRefused) as error:
            self._reject(segment.path.name, offset, line, str(error))
            return None

    def _reject(self, segment: str, offset: int, line: bytes, why: str) -> None:
        """Keep a copy of an unreadable line; it stays where it is, for the archive only grows."""
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
        self._log(
            f"[Memory] ERROR: {self._folder.parent.name}: {what}; the line is set aside to"
            f" {aside.name}, the rest is read"
        )


def _is_before_tail(record: Record, covered: int) -> bool:
    """Whether nothing that stands before `record` can belong to the tail behind `covered`.

    Memories alone tell: a turn is written when its reply comes, a compaction once its memories
    are synced, and others may have come by then.
    """
    return isinstance(record, Experience) and record.seq <= covered + 1
