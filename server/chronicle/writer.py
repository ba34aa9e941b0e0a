"""Writes the chronicle behind the world's back: lines wait in memory and go to disk in a thread."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import groupby
from pathlib import Path

from agents.boundaries import Clock, StorageTrouble, StorageWatcher, ignore_trouble
from agents.event_line import tell_event
from agents.memory.log.disk import Disk, SystemDisk
from agents.mind.timer import TurnTimer
from config.server import ChronicleSettings
from late.late_dataclass import late_dataclass
from server.chronicle.entry import GAP, ChronicleEntry, encode_entry
from server.chronicle.files import ChronicleFile, remove_old

#: Lines are written so many seconds after the first that waits, and tried again after a failure.
WRITE_SECONDS, RETRY_SECONDS = 1.0, 15.0
#: What was written is synced after so many seconds.
SYNC_SECONDS = 10.0
#: So many bytes wait at most while nothing can be written; later lines are counted and lost.
MOST_WAITING = 4_000_000
#: A stop waits so long for the disk.
CLOSE_SECONDS = 3.0

MEGABYTE = 1_000_000

_OWNER = "the chronicle"
"""What people read of it when it cannot be written."""


@late_dataclass(frozen=True, slots=True)
class _Waiting:
    """A line that is to be written."""

    entry: ChronicleEntry
    line: bytes

    @property
    def day(self) -> str:
        """The UTC day in whose file it belongs."""
        return self.entry.at.date().isoformat()


class ChronicleWriter:
    """Takes entries at once and writes them in order; `add` never fails and never waits."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        settings: Callable[[], ChronicleSettings],
        log: Callable[[str], None],
        disk: Disk | None = None,
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._settings = settings
        self._log = log
        self._disk = disk or SystemDisk()
        self._file = ChronicleFile(folder, log, self._disk)
        self._waiting: deque[_Waiting] = deque()
        self._bytes = 0
        self._lost: ChronicleEntry | None = None
        """The last entry that was lost since the last gap was noted, with their number."""
        self._timer = TurnTimer(clock, self._begin)
        self._writing: asyncio.Task[None] | None = None
        self._synced = clock.monotonic()
        self._unsynced = False
        self._cleaned = ""
        self.has_begun = False
        """Whether anything was to be written."""
        self.failing = ""
        """The system's words while nothing can be written."""
        self.watch: StorageWatcher = ignore_trouble
        """Is told when nothing can be written, and when it can be again."""

    def add(self, entry: ChronicleEntry) -> None:
        """Let `entry` be written soon."""
        self.has_begun = True
        waiting = _Waiting(entry, encode_entry(entry))
        if self._bytes + len(waiting.line) > MOST_WAITING:
            self._lost = replace(entry, lost=(self._lost.lost if self._lost else 0) + 1)
            return
        self._take(waiting)
        self._schedule(WRITE_SECONDS)

    async def flush(self) -> None:
        """Write whatever waits, if it can be written."""
        while self._writing is not None:
            await asyncio.shield(self._writing)
        if self._waiting:
            self._begin()
            assert self._writing is not None
            await asyncio.shield(self._writing)

    async def save(self) -> None:
        """Write whatever waits. Raises `OSError` if it cannot be written."""
        await self.flush()
        if self.failing:
            raise OSError(f"the chronicle cannot be written: {self.failing}")

    async def close(self) -> None:
        """Write what waits, sync and close the file."""
        try:
            await asyncio.wait_for(self.flush(), CLOSE_SECONDS)
        except TimeoutError:
            line = "[Chronicle] the disk did not answer in time; its last lines are lost"
            self._log(tell_event("chronicle", line, "error"))
            return
        finally:
            self._timer.cancel()
        if self._waiting or self._lost:
            lost = len(self._waiting) + self._count_lost()
            self._log(
                tell_event("chronicle", f"[Chronicle] {lost} lines are lost", "error", lost=lost)
            )
        await self._disk.in_thread(self._finish)

    def _finish(self) -> None:
        try:
            self._file.sync()
        except OSError as error:
            line = f"[Chronicle] cannot be synced: {error.strerror}"
            self._log(tell_event("chronicle", line, "error"))
        self._file.close()

    # --- writing ----------------------------------------------------------------------

    def _take(self, waiting: _Waiting) -> None:
        self._waiting.append(waiting)
        self._bytes += len(waiting.line)

    def _count_lost(self) -> int:
        return self._lost.lost if self._lost else 0

    def _schedule(self, seconds: float) -> None:
        if self._writing is None:
            self._timer.bring_forward(RETRY_SECONDS if self.failing else seconds)

    def _begin(self) -> None:
        self._timer.cancel()
        if self._writing is None:
            self._writing = asyncio.ensure_future(self._write())

    async def _write(self) -> None:
        batch, most = list(self._waiting), int(self._settings().file_megabytes * MEGABYTE)
        before = self.failing
        try:
            done = await self._disk.in_thread(lambda: self._append(batch, most))
        finally:
            self._writing = None
        for _ in range(done):
            self._bytes -= len(self._waiting.popleft().line)
        self._tell(before)
        if done:
            self._note_gap()
        if self._waiting:
            self._schedule(WRITE_SECONDS)
        elif self._unsynced:
            self._schedule(SYNC_SECONDS)

    def _append(self, batch: list[_Waiting], most: int) -> int:
        """Write a batch, day by day; return how many of its lines were written."""
        done = 0
        try:
            for day, lines in groupby(batch, lambda each: each.day):
                content = [each.line for each in lines]
                self._file.append(day, content, most)
                self._unsynced = True
                done += len(content)
                self._remove_old(day)
            self._sync()
        except OSError as error:
            self._report(error.strerror or repr(error))
        else:
            self._report("")
        return done

    def _sync(self) -> None:
        now = self._clock.monotonic()
        if self._unsynced and now - self._synced >= SYNC_SECONDS:
            self._file.sync()
            self._synced, self._unsynced = now, False

    def _remove_old(self, day: str) -> None:
        """Remove old files once a day."""
        if day != self._cleaned:
            self._cleaned = day
            today = date.fromisoformat(day)
            for name in remove_old(self._folder, today, self._settings().keep_days):
                self._log(f"[Chronicle] {name} is older than keep_days and was removed")

    def _report(self, failing: str) -> None:
        if failing and failing != self.failing:
            line = f"[Chronicle] cannot be written: {failing}; it is tried again"
            self._log(tell_event("chronicle", line, "error"))
        elif self.failing and not failing:
            self._log(f"[Chronicle] is written again; {self._count_lost()} lines are lost")
        self.failing = failing

    def _tell(self, before: str) -> None:
        """Tell the watcher of the beginning and the end of trouble."""
        if self.failing and not before:
            what = f"the chronicle cannot be written: {self.failing}"
            self.watch(StorageTrouble("lines", _OWNER, self.failing, what))
        elif before and not self.failing:
            self.watch(StorageTrouble("lines", _OWNER, "", lost=self._count_lost()))

    def _note_gap(self) -> None:
        """Let a line say how many are missing, where they are missing."""
        last, self._lost = self._lost, None
        if last is not None:
            gap = ChronicleEntry(last.at, last.time, "", GAP, "", lost=last.lost)
            self._take(_Waiting(gap, encode_entry(gap)))
