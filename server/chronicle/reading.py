"""Reads the chronicle back, the newest first, while it is being written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from agents.memory.log.disk import Disk, SystemDisk, open_readonly
from agents.memory.log.segment import find_end, read_backwards
from server.chronicle.entry import START, STOP, BadEntry, ChronicleEntry, decode_entry
from server.chronicle.files import list_chronicle


def read_newest_first(folder: Path, disk: Disk | None = None) -> Iterator[ChronicleEntry]:
    """Yield what happened, the newest first; what cannot be read is passed over.

    That the server was started or stopped did not happen in the world.  Only as much is read as is
    taken.  Raises `OSError`.
    """
    return (each for each in read_lines(folder, disk) if each.kind not in (START, STOP))


def read_lines(folder: Path, disk: Disk | None = None) -> Iterator[ChronicleEntry]:
    """Yield the entries of all lines, the newest first. Raises `OSError`."""
    disk = disk or SystemDisk()
    for page in reversed(list_chronicle(folder)):
        with open_readonly(page.path) as fd:
            for _, line in read_backwards(disk, fd, find_end(disk, fd)):
                try:
                    yield decode_entry(line)
                except BadEntry:  # a line that is being written, or a person's own
                    continue
