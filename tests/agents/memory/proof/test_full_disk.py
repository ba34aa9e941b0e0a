"""A full, failing or read-only disk: what was acknowledged stays, and life goes on afterwards."""

from __future__ import annotations

import errno
import itertools
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from agents.memory.compactor import CannotCompact, CompactionFailed
from agents.memory.log.archive import ArchiveUnwritable
from agents.memory.log.codec import decode
from agents.memory.memory import AgentMemory
from tests.agents.memory.proof.checks import (
    check_files,
    check_kept,
    check_status,
    check_view,
    reader,
)
from tests.agents.memory.proof.child import Named
from tests.agents.memory.proof.deeds import deed
from tests.agents.memory.proof.failing import FailingDisk
from tests.agents.memory.proof.full_disk import NOT_PERMITTED
from tests.agents.memory.proof.living import LONG
from tests.agents.memory.proof.syscalls import Tap, full, unsynced
from tests.agents.memory.support import Bench, PlainDisk
from tests.examples import choose_count
from tests.loops import run
from tests.paths import ROOT

WINDOWS = {"immediate_window": 2, "recent_window": 2}

#: One in so many calls fails; a thorough run lets each.
EVERY = choose_count(3, 1)


async def _live(bench: Bench, told: dict[int, str], memories: int = 7) -> AgentMemory:
    """A life of some memories with compactions among them, whatever becomes of either."""
    memory = bench.open(**WINDOWS)
    for n in range(memories):
        made = memory.record(deed(("speech", "act")[n % 2], memory.last_seq + 1))
        if made is not None:
            told[made.seq] = made.text
        await bench.clock.advance(0.6)
    with suppress(CannotCompact, CompactionFailed):
        await memory.begin_compaction()
    return memory


async def _afterwards(bench: Bench, memory: AgentMemory, told: dict[int, str]) -> None:
    """There is room again: nothing that was told is missing, and it goes on by itself."""
    await memory.sync()
    assert len(told) == memory.last_seq
    assert memory.status().archive.dropped == memory.status().archive.waiting == 0
    check_kept(check_view(memory, bench.folder), told)
    check_status(memory)
    for count in (5, 1):
        for _ in range(count):
            made = memory.record(deed("speech", memory.last_seq + 1))
            assert made is not None
            told[made.seq] = made.text
        await bench.clock.advance(LONG)
    assert memory.view.last_seq - memory.view.covered <= 4
    check_kept(check_view(memory, bench.folder), told)
    memory.adopt_edits()
    check_files(memory, bench.folder)
    await memory.close()
    _only_whole_lines(bench)
    again = bench.open(**WINDOWS)
    assert again.view == memory.view
    await again.close()


def _only_whole_lines(bench: Bench) -> None:
    for path in bench.segments():
        content = path.read_bytes()
        assert content.endswith(b"\n") or not content
        for line in content.splitlines():
            decode(line)
    assert not list(bench.folder.glob("*/.*.tmp"))


@pytest.mark.parametrize(
    ("begin", "count", "part"),
    [(0, 1, None), (1, 4, None), (2, 1, 0.5), (0, 4, 0.99), (1, 1, 0.0)],
)
def test_every_write_and_sync_may_fail(
    scratch: Path, begin: int, count: int, part: float | None
) -> None:
    """At the k-th call, for every k, alone or with those behind it; with short writes, too."""
    failed = 0
    for first in itertools.count(1 + begin % EVERY, EVERY):
        error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        disk = FailingDisk(error, first, count, part)
        run(_failing(scratch / f"{first}", disk))
        shutil.rmtree(scratch / f"{first}")
        if disk.calls < first:
            break
        failed += 1
    assert failed * EVERY > 20


async def _failing(folder: Path, disk: FailingDisk) -> None:
    bench, told = Bench(folder, Named()), dict[int, str]()
    bench.disk = disk
    with unsynced():
        memory = await _live(bench, told)
        disk.count = 0
        await _afterwards(bench, memory, told)


def test_not_even_cutting_back_works(scratch: Path) -> None:
    """A short write that cannot be taken back stops everything until it can be."""
    for first in range(1, 14):
        error = OSError(errno.EIO, os.strerror(errno.EIO))
        disk = FailingDisk(error, first, 6, 0.5, cuts_fail=True)
        run(_failing(scratch / f"{first}", disk))


def test_every_system_call_may_find_the_disk_full(scratch: Path) -> None:
    """Archive, summary files, their copies and folders: nothing is left half-written."""
    failed = 0
    for first in itertools.count(1, EVERY):
        folder = scratch / f"{first}"
        folder.mkdir()
        if not run_full(folder, first, 1 + first % 5):
            break
        shutil.rmtree(folder)
        failed += 1
    assert failed * EVERY > 25


def run_full(folder: Path, first: int, calls: int) -> bool:
    """Whether the call came at all."""
    came: list[bool] = []

    async def live() -> None:
        bench, told = Bench(folder, Named()), dict[int, str]()
        tap = Tap(folder, full(first, calls), syncs=False)
        memory = None
        with tap.open():
            with suppress(ArchiveUnwritable):
                memory = await _live(bench, told)
            came.append(len(tap.calls) >= first)
        with unsynced():
            await _afterwards(bench, memory or bench.open(**WINDOWS), told)

    run(live())
    return came[0]


def test_a_disk_that_is_really_full(scratch: Path) -> None:
    """A tmpfs of 256 KB: experiences wait and are written later, once; and read-only."""
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("there is no unshare to mount a small disk in")
    command = [unshare, "-Umr", sys.executable, "-m", "tests.agents.memory.proof.full_disk"]
    done = subprocess.run(
        [*command, str(scratch)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode == NOT_PERMITTED or "unshare failed" in done.stderr:
        pytest.skip(f"mounting is not permitted: {done.stderr.strip()}")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "lived on\n"
    assert list(scratch.iterdir()) == []


class ReadOnly(PlainDisk):
    """The folder has become read-only beneath a running server."""

    def __init__(self) -> None:
        super().__init__()
        error = OSError(errno.EROFS, os.strerror(errno.EROFS))
        self.write_error = self.sync_error = self.cut_error = error


async def test_a_folder_that_becomes_read_only(scratch: Path) -> None:
    """Everything waits in order, nothing is compacted, everything said; then it goes on."""
    bench, told = Bench(scratch, Named()), dict[int, str]()
    with unsynced():
        memory = await _live(bench, told)
        before, disk = memory.view, bench.disk
        on_disk = check_view(memory, bench.folder)
        memory._ledger.archive._disk = ReadOnly()
        for _ in range(6):
            made = memory.record(deed("act", memory.last_seq + 1))
            assert made is not None
            told[made.seq] = made.text
            await bench.clock.advance(LONG)
        assert memory.view.summaries == before.summaries
        assert [each.seq for each in memory.view.tail][-6:] == list(range(8, 14))
        assert list(reader(bench.folder).iterate()) == on_disk
        assert memory.status().archive.waiting == 6
        assert any("Read-only" in each for each in memory.status().causes)
        memory._ledger.archive._disk = disk
        await _afterwards(bench, memory, told)


def test_a_read_only_folder_is_refused(unprivileged: Path) -> None:
    """At the start: by path and reason."""
    (unprivileged / "Moss").mkdir()
    (unprivileged / "Moss").chmod(0o555)
    with pytest.raises(ArchiveUnwritable, match="Permission denied"):
        Bench(unprivileged).open()


@pytest.mark.parametrize("name", ["archive", "summaries", "journal", "people"])
async def test_a_file_in_the_place_of_a_folder(scratch: Path, name: str) -> None:
    """Of the archive it is refused; of a projection it is said, and costs no memory."""
    bench, told = Bench(scratch, Named()), dict[int, str]()
    bench.folder.mkdir()
    (bench.folder / name).write_text("in the way")
    if name == "archive":
        with pytest.raises(ArchiveUnwritable, match="archive cannot be opened"):
            bench.open()
        return
    with unsynced():
        memory = await _live(bench, told)
        check_kept(check_view(memory, bench.folder), told)
        assert memory.view.covered
        check_status(memory)
        if name == "summaries":
            assert any("cannot be written" in line for line in bench.warnings())
        (bench.folder / name).unlink()
        await _afterwards(bench, memory, told)
