"""Who may read which lines of the chronicle.

What agents do among themselves is for everybody.  What people said and did, and what was said to
them, is read again by those who were there: a room with open doors is no stage.  Administrators
read all of it.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from late.late_dataclass import late_dataclass
from server.chronicle.entry import ChronicleEntry


@late_dataclass(frozen=True, slots=True)
class ChronicleReader:
    """Somebody who reads the chronicle."""

    name: str
    administrator: bool = False
    since: datetime | None = None
    """Of a guest, whose name others had before: since when it is this one; None: always."""

    def may_read(self, entry: ChronicleEntry) -> bool:
        """Return whether this reader may read `entry`."""
        if not self.may_read_of(entry.people):
            return False
        anybody = self.administrator or not entry.people
        return anybody or self.since is None or entry.at >= self.since

    def may_read_of(self, people: Collection[str]) -> bool:
        """Return whether a reader who has always had this name may read what these people saw."""
        return self.administrator or not people or self.name in people
