"""The ledger: an archive and the view folded from it, always in step.

While the archive cannot be written, new memories wait in a backlog: the view shows them, and they
follow in the log, in order and once each, as soon as it can be written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from agents.boundaries import Clock, StorageWatcher, Timer, ignore_trouble
from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    JournalRecord,
    MicroCompact,
    Record,
    Renewal,
    Turn,
)
from agents.memory.core.view import View, apply, fold
from agents.memory.log.archive import SEGMENT_BYTES, Archive, ArchiveUnwritable
from agents.memory.log.backlog import Backlog
from agents.memory.log.disk import Disk
from agents.memory.log.outage import Outage
from agents.memory.log.reader import ArchiveReader

#: Seconds after which a written line is synced, not counting the time of the sync itself.
SYNC_SECONDS = 0.5


#: Seconds from a failed write or sync to the next try; they double up to the longest wait.
FIRST_RETRY_SECONDS = 1.0
LONGEST_RETRY_SECONDS = 30.0

Added = Experience | Turn | MicroCompact | Edit | JournalRecord | Renewal
Committed = TypeVar("Committed", Compaction, Renewal)


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
        watch: StorageWatcher = ignore_trouble,
    ) -> None:
        self.reader = ArchiveReader(folder, clock, disk, log)
        self.archive = Archive(folder, clock, disk, log, segment_bytes)
        self.backlog = Backlog()
        self.outage = Outage(name, self.backlog, log, watch)
        self.view = View()
        self._clock = clock
        self._timer: Timer | None = None
        self._retry_seconds = FIRST_RETRY_SECONDS
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

    def add(self, record: Added) -> bool:
        """Write `record` and apply it to the view; False if that is not possible.

        A memory, a turn or a note that cannot be written waits in the backlog and counts all the
        same; `outage` says why.  A closed ledger takes nothing.  While a compaction is being
        committed, masks and edits are refused.
        """
        if self._closed or (self._committing and isinstance(record, MicroCompact | Edit)):
            return False
        if not self._write(record):
            return False
        self.view = apply(self.view, record)
        return True

    def _write(self, record: Record) -> bool:
        """Write `record`, or let it wait; nothing overtakes what waits."""
        if not self.backlog:
            try:
                self.archive.append(record)
            except ArchiveUnwritable as error:
                self._cannot_write(error)
            else:
                self._flush_in(SYNC_SECONDS)
                return True
        kept = self.backlog.keep(record)
        if isinstance(record, Experience) and not kept:
            self.outage.begin_losing()
        return kept

    async def commit(self, record: Committed) -> Committed:
        """Write `record`, sync it, and only then apply it to the view.

        Returns the record as written: after the memories recorded meanwhile.  Raises
        `ArchiveUnwritable`; then the view is unchanged, and so is the log if no record followed.
        """
        self._committing = True
        try:
            return await self._commit(record)
        finally:
            self._committing = False

    async def _commit(self, record: Committed) -> Committed:
        # The memories that a summary stands for must be safe before it replaces them.
        await self.sync()
        if self.backlog:  # it has filled again during the sync
            raise ArchiveUnwritable(self.outage.error)
        size, record = self.archive.size, replace(record, after=self.view.last_seq)
        self.archive.append(record)
        try:
            await self._sync_archive()
        except BaseException:
            self._withdraw(size, record)
            raise
        self.view = apply(self.view, record)
        return record

    def _withdraw(self, size: int, record: Compaction | Renewal) -> None:
        """Remove `record` from the log; if that fails, apply it, as the next start would."""
        try:
            kept = not self.archive.retract(size, record)
        except ArchiveUnwritable as error:
            self._cannot_write(error)
            kept = True
        if kept:
            self.view = apply(self.view, record)

    async def sync(self) -> None:
        """Write what waits, and sync everything written so far. Raises `ArchiveUnwritable`."""
        unwritten = self._write_backlog()
        await self._sync_archive()
        if unwritten is not None:
            waiting = self.outage.describe_waiting()
            what = f"{unwritten} ({waiting} in memory until then)" if waiting else str(unwritten)
            raise ArchiveUnwritable(what, unwritten.reason)
        if not self.outage.error:
            self._retry_seconds = FIRST_RETRY_SECONDS
            self.outage.end()

    def _write_backlog(self) -> ArchiveUnwritable | None:
        """Write what waits; return the error if not everything could be written."""
        try:
            self.backlog.write(self.archive.append)
        except ArchiveUnwritable as error:
            self._cannot_write(error)
            return error
        self.outage.writing = ""
        return None

    async def _sync_archive(self) -> None:
        try:
            await self.archive.sync()
        except ArchiveUnwritable as error:
            self.outage.begin_syncing(error)
            self._retry_later()
            raise
        self.outage.syncing = ""

    async def close(self) -> None:
        """Write and sync what is left and close the files; errors are logged, not raised."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        if self._flushing is not None:
            await self._flushing
        await self._flush()
        self.outage.tell_stop()
        self.archive.close()

    def _flush_in(self, seconds: float) -> None:
        if self._timer is None and not self._closed:
            self._timer = self._clock.call_later(seconds, self._start_flush)

    def _start_flush(self) -> None:
        self._timer = None
        if self._flushing is None or self._flushing.done():
            self._flushing = asyncio.ensure_future(self._flush())
        else:
            self._flush_in(SYNC_SECONDS)

    async def _flush(self) -> None:
        with suppress(ArchiveUnwritable):
            await self.sync()

    def _cannot_write(self, error: ArchiveUnwritable) -> None:
        self.outage.begin_writing(error)
        self._retry_later()

    def _retry_later(self) -> None:
        """Plan the next try, unless one is planned already."""
        if self._timer is None:
            self._flush_in(self._retry_seconds)
            self._retry_seconds = min(self._retry_seconds * 2, LONGEST_RETRY_SECONDS)

    # --- reading ---------------------------------------------------------------------

    def experiences(self, after: int = 0) -> Iterator[Experience]:
        """Yield the memories after number `after`, in order; may be used from any thread."""
        waiting = self.backlog.experiences()  # before the log is read: what is written is in it
        for record in self.reader.iterate(after):
            if isinstance(record, Experience):
                yield record
                after = max(after, record.seq)
        yield from (each for each in waiting if each.seq > after)

    def read(self, first: int, last: int) -> list[Experience]:
        """Return the memories `first` to `last`, both included; may be used from any thread."""
        waiting = self.backlog.experiences()
        found = self.reader.read(first, last)
        after = max(first - 1, found[-1].seq if found else 0)
        return [*found, *(each for each in waiting if after < each.seq <= last)]

    def stamp_turn(self, turn: Turn) -> Turn:
        """Return `turn` with the time and the place in the log filled in where they are missing."""
        view = self.view
        return replace(
            turn,
            at=self._clock.now(),
            after=view.last_seq if turn.after < 0 else turn.after,
            revision=view.revision if turn.revision < 0 else turn.revision,
        )
