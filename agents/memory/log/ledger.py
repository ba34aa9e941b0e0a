"""The log and its fold, kept together: what is written is what is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from agents.boundaries import Clock, Timer
from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    JournalEntry,
    MicroCompact,
    Turn,
)
from agents.memory.core.view import View, apply, fold
from agents.memory.log.archive import SEGMENT_BYTES, Archive, ArchiveUnwritable
from agents.memory.log.disk import Disk
from agents.memory.log.reader import ArchiveReader

#: A line is on the medium at most this long after it was written, and the disk's own time.
SYNC_SECONDS = 0.5


@dataclass
class Losses:
    """What could not be written."""

    writing: str = ""
    """Why lines cannot be written now; empty while they can."""
    syncing: str = ""
    """Why what was written cannot be synced; empty while it can."""
    dropped: int = 0
    """Experiences that were never counted because of it."""

    @property
    def error(self) -> str:
        """Why the archive cannot be relied upon now; empty while it can."""
        return self.writing or self.syncing


class Ledger:
    """One agent's archive and the view of it. Everything but `reader` belongs to one thread."""

    def __init__(
        self,
        folder: Path,
        *,
        name: str,
        clock: Clock,
        disk: Disk,
        log: Callable[[str], None],
        segment_bytes: int = SEGMENT_BYTES,
    ) -> None:
        self.reader = ArchiveReader(folder, clock, disk, log)
        self.archive = Archive(folder, clock, disk, log, segment_bytes)
        self.losses = Losses()
        self.view = View()
        self._name = name
        self._clock = clock
        self._log = log
        self._timer: Timer | None = None
        self._flushing: asyncio.Task[None] | None = None
        self._committing = False
        self._closed = False

    def open(self) -> None:
        """Fold the end of the log, then begin to write behind it.

        Raises `ArchiveRefused`, before anything is touched, and `ArchiveUnwritable`.
        """
        self.view = fold(self.reader.read_tail())
        self.archive.open()

    # --- writing ---------------------------------------------------------------------

    def add(self, record: Experience | Turn | MicroCompact | Edit | JournalEntry) -> bool:
        """Write `record`, then count it; False if it could not be written (`losses` says why).

        Once the ledger is closed nothing is written any more, which is no loss.  Nor does
        anything else change the view while a compaction that will is on its way to the medium.
        """
        if self._closed or (self._committing and isinstance(record, MicroCompact | Edit)):
            return False
        try:
            self.archive.append(record)
        except ArchiveUnwritable as error:
            self._cannot_write(str(error))
            self.losses.dropped += isinstance(record, Experience)
            return False
        self._can_write()
        self.view = apply(self.view, record)
        self._sync_soon()
        return True

    async def commit(self, record: Compaction) -> Compaction:
        """Write `record`, sync it, and only then let it change the view.

        Returns it as it was written: behind the memories that have come meanwhile.  Raises
        `ArchiveUnwritable`; then the view, and the log if nothing has followed, are as they
        were.
        """
        self._committing = True
        try:
            return await self._commit(record)
        finally:
            self._committing = False

    async def _commit(self, record: Compaction) -> Compaction:
        # The memories that a summary stands for must be safe before it replaces them.
        await self.sync()
        size, record = self.archive.size, replace(record, after=self.view.last_seq)
        try:
            self.archive.append(record)
        except ArchiveUnwritable as error:
            self._cannot_write(str(error))
            raise
        try:
            await self.sync()
        except BaseException:
            self._withdraw(size, record)
            raise
        self.view = apply(self.view, record)
        return record

    def _withdraw(self, size: int, record: Compaction) -> None:
        """A compaction that stays in the log is whole: the next start goes by it."""
        try:
            kept = not self.archive.retract(size, record)
        except ArchiveUnwritable as error:
            self._cannot_write(str(error))
            kept = True
        if kept:
            self.view = apply(self.view, record)

    async def sync(self) -> None:
        """Sync everything written so far. Raises `ArchiveUnwritable`."""
        try:
            await self.archive.sync()
        except ArchiveUnwritable as error:
            self._cannot_sync(str(error))
            raise
        self.losses.syncing = ""

    async def close(self) -> None:
        """Sync what is left and let go of the files; trouble is logged, not raised."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._flushing is not None:
            await self._flushing
        await self._flush()
        self.archive.close()

    def _sync_soon(self) -> None:
        if self._timer is None and not self._closed:
            self._timer = self._clock.call_later(SYNC_SECONDS, self._start_flush)

    def _start_flush(self) -> None:
        self._timer = None
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.ensure_future(self._flush())
        else:
            self._sync_soon()

    async def _flush(self) -> None:
        with suppress(ArchiveUnwritable):
            await self.sync()

    def _cannot_write(self, why: str) -> None:
        if not self.losses.writing:
            self._complain(f"{why}; until it can be, nothing new is remembered or compacted")
        self.losses.writing = why

    def _cannot_sync(self, why: str) -> None:
        if not self.losses.syncing:
            self._complain(f"{why}; until it can be, nothing is compacted")
        self.losses.syncing = why

    def _can_write(self) -> None:
        if self.losses.writing:
            lost = f"{self.losses.dropped} experiences were lost meanwhile"
            self._log(f"[Memory] {self._name}: The archive can be written again ({lost})")
        self.losses.writing = ""

    def _complain(self, what: str) -> None:
        self._log(f"[Memory] ERROR: {self._name}: {what}")

    # --- reading ---------------------------------------------------------------------

    def experiences(self, after: int = 0) -> Iterator[Experience]:
        """The memories behind number `after`, in order; may be used from any thread."""
        for record in self.reader.iterate(after):
            if isinstance(record, Experience):
                yield record

    def stamp_turn(self, turn: Turn) -> Turn:
        """`turn` with the moment, and the place in the log, that it does not say itself."""
        view = self.view
        return replace(
            turn,
            at=self._clock.now(),
            after=view.last_seq if turn.after < 0 else turn.after,
            revision=view.revision if turn.revision < 0 else turn.revision,
        )
