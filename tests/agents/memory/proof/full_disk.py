"""A life on a tiny disk of its own, which fills up, is emptied, and becomes read-only.

Run inside namespaces of its own: ``unshare -Umr python -m tests.agents.memory.proof.full_disk
FOLDER``.  Exit status 77 says that no disk could be mounted.
"""

from __future__ import annotations

import asyncio
import errno
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from agents.memory.compactor import CannotCompact
from agents.memory.core.view import fold
from agents.memory.log.archive import ArchiveUnwritable
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig
from tests.agents.memory.proof.checks import check_kept, check_status, check_view, reader
from tests.agents.memory.proof.child import Named, SyncingDisk
from tests.agents.memory.proof.deeds import deed, small
from tests.agents.memory.proof.living import WaywardClock
from tests.agents.memory.support import partition, quiet_parts

NOT_PERMITTED = 77


def mount(folder: Path, options: str) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def open_agent(folder: Path, clock: WaywardClock) -> AgentMemory:
    return AgentMemory.open(
        folder / "Moss",
        "Moss",
        MemoryConfig(small("waterfall"), Named()),
        quiet_parts(clock, SyncingDisk()),
    )


def add(memory: AgentMemory, told: dict[int, str]) -> bool:
    made = memory.record(deed("look", memory.last_seq + 1))
    if made is not None:
        told[made.seq] = made.text
    return made is not None


async def live(folder: Path) -> None:
    clock, told = WaywardClock(), dict[int, str]()
    memory = open_agent(folder, clock)
    ballast = folder / "ballast"
    _fill(ballast)
    while not memory.status().archive.waiting:
        add(memory, told)
        await clock.settle()
    for _ in range(5):
        add(memory, told)
        await clock.advance(40)
    check_full(memory, folder, told)
    ballast.unlink()
    await clock.advance(40)
    assert memory.status().archive.waiting == memory.status().archive.dropped == 0
    check_kept(check_view(memory, folder / "Moss"), told)
    for _ in range(8):
        assert add(memory, told)
        await clock.advance(1000)
    assert memory.view.covered
    check_kept(check_view(memory, folder / "Moss"), told)
    await memory.close()
    await _read_only(folder, told)


def check_full(memory: AgentMemory, folder: Path, told: dict[int, str]) -> None:
    """The view goes on without the disk, which holds an archive that opens by itself."""
    status, view = memory.status(), memory.view
    assert status.health == "ERROR" and status.archive.waiting == 6
    assert partition(memory) == [*told]
    on_disk = fold(reader(folder / "Moss").iterate())
    assert on_disk.last_seq == view.last_seq - 6
    whole = (*on_disk.tail, *view.tail[-6:])
    assert view == replace(on_disk, tail=whole, last_seq=view.last_seq, last_at=view.last_at)
    with pytest.raises(CannotCompact, match="No space left"):
        memory.begin_compaction(force=True)
    check_status(memory)


def _fill(ballast: Path) -> None:
    """Leave some pages."""
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError as error:
            assert error.errno == errno.ENOSPC
        file.truncate(file.tell() - 5 * 4096)


async def _read_only(folder: Path, told: dict[int, str]) -> None:
    memory = open_agent(folder, WaywardClock())
    await memory.close()
    _remount(folder, "ro")
    try:
        open_agent(folder, WaywardClock())
    except ArchiveUnwritable as error:
        assert "Read-only" in str(error)
    else:
        raise AssertionError("a folder that cannot be written was opened")
    _remount(folder, "rw")
    clock = WaywardClock()
    memory = open_agent(folder, clock)
    assert add(memory, told)
    await clock.settle()
    check_kept(check_view(memory, folder / "Moss"), told)
    await memory.close()


def _remount(folder: Path, how: str) -> None:
    command = ["mount", "-o", f"remount,{how}", str(folder)]
    subprocess.run(command, check=True, capture_output=True)


if __name__ == "__main__":
    place = Path(sys.argv[1])
    if os.geteuid() != 0 or not mount(place, "size=256k"):
        sys.exit(NOT_PERMITTED)
    asyncio.run(live(place))
    print("lived on")
