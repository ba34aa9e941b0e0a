"""How much room a vault takes on the disk, and how much is left."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from agents.boundaries import Clock
from late.late_dataclass import late_dataclass

MOST_FILES = 200_000
"""So many files are looked at, at most."""

KEPT_SECONDS = 60.0
"""A measurement is good for so long."""

ARCHIVES, AGENTS, CHRONICLE, MACHINE, REST = (
    "archives", "agents", "chronicle", "machine", "rest",
)  # fmt: skip
"""Parts of a vault: the agents' memories; what else their folders hold; the chronicle; databases,
indexes and logs; rooms, texts, settings."""


@late_dataclass(frozen=True, slots=True)
class DiskUse:
    """Bytes of a vault's parts and of its disk."""

    parts: Mapping[str, int]
    free: int
    size: int
    whole: bool
    """Whether all files were looked at."""


class DiskMeter:
    """Measures a vault off the loop, and once in a while."""

    def __init__(self, vault: Path, clock: Clock) -> None:
        self._vault, self._clock = vault, clock
        self._turn = asyncio.Lock()
        self._found: tuple[float, DiskUse] | None = None

    async def measure(self) -> DiskUse:
        """Return what the vault takes, not older than a minute. Raises `OSError`."""
        async with self._turn:
            now = self._clock.monotonic()
            if self._found is None or now - self._found[0] >= KEPT_SECONDS:
                self._found = now, await asyncio.to_thread(measure_disk, self._vault)
            return self._found[1]


def measure_disk(vault: Path) -> DiskUse:
    """Return what a vault takes; it blocks. Raises `OSError`."""
    parts = dict.fromkeys((ARCHIVES, AGENTS, CHRONICLE, MACHINE, REST), 0)
    count = 0
    for count, (path, size) in enumerate(_walk(vault, ()), 1):
        parts[_find_part(path)] += size
        if count >= MOST_FILES:
            break
    disk = shutil.disk_usage(vault)
    return DiskUse(parts, disk.free, disk.total, count < MOST_FILES)


def _walk(folder: Path, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield each file below a folder, as the names that lead to it, with its size."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return  # gone meanwhile, or not ours to read
    for each in entries:
        try:
            if each.is_dir(follow_symlinks=False):
                yield from _walk(Path(each.path), (*path, each.name))
            else:
                yield (*path, each.name), each.stat(follow_symlinks=False).st_size
        except OSError:
            continue


def _find_part(path: tuple[str, ...]) -> str:
    match path:
        case ("agents", _, "archive", *_):
            return ARCHIVES
        case ("agents", *_):
            return AGENTS
        case ("chronicle", *_):
            return CHRONICLE
        case (".tarn", *_):
            return MACHINE
    return REST
