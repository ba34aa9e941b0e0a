"""The files of the chronicle: one for each day, and further ones of a day that is long.

``2026-11-22.jsonl`` is followed by ``2026-11-22-2.jsonl``.  Everything here blocks; it runs in a
thread.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from agents.memory.log.disk import Disk, SystemDisk
from late.late_pattern import late_pattern
from server.chronicle.entry import BadEntry, decode_entry
from world.vault.durable import sync_folder

CHRONICLE_FOLDER = "chronicle"
"""Where the chronicle is in a vault."""

_NAME = late_pattern(r"(?P<day>\d{4}-\d\d-\d\d)(?:-(?P<part>[1-9]\d*))?\.jsonl")


@dataclass(frozen=True, slots=True, order=True)
class ChroniclePage:
    """A file of the chronicle; they sort by time."""

    day: str
    part: int
    path: Path


def list_chronicle(folder: Path) -> list[ChroniclePage]:
    """Return the files of the chronicle, the oldest first; none if there is no such folder."""
    if not folder.is_dir():
        return []
    found = ((path, _NAME.fullmatch(path.name)) for path in folder.iterdir())
    return sorted(
        ChroniclePage(name["day"], int(name["part"] or 1), path) for path, name in found if name
    )


def remove_old(folder: Path, today: date, days: int) -> list[str]:
    """Remove the files of days more than `days` ago; return their names. 0 keeps all."""
    if not days:
        return []
    oldest = (today - timedelta(days=days)).isoformat()
    old = [each.path for each in list_chronicle(folder) if each.day < oldest]
    for path in old:
        path.unlink(missing_ok=True)
    return [path.name for path in old]


class ChronicleFile:
    """The file to which the chronicle is written now. Every method may raise `OSError`."""

    def __init__(self, folder: Path, log: Callable[[str], None], disk: Disk | None = None) -> None:
        self._folder = folder
        self._log = log
        self._disk = disk or SystemDisk()
        self._page: ChroniclePage | None = None
        self._fd = -1
        self._size = 0

    def append(self, day: str, lines: Iterable[bytes], most: int) -> None:
        """Write `lines` of a day, all or none; a file of `most` bytes gets no more. 0: no limit."""
        self._turn_to(day, most)
        content = b"".join(lines)
        try:
            written = 0
            while written < len(content):
                written += self._disk.write(self._fd, content[written:])
        except OSError:
            self._take_back()
            raise
        self._size += len(content)

    def sync(self) -> None:
        """Bring what was written to the medium."""
        if self._fd >= 0:
            self._disk.sync(self._fd)

    def close(self) -> None:
        """Close the file; `append` opens it again."""
        fd, self._fd, self._page = self._fd, -1, None
        if fd >= 0:
            os.close(fd)

    def _take_back(self) -> None:
        """Remove what a failed write has left, or leave the file to be repaired when reopened."""
        try:
            self._disk.cut(self._fd, self._size)
        except OSError:
            self.close()

    def _turn_to(self, day: str, most: int) -> None:
        """Open the file that lines of `day` belong in now."""
        if self._page is None or self._page.day != day:
            self._open_day(day)
        assert self._page is not None
        if most and self._size >= most:
            self._open(day, self._page.part + 1)

    def _open_day(self, day: str) -> None:
        parts = [each.part for each in list_chronicle(self._folder) if each.day == day]
        self._open(day, max(parts, default=1))

    def _open(self, day: str, part: int) -> None:
        self.sync()
        self.close()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._folder / (f"{day}.jsonl" if part == 1 else f"{day}-{part}.jsonl")
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
        self._fd = os.open(path, flags, 0o600)
        try:
            self._size = self._repair(path)
            sync_folder(self._folder)
        except OSError:
            self.close()
            raise
        self._page = ChroniclePage(day, part, path)

    def _repair(self, path: Path) -> int:
        """Make the file end with a whole line; return its size.

        A torn last line is of a server that was killed while it wrote.
        """
        size = os.fstat(self._fd).st_size
        whole = self._find_whole(size)
        if whole == size:
            return size
        torn = self._disk.read_at(self._fd, size - whole, whole)
        try:
            decode_entry(torn)
        except BadEntry:
            self._disk.cut(self._fd, whole)
            self._log(f"[Chronicle] {path.name}: a torn last line of {len(torn)} bytes is cut off")
            return whole
        self._disk.write(self._fd, b"\n")
        return size + 1

    def _find_whole(self, size: int) -> int:
        """Return where the last whole line ends."""
        end = size
        while end > 0:
            start = max(0, end - 65536)
            block = self._disk.read_at(self._fd, end - start, start)
            at = block.rfind(b"\n")
            if at >= 0:
                return start + at + 1
            end = start
        return 0
