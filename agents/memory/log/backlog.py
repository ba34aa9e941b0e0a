"""The backlog: records that could not be written, in order, until the disk takes them again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from datetime import datetime

from agents.memory.core.records import Experience, JournalNote, Record, Turn
from agents.memory.log.codec import encode

#: Bytes of lines that wait at most, for each agent: as much as a segment of the archive.  What
#: comes after that is lost.
BACKLOG_BYTES = 8 * 1024 * 1024


class Backlog:
    """Keeps unwritten records up to a bound, and counts the experiences beyond it."""

    def __init__(self, limit: int = BACKLOG_BYTES) -> None:
        self.limit = limit
        self.lost = 0
        """Experiences for which there was no room."""
        self.lost_from: datetime | None = None
        self.lost_to: datetime | None = None
        """When the first and the last of them happened."""
        self.saved = 0
        """Experiences that waited and were written."""
        self._records: deque[tuple[Record, int]] = deque()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._records)

    def keep(self, record: Record) -> bool:
        """Keep `record` behind the others; False if it must be written at once or has no room.

        Only memories, turns and notes of the journal may wait.  Everything else changes what is
        shown of memories on disk, so it must be on disk itself before it counts.
        """
        if not isinstance(record, Experience | Turn | JournalNote):
            return False
        size = len(encode(record))
        if self._bytes + size > self.limit:
            if isinstance(record, Experience):
                self._lose(record.at)
            return False
        self._records.append((record, size))
        self._bytes += size
        return True

    def write(self, append: Callable[[Record], None]) -> None:
        """Let `append` write the records, oldest first.

        An exception of `append` goes on to the caller; what is not written stays.
        """
        while self._records:
            record, size = self._records[0]
            append(record)
            self._records.popleft()
            self._bytes -= size
            self.saved += isinstance(record, Experience)

    def experiences(self) -> tuple[Experience, ...]:
        """Return the memories that wait; may be used from any thread."""
        waiting = self._records.copy()
        return tuple(each for each, _ in waiting if isinstance(each, Experience))

    def describe_losses(self) -> str:
        """Return what was lost, and when; empty if nothing was.

        ``37 experiences (2026-01-01 14:02:11 to 2026-01-01 14:31:05 UTC)``
        """
        if self.lost_from is None or self.lost_to is None:
            return ""
        first, last = (f"{at:%Y-%m-%d %H:%M:%S}" for at in (self.lost_from, self.lost_to))
        return f"{count_experiences(self.lost)} ({first} to {last} UTC)"

    def _lose(self, at: datetime) -> None:
        self.lost += 1
        self.lost_from = self.lost_from or at
        self.lost_to = at


def count_experiences(count: int) -> str:
    """Return a number of experiences in words."""
    return "1 experience" if count == 1 else f"{count} experiences"
