"""The archive: an append-only log of one agent's life, in segments of JSON lines.

A record counts once its line is written whole.  A line that a crash left half-written
is quarantined with a warning, a damaged line with its position.  An archive of a newer version is
refused unchanged.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from agents.boundaries import Clock
from agents.event_line import tell_event, tell_of_memory
from agents.memory.core.records import Experience, Record
from agents.memory.log.codec import encode, format_moment
from agents.memory.log.disk import Disk, open_to_append
from agents.memory.log.quarantine import append_entry, show_bytes
from agents.memory.log.segment import Segment, find_end, list_segments, segment_path
from world.vault.durable import open_to_sync, sync_folder

#: A new segment begins with the first memory after this many bytes.
SEGMENT_BYTES = 8 * 1024 * 1024


class ArchiveUnwritable(Exception):
    """The archive cannot be written; the message says which file and why.

    `reason` has the system's words alone.
    """

    def __init__(self, message: str, reason: str = "") -> None:
        """Store the message and the reason."""
        super().__init__(message)
        self.reason = reason or message


class Archive:
    """Writes one agent's log, from one thread only. `ArchiveReader` reads it."""

    def __init__(
        self,
        folder: Path,
        clock: Clock,
        disk: Disk,
        log: Callable[[str], None],
        segment_bytes: int = SEGMENT_BYTES,
    ) -> None:
        self.folder = folder
        self.torn: list[str] = []
        self._clock = clock
        self._disk = disk
        self._log = log
        self._segment_bytes = segment_bytes
        self._fd = -1
        self._path = folder
        self._size = 0
        self._full: list[int] = []
        self._unclean = False
        self._torn = False
        self._new_name = False
        self._syncing = asyncio.Lock()

    def open(self) -> None:
        """Open the last segment for appending; make the folder if it is missing.

        A torn last line is copied to ``<segment>.torn`` and cut off, on a full disk before the
        first line that is written.  Raises `ArchiveUnwritable`.
        """
        with self._writing("be opened"):
            self.folder.mkdir(parents=True, exist_ok=True)
            found = list_segments(self.folder)
            self._open_segment(found[-1].path if found else segment_path(self.folder, 1))
            self._queue_unsynced(found)
            self._mend()

    # --- writing ---------------------------------------------------------------------

    def append(self, record: Record) -> None:
        """Write one record. Raises `ArchiveUnwritable`; then nothing was written."""
        line = encode(record)
        with self._writing("be written"):
            self._clean_end()
            if isinstance(record, Experience) and self._size >= self._segment_bytes:
                self._rotate(record.seq)
            self._write(line)

    def retract(self, size: int, record: Record) -> bool:
        """Remove `record` if it is still the last line and begins at byte `size`.

        Returns whether it was removed.
        """
        if self._size != size + len(encode(record)):
            return False
        with self._writing("be cut"):
            self._disk.cut(self._fd, size)
            self._size = size
        return True

    async def sync(self) -> None:
        """fsync everything appended so far. Raises `ArchiveUnwritable`."""
        async with self._syncing:
            full, self._full = self._full, []
            files, named = (*full, self._fd), self._new_name
            with self._writing("be synced"):
                try:
                    await self._disk.in_thread(lambda: self._sync(files, named))
                except BaseException:
                    self._full += full
                    raise
            self._new_name &= not named
            for fd in full:
                os.close(fd)

    def close(self) -> None:
        """Close the files; call it after the last `sync` has returned."""
        for fd in (*self._full, self._fd):
            if fd >= 0:
                os.close(fd)
        self._full, self._fd = [], -1

    @property
    def segment(self) -> Path:
        """The segment that is being written."""
        return self._path

    @property
    def size(self) -> int:
        """Bytes of the segment that is being written."""
        return self._size

    def extent(self) -> tuple[int, int]:
        """Return the number of segments and their bytes together."""
        found = list_segments(self.folder)
        return len(found), sum(each.size for each in found)

    def _clean_end(self) -> None:
        """Remove what a failed write or an earlier process left behind the last whole line."""
        if self._torn:
            self._set_torn_aside()
        if self._unclean:
            self._take_back()

    def _write(self, line: bytes) -> None:
        self._unclean = True
        try:
            written = self._disk.write(self._fd, line)
            if written < len(line):  # trying the rest tells why, if it still does not fit
                written += self._disk.write(self._fd, line[written:])
        except OSError:
            self._take_back()
            raise
        if written != len(line):
            self._take_back()
            raise OSError(f"only {written} of {len(line)} bytes could be written")
        self._unclean = False
        self._size += written

    def _take_back(self) -> None:
        """Cut off what a failed write may have left; nothing else is written until that works."""
        if os.fstat(self._fd).st_size > self._size:
            self._disk.cut(self._fd, self._size)
        self._unclean = False

    def _rotate(self, first: int) -> None:
        full = self._fd
        self._open_segment(segment_path(self.folder, first))
        self._full.append(full)

    def _open_segment(self, path: Path) -> None:
        self._new_name |= not path.exists()
        self._fd = open_to_append(path)
        self._path = path
        self._size = os.fstat(self._fd).st_size

    def _sync(self, files: tuple[int, ...], named: bool) -> None:
        for fd in files:
            self._disk.sync(fd)
        if named:
            sync_folder(self.folder)
            sync_folder(self.folder.parent)

    @contextmanager
    def _writing(self, what: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = error.strerror or str(error)
            raise ArchiveUnwritable(f"{self._path} cannot {what}: {reason}", reason) from error

    def _queue_unsynced(self, found: Sequence[Segment]) -> None:
        """Queue the last segments for a sync: a killed process may not have synced them."""
        self._new_name = True
        if len(found) > 1:
            self._full.append(open_to_sync(found[-2].path))

    # --- mending ---------------------------------------------------------------------

    def _mend(self) -> None:
        """Set aside what stands after the last newline, now or once there is room for the copy."""
        whole = find_end(self._disk, self._fd)
        self._torn, self._size = whole < self._size, whole
        if self._torn:
            try:
                self._set_torn_aside()
            except OSError as error:
                what = f"{self._path.name}: a torn last line waits to be set aside: {error}"
                self._warn(what, error=str(error))

    def _set_torn_aside(self) -> None:
        torn = self._disk.read_at(self._fd, os.fstat(self._fd).st_size - self._size, self._size)
        aside = self._path.with_name(self._path.name + ".torn")
        now = format_moment(self._clock.now())
        append_entry(aside, {"at": now, "offset": self._size, "line": show_bytes(torn)})
        self._disk.cut(self._fd, self._size)
        self._torn = False
        self.torn.append(f"{self._path.name}: {len(torn)} bytes of a torn last line")
        known = {"bytes": len(torn), "aside": aside.name}
        self._warn(f"{self.torn[-1]} set aside to {aside.name}", **known)

    def _warn(self, what: str, **fields: object) -> None:
        told = tell_event("memory.torn", what, "warning", file=self._path.name, **fields)
        self._log(tell_of_memory(self.folder.parent.name, told, "WARNING: "))
