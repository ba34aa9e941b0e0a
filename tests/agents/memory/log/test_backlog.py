"""What cannot be written waits: up to a bound, in order, and is told of."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from agents.boundaries import StorageTrouble
from agents.clock import VirtualClock
from agents.memory.compactor import CompactionFailed
from agents.memory.core.records import Edit, Experience, MicroCompact, Summary, Turn
from agents.memory.core.view import fold
from agents.memory.log.archive import ArchiveUnwritable
from agents.memory.log.ledger import Ledger
from agents.memory.log.reader import ArchiveReader
from tests.agents.memory.support import Bench, PlainDisk, Scripted, fill, log_of

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class House:
    """A ledger, its clock and disk, and what it says."""

    def __init__(self, folder: Path, segment_bytes: int = 4000) -> None:
        self.folder = folder / "Moss" / "archive"
        self.clock = VirtualClock()
        self.disk = PlainDisk()
        self.lines: list[str] = []
        self.troubles: list[StorageTrouble] = []
        self.ledger = Ledger(
            self.folder,
            name="Moss",
            clock=self.clock,
            disk=self.disk,
            log=self.lines.append,
            segment_bytes=segment_bytes,
            watch=self.troubles.append,
        )
        self.ledger.open()

    def add(self, count: int) -> list[bool]:
        return [self.ledger.add(self._experience()) for _ in range(count)]

    def _experience(self) -> Experience:
        seq = self.ledger.view.last_seq + 1
        return Experience(seq, self.clock.now(), f"Fern hums {seq}.", "observation")

    def written(self) -> list[int]:
        records = ArchiveReader(self.folder, self.clock, self.disk, self.lines.append).iterate()
        return [each.seq for each in records if isinstance(each, Experience)]


async def test_beyond_the_bound_experiences_are_lost_and_counted(tmp_path: Path) -> None:
    """Memory does not grow without end; what is lost leaves no gap in the numbers."""
    house = House(tmp_path)
    house.disk.write_error = FULL
    house.ledger.backlog.limit = 1000
    kept = house.add(40)
    count = kept.index(False)
    assert 5 < count < 30 and not any(kept[count:])
    assert house.ledger.view.last_seq == count
    assert sum("from now on they are lost" in line for line in house.lines) == 1
    assert house.ledger.backlog.lost == 40 - count
    await house.clock.advance(0.25)
    house.add(1)
    house.disk.write_error = None
    await house.clock.advance(60)
    house.add(1)
    assert house.written() == list(range(1, count + 2))
    lost = f"{41 - count} experiences (2026-01-01 00:00:00 to 2026-01-01 00:00:00 UTC) lost"
    assert lost in house.lines[-1] and f"{count} experiences from memory" in house.lines[-1]
    assert [(each.saved, each.lost) for each in house.troubles] == [(0, 0), (count, 41 - count)]
    await house.ledger.close()


async def test_it_is_tried_again_ever_more_seldom(tmp_path: Path) -> None:
    """After 1, 2, 4 … 30 seconds, not with every experience; and anew after a success."""
    house = House(tmp_path)
    tries: list[float] = []
    write = house.disk.write

    def count_tries(fd: int, content: bytes) -> int:
        tries.append(house.clock.monotonic())
        return write(fd, content)

    house.disk.write = count_tries  # type: ignore[method-assign]
    house.disk.write_error = FULL
    start = house.clock.monotonic()
    house.add(5)
    await house.clock.advance(100)
    assert [round(each - start) for each in tries] == [0, 1, 3, 7, 15, 31, 61, 91]
    house.disk.write_error = None
    await house.clock.advance(30)
    assert house.written() == [1, 2, 3, 4, 5]
    assert [each.reason for each in house.troubles] == ["No space left on device", ""]
    house.disk.write_error = FULL
    tries.clear()
    house.add(1)
    await house.clock.advance(1)
    assert len(tries) == 2
    await house.ledger.close()


async def test_turns_keep_their_place(tmp_path: Path) -> None:
    """The log is as it would have been without the outage; masks and edits need the disk."""
    house = House(tmp_path)
    house.add(2)
    house.disk.write_error = FULL
    house.add(1)
    ledger, now = house.ledger, house.clock.now()
    assert ledger.add(ledger.stamp_turn(Turn("here", head="You are Moss.", head_id="h")))
    assert not ledger.add(MicroCompact(3, now, (1,), 1))
    house.add(1)
    before = ledger.view
    assert before.last_seq == 4 and not before.masked
    summary = Summary("recent-1-2-1", "recent", "I lived.", (1, 2), "human", now)
    assert not ledger.add(Edit(4, now, summary, 2))
    assert ledger.view == before
    house.disk.write_error = None
    await ledger.sync()
    records = list(ledger.reader.iterate())
    kinds = [type(each).__name__ for each in records]
    assert kinds == ["Experience"] * 3 + ["Turn", "Experience"]
    assert fold(records) == before
    await ledger.close()


async def test_a_stop_tries_once_more_and_names_what_is_lost(tmp_path: Path) -> None:
    """With success silently; else with numbers and reason."""
    house = House(tmp_path)
    house.disk.write_error = FULL
    house.add(3)
    await house.ledger.close()
    assert "3 experiences (1 to 3) could not be written" in house.lines[-1]
    assert "No space left" in house.lines[-1]
    again = House(tmp_path)
    assert again.ledger.view.last_seq == 0
    again.disk.write_error = FULL
    again.add(2)
    again.disk.write_error = None
    await again.ledger.close()
    assert again.written() == [1, 2]
    assert not any("will not be remembered" in line for line in again.lines)


async def test_saving_says_what_is_not_on_disk(tmp_path: Path) -> None:
    """By file, reason and numbers; and it writes as soon as that is possible."""
    house = House(tmp_path)
    house.disk.write_error = FULL
    house.add(3)
    with pytest.raises(ArchiveUnwritable, match=r"No space left .*3 experiences \(1 to 3\)"):
        await house.ledger.sync()
    house.disk.write_error = None
    await house.ledger.sync()
    assert house.written() == [1, 2, 3] and not house.ledger.outage.error
    await house.ledger.close()


async def test_a_half_line_never_ends_a_full_segment(tmp_path: Path) -> None:
    """It is cut off before the next segment begins."""
    house = House(tmp_path, segment_bytes=10)
    house.add(1)
    house.disk.short, house.disk.cut_error = 5, OSError(errno.EIO, "Input/output error")
    summary = Summary("recent-1-1-1", "recent", "I lived.", (1, 1), "human", house.clock.now())
    assert not house.ledger.add(Edit(1, house.clock.now(), summary, 1))
    house.disk.short = house.disk.cut_error = None
    house.add(1)
    await house.ledger.sync()
    assert house.written() == [1, 2]
    segments = sorted(house.folder.glob("*.jsonl"))
    assert len(segments) == 2
    assert all(each.read_bytes().endswith(b"\n") for each in segments)
    await house.ledger.close()


async def test_an_archive_with_a_torn_line_opens_without_room_for_the_copy(tmp_path: Path) -> None:
    """A crash on a full disk: it opens, and the line is set aside before the next is written."""
    house = House(tmp_path)
    house.add(2)
    await house.ledger.close()
    segment = house.folder / "000000000001.jsonl"
    with segment.open("ab") as file:
        file.write(b'{"v":1,"kind":"mem')
    aside = house.folder / "000000000001.jsonl.torn"
    aside.mkdir()  # nothing can be written there
    again = House(tmp_path)
    assert again.ledger.view.last_seq == 2
    again.add(1)
    await again.clock.advance(5)
    assert len(again.ledger.backlog) == 1
    aside.rmdir()
    await again.ledger.sync()
    assert again.written() == [1, 2, 3]
    assert "kind" in aside.read_text() and aside.read_text().count("\n") == 1
    await again.ledger.close()


async def test_facts_that_cannot_be_written_stop_their_compaction(tmp_path: Path) -> None:
    """Summaries never replace memories whose facts are missing from the log."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    fill(memory, 70)
    task = memory.begin_compaction(force=True)
    bench.disk.write_error = FULL
    fill(memory, 1)
    with pytest.raises(CompactionFailed, match="No space left"):
        await task
    assert not memory.view.summaries and memory.last_seq == 71
    bench.disk.write_error = None
    await memory.sync()
    assert fold(log_of(memory)) == memory.view
    await memory.close()


async def test_a_compaction_starts_when_the_disk_has_room_again(tmp_path: Path) -> None:
    """It was withheld, and nobody has to ask for it."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(immediate_window=2, recent_window=2)
    fill(memory, 2)
    bench.disk.write_error = FULL
    fill(memory, 8)
    await bench.clock.advance(100)
    assert not memory.view.summaries and len(memory.view.tail) == 10
    bench.disk.write_error = None
    await bench.clock.advance(31)
    assert memory.view.summaries
    assert fold(log_of(memory)) == memory.view
    await memory.close()
