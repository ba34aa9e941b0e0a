"""The segments of an archive: any memory is found in them without reading them all."""

from __future__ import annotations

from pathlib import Path

from agents.clock import VirtualClock
from agents.memory.core.records import Compaction, Experience, Summary, Turn
from agents.memory.log.archive import Archive
from agents.memory.log.codec import decode
from tests.agents.memory.log.ledgers import NOW, ledger, note_of
from tests.agents.memory.support import PlainDisk


def test_segments_are_named_by_their_first_memory(tmp_path: Path) -> None:
    """And any span is found in them."""
    made = ledger(tmp_path / "archive")
    for seq in range(1, 301):
        assert made.add(note_of(seq))
        made.add(Turn("somewhere", after=seq, revision=0, at=NOW, head_id="h"))
    names = sorted(path.stem for path in (tmp_path / "archive").glob("*.jsonl"))
    assert len(names) > 5 and names[0] == "000000000001"
    for name in names:
        content = (tmp_path / "archive" / f"{name}.jsonl").read_bytes()
        first = decode(content.split(b"\n")[0])
        assert isinstance(first, Experience) and first.seq == int(name)
    for first_seq, last in ((1, 1), (1, 300), (37, 38), (299, 300), (150, 222)):
        found = made.reader.read(first_seq, last)
        assert [each.seq for each in found] == list(range(first_seq, last + 1))
    assert [each.seq for each in made.experiences(290)] == list(range(291, 301))
    assert list(made.experiences(300)) == []


def test_long_segments_are_searched_not_scanned(tmp_path: Path) -> None:
    """One memory out of 20,000 costs some blocks, not the file."""
    disk = PlainDisk()
    made = ledger(tmp_path / "archive", disk, segment_bytes=1 << 30)
    for seq in range(1, 20_001):
        made.archive.append(note_of(seq))
    disk.read = 0
    assert made.reader.read(12_345, 12_345)[0].seq == 12_345
    assert disk.read < 1_000_000 < made.archive.size


def test_opening_reads_only_the_tail(tmp_path: Path) -> None:
    """With 100,000 memories on disk: to the last compaction's tail and no further."""
    folder = tmp_path / "archive"
    writer = Archive(folder, VirtualClock(), PlainDisk(), print)
    writer.open()
    for seq in range(1, 100_001):
        writer.append(note_of(seq))
    covering = Summary("recent-1-99936-1", "recent", "I lived.", (1, 99_936), "llm", NOW)
    writer.append(Compaction(100_000, NOW, (1, 99_936), (covering,), "llm", "automatic"))
    for seq in range(100_001, 100_050):
        writer.append(note_of(seq))
    size = sum(each.stat().st_size for each in folder.iterdir())
    disk = PlainDisk()
    made = ledger(folder, disk)
    assert [each.seq for each in made.view.tail] == list(range(99_937, 100_050))
    assert size > 10_000_000
    assert disk.read < 200_000


def test_a_turn_that_came_late_hides_no_memory(tmp_path: Path) -> None:
    """A turn says which memory its prompt followed; that may be older than the line before it."""
    made = ledger(tmp_path / "archive", segment_bytes=1 << 20)
    made.add(note_of(1))
    made.add(note_of(2))
    covering = Summary("recent-1-2-1", "recent", "I lived.", (1, 2), "llm", NOW)
    made.archive.append(Compaction(2, NOW, (1, 2), (covering,), "llm", "manual"))
    made.archive.append(note_of(3))
    made.archive.append(Turn("somewhere", after=2, revision=1, at=NOW, head_id="h"))
    made.archive.append(note_of(4))
    assert [each.seq for each in ledger(tmp_path / "archive").view.tail] == [3, 4]


def test_a_turn_before_a_compaction_hides_no_memory(tmp_path: Path) -> None:
    """Read backwards from the compaction, an old turn is not yet the end of the tail."""
    made = ledger(tmp_path / "archive", segment_bytes=1 << 20)
    for record in (note_of(1), note_of(2), note_of(3)):
        made.archive.append(record)
    made.archive.append(Turn("somewhere", after=2, revision=0, at=NOW, head_id="h"))
    made.archive.append(note_of(4))
    covering = Summary("recent-1-2-1", "recent", "I lived.", (1, 2), "llm", NOW)
    made.archive.append(Compaction(4, NOW, (1, 2), (covering,), "llm", "manual"))
    assert [each.seq for each in ledger(tmp_path / "archive").view.tail] == [3, 4]
