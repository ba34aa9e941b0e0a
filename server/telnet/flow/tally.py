"""Counts what happens again and again, so that the log has one line of it a minute."""

from __future__ import annotations

from collections.abc import Callable

REPORT_SECONDS = 60.0
"""Seconds between two log lines about the same."""


class Tally:
    """Counts one kind of event."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._count = 0
        self._report_at = float("-inf")

    def add(self, count: int = 1) -> int:
        """Count; return how many to report now, 0: nothing, because it was reported lately."""
        self._count += count
        now = self._seconds()
        if now < self._report_at:
            return 0
        self._report_at = now + REPORT_SECONDS
        reported, self._count = self._count, 0
        return reported


def times(count: int) -> str:
    """Return the end of a log line that stands for `count` equal ones."""
    return f" ({count} times)" if count > 1 else ""
