"""Writes fail and work again at any moment: every experience is in the log once, in order."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.records import Experience, Turn
from agents.memory.core.view import fold
from agents.memory.log.archive import ArchiveUnwritable
from agents.memory.log.codec import digest
from agents.memory.memory import AgentMemory
from tests.agents.memory.proof.checks import FRAMES, check_kept, check_prompts, check_view, reader
from tests.agents.memory.proof.child import Named
from tests.agents.memory.proof.deeds import deed
from tests.agents.memory.proof.syscalls import unsynced
from tests.agents.memory.support import Bench, assert_whole
from tests.examples import choose_count
from tests.loops import run

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
STEPS = ("add", "add", "look", "turn", "mask", "wait", "save", "full", "short", "stuck", "room")


class Ordeal:
    """One agent on a disk that fails and recovers as it is told."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench(folder, Named())
        self.told: dict[int, str] = {}
        self.prompts: dict[str, str] = {}
        self.memory = self.open()

    def open(self) -> AgentMemory:
        memory = self.bench.open(immediate_window=3, recent_window=2, micro_compact="turn")
        memory._ledger.archive._segment_bytes = 1500
        return memory

    async def step(self, name: str) -> None:
        """Do one of `STEPS`; then a crash would leave an archive that opens."""
        await getattr(self, f"_{name}")()
        await self.bench.settle()
        assert_whole(self.memory)
        assert self.memory.last_seq == len(self.told)
        self._check_crash()

    async def _add(self) -> None:
        self._record("speech")

    async def _look(self) -> None:
        self._record("look")

    def _record(self, kind: str) -> None:
        made = self.memory.record(deed(kind, self.memory.last_seq + 1))
        assert made is not None
        self.told[made.seq] = made.text

    async def _turn(self) -> None:
        view, head = self.memory.view, f"You are Moss {len(self.prompts) // 3}.\n"
        prompt = head + self.memory.render_section(FRAMES) + "~Moss>"
        self.prompts[digest(prompt)] = prompt
        self.memory.record_turn(
            Turn("~Moss>", head, FRAMES, after=view.last_seq, revision=view.revision,
                 prompt_id=digest(prompt))
        )  # fmt: skip

    async def _mask(self) -> None:
        self.memory.end_turn()

    async def _wait(self) -> None:
        await self.bench.clock.advance(3.0)

    async def _save(self) -> None:
        try:
            await self.memory.sync()
        except ArchiveUnwritable:
            assert self.bench.disk.write_error or self.bench.disk.short is not None
        else:
            assert not self.memory.status().archive.waiting

    async def _full(self) -> None:
        self.bench.disk.write_error = FULL

    async def _short(self) -> None:
        self.bench.disk.short = 20

    async def _stuck(self) -> None:
        self.bench.disk.cut_error = OSError(errno.EIO, os.strerror(errno.EIO))

    async def _room(self) -> None:
        disk = self.bench.disk
        disk.write_error = disk.cut_error = disk.short = None

    def _check_crash(self) -> None:
        """What is on disk is the beginning of what happened, and folds."""
        records = list(reader(self.bench.folder).iterate())
        memories = [each for each in records if isinstance(each, Experience)]
        assert [(each.seq, each.text) for each in memories] == [*self.told.items()][: len(memories)]
        waiting = self.memory.status().archive.waiting
        assert len(memories) == len(self.told) - waiting
        assert fold(records).last_seq == len(memories)

    async def end(self) -> None:
        """There is room: all is in the log, once, and every prompt is rendered again."""
        await self._room()
        await self.memory.sync()
        check_kept(check_view(self.memory, self.bench.folder), self.told)
        check_prompts(self.bench.folder, self.prompts)
        await self.bench.clock.advance(2000)
        before = self.memory.view
        await self.memory.close()
        for path in self.bench.segments():
            assert path.read_bytes()[-1:] in (b"\n", b"")
        assert not list(self.bench.folder.glob("archive/*.torn"))
        again = self.open()
        assert again.view == before
        await again.close()
        turns = [e for e in reader(self.bench.folder).iterate() if isinstance(e, Turn)]
        assert len(turns) == check_prompts(self.bench.folder, self.prompts)


@given(st.lists(st.sampled_from(STEPS), min_size=20, max_size=60))
@settings(max_examples=choose_count(12, 30), deadline=None)
def test_every_experience_is_written_once_and_in_order(steps: list[str]) -> None:
    """Whatever fails, and whenever: nothing is lost, doubled or torn, and prompts come back."""
    folder = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    try:
        with unsynced():
            run(_live(folder, steps))
    finally:
        shutil.rmtree(folder)


async def _live(folder: Path, steps: list[str]) -> None:
    ordeal = Ordeal(folder)
    for name in steps:
        await ordeal.step(name)
    await ordeal.end()
