"""The chronicle's files: rotated, private, repaired, and honest about what a full disk has cost."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from agents.boundaries import StorageTrouble
from agents.clock import VirtualClock
from config.server import ChronicleSettings
from server.chronicle import writer as writing
from server.chronicle.entry import GAP, ChronicleEntry, encode_entry
from server.chronicle.files import ChronicleFile, list_chronicle, remove_old
from server.chronicle.reading import read_newest_first
from server.chronicle.writer import ChronicleWriter
from tests.agents.memory.support import PlainDisk
from tests.server.chronicle.support import MORNING, happened

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class Bench:
    """A writer on a virtual clock and a disk that can be made to fail."""

    def __init__(self, folder: Path, **settings: float) -> None:
        self.clock = VirtualClock(MORNING)
        self.disk = PlainDisk()
        self.log: list[str] = []
        self.told: list[StorageTrouble] = []
        self.folder = folder
        wanted = ChronicleSettings(**settings)  # type: ignore[arg-type]
        self.writer = ChronicleWriter(
            folder, self.clock, lambda: wanted, self.log.append, self.disk
        )
        self.writer.watch = self.told.append

    def texts(self) -> list[str]:
        """What is on disk, the oldest first."""
        return [each.text or f"{each.lost} lost" for each in self.entries()]

    def entries(self) -> list[ChronicleEntry]:
        return [*read_newest_first(self.folder)][::-1]

    def names(self) -> list[str]:
        return [each.path.name for each in list_chronicle(self.folder)]

    def lengths(self) -> dict[str, int]:
        """How many lines each file has."""
        return {path.name: path.read_bytes().count(b"\n") for path in self.folder.iterdir()}

    def modes(self) -> list[int]:
        """The permissions of the folder and of its files."""
        return [path.stat().st_mode & 0o777 for path in (self.folder, *self.folder.iterdir())]

    def put(self, name: str, text: str) -> None:
        self.folder.mkdir(exist_ok=True)
        (self.folder / name).write_bytes(encode_entry(happened(text)))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "chronicle"


async def test_lines_are_on_disk_after_a_second_and_private(folder: Path) -> None:
    """Nobody waits for the disk, and nobody else on the machine reads along."""
    bench = Bench(folder)
    bench.writer.add(happened("Rain."))
    assert bench.names() == []
    await bench.clock.advance(writing.WRITE_SECONDS)
    assert bench.texts() == ["Rain."]
    assert bench.modes() == [0o700, 0o600]
    await bench.writer.close()


async def test_what_is_written_is_synced_soon_even_if_nothing_follows(folder: Path) -> None:
    """A power cut takes some seconds of a quiet world, not its last evening."""
    bench = Bench(folder)
    bench.writer.add(happened("Rain."))
    await bench.clock.advance(writing.WRITE_SECONDS)
    before = bench.disk.synced
    await bench.clock.advance(writing.SYNC_SECONDS)
    assert bench.disk.synced == before + 1
    await bench.clock.advance(60)
    assert bench.disk.synced == before + 1
    await bench.writer.close()


async def test_each_day_has_its_file_and_a_long_one_several(folder: Path) -> None:
    """Days are those of UTC, and no file grows without end."""
    bench = Bench(folder, file_megabytes=0.0005)
    for number in range(6):
        bench.writer.add(happened(f"Line {number} of a long evening.", seconds=number))
        await bench.writer.flush()
    bench.writer.add(happened("The next day.", seconds=86_400))
    await bench.writer.close()
    assert bench.names() == [
        "2026-11-22.jsonl", "2026-11-22-2.jsonl", "2026-11-22-3.jsonl", "2026-11-23.jsonl",
    ]  # fmt: skip
    assert bench.texts() == [
        *(f"Line {number} of a long evening." for number in range(6)),
        "The next day.",
    ]


async def test_a_batch_over_midnight_is_in_both_files(folder: Path) -> None:
    """A line belongs to the day on which it happened, not on which it was written."""
    bench = Bench(folder)
    bench.writer.add(happened("Before.", seconds=15 * 3600))
    bench.writer.add(happened("After.", seconds=16 * 3600))
    await bench.writer.close()
    assert bench.lengths() == {"2026-11-22.jsonl": 1, "2026-11-23.jsonl": 1}


async def test_a_restart_goes_on_in_the_last_file_of_the_day(folder: Path) -> None:
    """Nothing is written into a file that was full."""
    bench = Bench(folder)
    bench.put("2026-11-22.jsonl", "First.")
    bench.put("2026-11-22-2.jsonl", "Second.")
    bench.writer.add(happened("Third."))
    await bench.writer.close()
    assert bench.texts() == ["First.", "Second.", "Third."]
    assert bench.lengths() == {"2026-11-22.jsonl": 1, "2026-11-22-2.jsonl": 2}


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_a_torn_last_line_is_repaired(folder: Path, cut: int) -> None:
    """A kill in the middle of a line costs that line at most; one that only lacks its end stays."""
    folder.mkdir()
    whole, last = encode_entry(happened("Whole.")), encode_entry(happened("Torn."))
    (folder / "2026-11-22.jsonl").write_bytes(whole + last[:cut])
    log: list[str] = []
    file = ChronicleFile(folder, log.append)
    file.append("2026-11-22", [encode_entry(happened("Next."))], 0)
    file.close()
    kept = ["Torn."] if cut == -1 else []
    told = [each.text for each in read_newest_first(folder)][::-1]
    assert told == ["Whole.", *kept, "Next."]
    assert len(log) == 1 - len(kept)


async def test_a_full_disk_tears_no_line_and_is_told_once(folder: Path) -> None:
    """What waits is written in order as soon as there is room."""
    bench = Bench(folder)
    bench.writer.add(happened("First."))
    await bench.writer.flush()
    bench.disk.write_error = FULL
    for number in range(3):
        bench.writer.add(happened(f"Held {number}."))
        await bench.clock.advance(writing.RETRY_SECONDS)
    assert bench.texts() == ["First."]
    assert len(bench.log) == 1 and os.strerror(errno.ENOSPC) in bench.log[0]
    bench.disk.write_error = None
    await bench.clock.advance(writing.RETRY_SECONDS)
    assert bench.texts() == ["First.", "Held 0.", "Held 1.", "Held 2."]
    assert len(bench.log) == 2 and "written again; 0 lines" in bench.log[1]
    await bench.writer.close()


async def test_half_a_write_is_taken_back(folder: Path) -> None:
    """A disk that fills up in the middle of a line leaves no half of one."""

    class Filling(PlainDisk):
        def write(self, fd: int, content: bytes) -> int:
            if self.short is None:
                return super().write(fd, content)
            if not self.short:
                raise FULL
            written = os.write(fd, content[: self.short])
            self.short = 0
            return written

    bench = Bench(folder)
    bench.disk = Filling()
    bench.writer = ChronicleWriter(
        folder, bench.clock, ChronicleSettings, bench.log.append, bench.disk
    )
    bench.writer.add(happened("First."))
    await bench.writer.flush()
    bench.disk.short = 25
    bench.writer.add(happened("Second."))
    await bench.writer.flush()
    assert (folder / "2026-11-22.jsonl").read_bytes() == encode_entry(happened("First."))
    bench.disk.short = None
    await bench.clock.advance(writing.RETRY_SECONDS)
    assert bench.texts() == ["First.", "Second."]
    await bench.writer.close()


async def test_what_no_longer_fits_into_memory_is_counted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The queue is bounded, and the file says how many lines are missing, and where."""
    monkeypatch.setattr(writing, "MOST_WAITING", 3 * len(encode_entry(happened("Line 0."))))
    bench = Bench(folder)
    bench.disk.write_error = FULL
    for number in range(5):
        bench.writer.add(happened(f"Line {number}."))
    await bench.clock.advance(writing.WRITE_SECONDS)
    with pytest.raises(OSError, match="the chronicle cannot be written: No space"):
        await bench.writer.save()
    bench.disk.write_error = None
    await bench.clock.advance(writing.RETRY_SECONDS)
    begun, ended = bench.told
    assert begun.what == f"the chronicle cannot be written: {os.strerror(errno.ENOSPC)}"
    assert (ended.reason, ended.lost) == ("", 2)
    bench.writer.add(happened("Later."))
    await bench.writer.close()
    assert bench.texts() == ["Line 0.", "Line 1.", "Line 2.", "2 lost", "Later."]
    assert bench.entries()[3].kind == GAP


async def test_a_stop_with_a_full_disk_ends_and_says_what_is_lost(folder: Path) -> None:
    """A server that cannot write must still be able to stop."""
    bench = Bench(folder)
    bench.disk.write_error = FULL
    bench.writer.add(happened("Lost."))
    await bench.writer.close()
    assert bench.log[-1] == "[Chronicle] 1 lines are lost"


def test_old_files_go_and_nothing_else_does(folder: Path) -> None:
    """`keep_days` counts whole days; 0 keeps all, and other files are none of its business."""
    folder.mkdir()
    names = ["2026-11-19.jsonl", "2026-11-20.jsonl", "2026-11-20-2.jsonl", "2026-11-22.jsonl",
             "notes.md", "1999-01-01.md"]  # fmt: skip
    for name in names:
        (folder / name).touch()
    assert remove_old(folder, date(2026, 11, 22), 0) == []
    assert remove_old(folder, date(2026, 11, 22), 2) == ["2026-11-19.jsonl"]
    assert sorted(each.name for each in folder.iterdir()) == sorted(names[1:])


async def test_old_files_are_removed_when_a_day_begins(folder: Path) -> None:
    """A server that runs for months keeps to its setting."""
    bench = Bench(folder, keep_days=1)
    for day in range(4):
        bench.writer.add(happened(f"Day {day}.", seconds=86_400 * day))
        await bench.writer.flush()
    assert bench.names() == ["2026-11-24.jsonl", "2026-11-25.jsonl"]
    await bench.writer.close()


def test_only_as_much_is_read_as_is_taken(folder: Path) -> None:
    """A chronicle of years is no reason to wait for its last page."""
    folder.mkdir()
    line = encode_entry(happened("A line of an old day, as there are many."))
    for day in range(1, 4):
        (folder / f"2026-11-0{day}.jsonl").write_bytes(line * 5000)
    disk = PlainDisk()
    entries = read_newest_first(folder, disk)
    assert next(entries).at == datetime(2026, 11, 22, 8, 20, tzinfo=UTC)
    assert disk.read < 500_000
