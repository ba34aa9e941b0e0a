"""Whether writing works, since when it does not, and who is told."""

from __future__ import annotations

from agents.boundaries import (
    Clock,
    StorageKind,
    StorageTrouble,
    StorageWatcher,
    Timer,
    ignore_trouble,
)

SLOW_SECONDS = 1.0
"""A write that has not ended after these is trouble; while the loop is late, they wait for it."""

_BEATS = 10
"""Looks in that time. A loop that is late hears late of each step that has long ended."""

READ_ONLY_SECONDS = 3.0
"""After so long a trouble, changes are refused instead of being promised."""

SLOW = "no answer within a second: another program has locked the file, or the disk hangs"


class WriteTrouble:
    """The trouble of one file. `watch` is told of its beginning and its end.

    `holds` says in words what the file called `name` holds.
    """

    def __init__(self, kind: StorageKind, name: str, holds: str, clock: Clock) -> None:
        self.watch: StorageWatcher = ignore_trouble
        self.reason = ""
        """Why nothing can be written; empty: it can be."""
        self._kind: StorageKind = kind
        self._name = name
        self._holds = holds
        self._clock = clock
        self._since = 0.0
        self._timer: Timer | None = None
        self._beats = 0

    @property
    def refuses(self) -> str:
        """Why changes must be refused, because it has lasted so long; empty: they need not be."""
        if not self.reason or self._clock.monotonic() - self._since < READ_ONLY_SECONDS:
            return ""
        return self.reason

    def expect_end(self) -> None:
        """Note that a write begins: it is trouble unless it ends soon."""
        self.end_write()
        self._beats = 0
        self._await_beat()

    def _await_beat(self) -> None:
        self._timer = self._clock.call_later(SLOW_SECONDS / _BEATS, self._beat)

    def _beat(self) -> None:
        self._beats += 1
        if self._beats < _BEATS:
            self._await_beat()
        else:
            self.begin(SLOW)

    def begin(self, reason: str) -> None:
        """Note why a write failed; the first reason of one trouble is told."""
        self.end_write()
        if not self.reason:
            self.reason, self._since = reason, self._clock.monotonic()
            what = f"{self._name} ({self._holds}) cannot be written: {reason}"
            self.watch(StorageTrouble(self._kind, self._name, reason, what))

    def end(self) -> None:
        """Note that a write succeeded."""
        self.end_write()
        if self.reason:
            self.reason = ""
            self.watch(StorageTrouble(self._kind, self._name, ""))

    def end_write(self) -> None:
        """Note that no write is on its way."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
