"""Journals that share a turn work on their pages one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from agents.memory.journal.journal_place import JournalPlace
from tests.agents.memory.support import Bench, PlainDisk

T = TypeVar("T")


class CountingDisk(PlainDisk):
    """Counts how much work is under way at the same time."""

    def __init__(self) -> None:
        super().__init__()
        self.under_way = self.most = 0

    async def in_thread(self, work: Callable[[], T]) -> T:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await asyncio.sleep(0)
        self.under_way -= 1
        return work()


async def test_two_journals_read_their_pages_one_after_the_other(tmp_path: Path) -> None:
    disk, turn = CountingDisk(), asyncio.Semaphore(1)
    memories = []
    for name in ("one", "other"):
        bench = Bench(tmp_path / name)
        bench.disk = disk
        place = JournalPlace(tmp_path / name / "kept.jsonl", turn=turn)
        memories.append(bench.open(place))
    await asyncio.gather(*(each.load_journal() for each in memories))
    assert disk.most == 1
    for each in memories:
        await each.close()
