"""The ledger: an archive and the view folded from it, always in step."""

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

#: Seconds after which a written line is synced, not counting the time of the sync itself.
SYNC_SECONDS = 0.5


@dataclass
class Losses:
    """What could not be written, and why."""

    writing: str = ""
    """Why lines cannot be written now; empty if they can."""
    syncing: str = ""
    """Why written lines cannot be synced now; empty if they can."""
    dropped: int = 0
    """Experiences that were lost because they could not be written."""

    @property
    def error(self) -> str:
        """Why the archive is unreliable now; empty if it is reliable."""
        return self.writing or self.syncing


class Ledger:
    """Writes one agent's archive and keeps its view. Only `reader` may be used from any thread."""

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
        """Fold the end of the log into the view, then open the log for appending.

        Raises `ArchiveRefused`, before anything is changed, and `ArchiveUnwritable`.
        """
        self.view = fold(self.reader.read_tail())
        self.archive.open()

    # --- writing ---------------------------------------------------------------------

    def add(self, record: Experience | Turn | MicroCompact | Edit | JournalEntry) -> bool:
        """Write `record` and apply it to the view; False if it was not written.

        `losses` says why a write failed.  A closed ledger writes nothing and counts no loss.
        While a compaction is being committed, masks and edits are refused.
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
        """Write `record`, sync it, and only then apply it to the view.

        Returns the record as written: after the memories recorded meanwhile.  Raises
        `ArchiveUnwritable`; then the view is unchanged, and so is the log if no record followed.
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
        """Remove `record` from the log; if that fails, apply it, as the next start would."""
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
        """Sync what is left and close the files; errors are logged, not raised."""
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
        """Yield the memories after number `after`, in order; may be used from any thread."""
        for record in self.reader.iterate(after):
            if isinstance(record, Experience):
                yield record

    def stamp_turn(self, turn: Turn) -> Turn:
        """Return `turn` with the time and the place in the log filled in where they are missing."""
        view = self.view
        return replace(
            turn,
            at=self._clock.now(),
            after=view.last_seq if turn.after < 0 else turn.after,
            revision=view.revision if turn.revision < 0 else turn.revision,
        )
