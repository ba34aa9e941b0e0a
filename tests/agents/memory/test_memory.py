"""The memory as the rest of the program uses it."""

from __future__ import annotations

import errno
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from agents.clock import SystemClock
from agents.memory.compactor import CompactionFailed
from agents.memory.core.records import Compaction, NewMemory, Turn
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.core.transcript import render_transcript
from agents.memory.core.view import fold
from agents.memory.memory import AgentMemory
from agents.memory.parts import MemoryConfig, MemoryParts
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.support import (
    Bench,
    PlainDisk,
    Scripted,
    fill,
    grow,
    log_of,
)


async def test_everything_is_there_again_after_a_restart(tmp_path: Path) -> None:
    """A reopened memory has the same view, and the archive folds to it."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 300)
    before = memory.view
    await memory.close()
    again = bench.open()
    assert again.view == before
    assert fold(log_of(again)) == before
    assert render_transcript(again.view).count("\n") == len(before.tail) - 1
    assert again.summary_texts()[0] == "I have lived by the mill for long."


async def test_what_cannot_be_written_waits_and_is_told(tmp_path: Path) -> None:
    """It is in the view at once and in the log later; begin and end are logged once each."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    fill(memory, 3)
    bench.disk.write_error = OSError(errno.ENOSPC, "No space left on device")
    fill(memory, 2)
    assert [each.seq for each in memory.view.tail] == [1, 2, 3, 4, 5]
    assert render_transcript(memory.view).endswith("Fern hums the 5th verse of an old song.")
    await bench.clock.advance(100)
    assert memory.status().health == "ERROR"
    assert "2 experiences (4 to 5) in memory" in memory.status().causes[0]
    assert (memory.status().archive.waiting, memory.status().archive.dropped) == (2, 0)
    assert len(bench.warnings()) == 1 and "No space left" in bench.warnings()[0]
    assert len(log_of(memory)) == 3 and len(list(memory.experiences(2))) == 3
    late = memory.read_one(5)
    assert late is not None and late == memory.view.tail[-1]
    assert await memory.relieve(5) is False
    bench.disk.write_error = None
    await bench.clock.advance(30)
    assert fold(log_of(memory)) == memory.view
    assert "2 experiences from memory written, nothing lost" in bench.lines[-1]
    assert memory.status().health == "OK"
    assert len(bench.lines) == 2


async def test_partial_writes_leave_nothing_behind(tmp_path: Path) -> None:
    """A short write is cut off, at once or as soon as cutting works again."""
    bench = Bench(tmp_path)
    memory = bench.open()
    fill(memory, 2)
    bench.disk.short = 10
    bench.disk.cut_error = OSError(errno.EIO, "Input/output error")
    fill(memory, 1)
    await bench.clock.advance(2)
    bench.disk.short = None
    fill(memory, 1)
    await bench.clock.advance(30)
    assert memory.status().archive.waiting == 2
    bench.disk.cut_error = None
    await memory.sync()
    assert fold(log_of(memory)) == memory.view
    assert memory.last_seq == 4
    assert all(each.read_bytes()[-1:] == b"\n" for each in bench.segments())


async def test_turns_keep_their_head_only_when_it_changes(tmp_path: Path) -> None:
    """The stable beginning is written once, and named each time."""
    bench = Bench(tmp_path)
    memory = bench.open()
    fill(memory, 1)
    for head in ("You are Moss.", "You are Moss.", "You are old Moss."):
        memory.record_turn(Turn(situation="You are in The Hall.", head=head, reply="look"))
    turns = [each for each in log_of(memory) if isinstance(each, Turn)]
    assert [each.head for each in turns] == ["You are Moss.", "", "You are old Moss."]
    assert turns[0].head_id == turns[1].head_id != turns[2].head_id
    assert all((each.after, each.revision) == (1, 0) for each in turns)


async def test_sample_reaches_over_the_whole_archive(tmp_path: Path) -> None:
    """Old memories come up as well as new ones, in order, without repeats."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    assert memory.sample(5, Random(1)) == []
    fill(memory, 1)
    assert [each.seq for each in memory.sample(5, Random(1))] == [1]
    await grow(bench, memory, 600)
    seqs = [each.seq for each in memory.sample(6, Random(1))]
    assert seqs == sorted(set(seqs))
    assert seqs[0] <= 110 and seqs[-1] >= 490


async def test_times_are_the_clocks_and_in_utc(tmp_path: Path) -> None:
    """A memory keeps the moment to the microsecond."""
    bench = Bench(tmp_path)
    memory = bench.open()
    await bench.clock.advance(1.5)
    fill(memory, 1)
    assert memory.view.tail[0].at == bench.clock.now()
    assert memory.view.tail[0].at.utcoffset() == timedelta(0)
    assert '"at":"2026-01-01T00:00:01.500000Z"' in bench.segments()[0].read_text()


async def test_a_crowd_that_stays_is_kept_once(tmp_path: Path) -> None:
    """Hundreds who stand around in one memory after the other are one list of names."""
    memory = Bench(tmp_path).open()
    for number in range(5):
        crowd = tuple(f"Guest{each}\ud800" for each in range(300))
        memory.record(NewMemory(f"Guest1 says, {number}.", "observation", occupants=crowd))
    first, *others = [each.occupants for each in memory.view.tail]
    assert first[299] == "Guest299?"
    assert len(others) == 4 and all(each is first for each in others)
    await memory.close()


async def test_a_closed_memory_takes_nothing_and_complains_of_nothing(tmp_path: Path) -> None:
    """What the world still says while the server goes down is no loss."""
    bench = Bench(tmp_path)
    memory = bench.open()
    fill(memory, 2)
    await memory.close()
    assert memory.record(NewMemory("too late", source="observation")) is None
    assert bench.warnings() == []
    assert bench.open().last_seq == 2


async def test_a_memory_is_on_the_real_disk_through_threads(tmp_path: Path) -> None:
    """The system's disk and clock do what the virtual ones do."""
    lines: list[str] = []
    memory = AgentMemory.open(
        tmp_path / "Moss",
        "Moss",
        MemoryConfig(memory_settings(immediate_window=4, recent_window=4), Scripted()),
        MemoryParts(SystemClock(), HeuristicCounter(), lines.append, lambda event: None),
    )
    fill(memory, 8)
    report = await memory.begin_compaction()
    assert report.record.covers == (1, 4)
    await memory.close()
    assert (tmp_path / "Moss" / "summaries" / "recent.md").exists()
    assert lines[-1] == "[Memory] Moss: Compaction complete (first summary)"


class LateFailure(PlainDisk):
    """A disk whose second sync fails, once `syncs` is 0: the one behind a compaction's record."""

    syncs = -1000

    def sync(self, fd: int) -> None:
        self.syncs += 1
        if self.syncs == 2:
            raise OSError(5, "Input/output error")
        super().sync(fd)


async def test_a_record_that_cannot_be_synced_is_taken_back(tmp_path: Path) -> None:
    """Log and view agree: a restart does not find a compaction that failed."""
    bench = Bench(tmp_path, Scripted())
    bench.disk = disk = LateFailure()
    memory = bench.open()
    fill(memory, 100)
    disk.syncs = 0
    with pytest.raises(CompactionFailed, match="Input/output error"):
        await memory.begin_compaction()
    assert not any(isinstance(record, Compaction) for record in log_of(memory))
    assert not memory.view.summaries
    await memory.close()
    again = bench.open()
    assert again.view == memory.view
    await again.close()
