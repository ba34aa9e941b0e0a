"""Whether writing works, since when it does not, and who is told."""

from __future__ import annotations

from agents.boundaries import Clock, StorageTrouble, StorageWatcher, Timer, ignore_trouble

SLOW_SECONDS = 1.0
"""A write that has not ended after these is trouble."""

READ_ONLY_SECONDS = 3.0
"""After so long a trouble, changes are refused instead of being promised."""

SLOW = "no answer within a second: another program has locked the file, or the disk hangs"


class WriteTrouble:
    """The trouble of one file. `watch` is told of its beginning and its end."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.watch: StorageWatcher = ignore_trouble
        self.reason = ""
        """Why nothing can be written; empty: it can be."""
        self._name = name
        self._clock = clock
        self._since = 0.0
        self._timer: Timer | None = None

    @property
    def lasts(self) -> bool:
        """Whether it has lasted so long that changes must be refused."""
        if not self.reason:
            return False
        return self._clock.monotonic() - self._since >= READ_ONLY_SECONDS

    def expect_end(self) -> None:
        """Note that a write begins: it is trouble unless it ends soon."""
        self._timer = self._clock.call_later(SLOW_SECONDS, lambda: self.begin(SLOW))

    def begin(self, reason: str) -> None:
        """Note why a write failed; the first reason of one trouble is told."""
        self.end_write()
        if not self.reason:
            self.reason, self._since = reason, self._clock.monotonic()
            what = f"{self._name} (the world's state) cannot be written: {reason}"
            self.watch(StorageTrouble("world", self._name, reason, what))

    def end(self) -> None:
        """Note that a write succeeded."""
        self.end_write()
        if self.reason:
            self.reason = ""
            self.watch(StorageTrouble("world", self._name, ""))

    def end_write(self) -> None:
        """Note that no write is on its way."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
