"""The log on disk: records come back, and crashes and damage cost no other record."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from agents.memory.core.facts import Fact
from agents.memory.core.records import (
    Compaction,
    Counts,
    Edit,
    Experience,
    Frames,
    JournalEntry,
    JournalNote,
    MicroCompact,
    PageEdit,
    Record,
    Summary,
    Turn,
)
from agents.memory.log.archive import Archive, ArchiveUnwritable
from agents.memory.log.codec import ArchiveRefused, BadRecord, decode, encode
from agents.memory.log.ledger import Ledger
from agents.memory.log.reader import ArchiveReader
from tests.agents.memory.support import Bench, PlainDisk, Scripted, fill, grow, log_of
from tests.limits import HANG_SECONDS
from tests.paths import ROOT
from world.nature import Nature

NOW = VirtualClock().now()
SUMMARY = Summary(
    "recent-1-2-1", "leaf", "I sang – “well”.", (1, 2), "llm", NOW, 5, "p", "m", ("x",),
    2, 300, ((1, 2), ()),
)  # fmt: skip
FACT = Fact(
    "Fern said she would come.", 7, "heuristic", "heard", 0.5, (1, 2), NOW, "Fern", ("Fern",),
    ("promise",), "The Hall",
)  # fmt: skip
EXPERIENCE = Experience(
    2, NOW, "~Moss> say hi | why\nYou say, “hi”\u2028…", "action", "say", "The Hall", ("Fern",),
    nature=Nature.SPEECH,
)  # fmt: skip
RECORDS: list[Record] = [
    EXPERIENCE,
    Experience(
        3, NOW, "x", "action", ok=False, line="go", command="go", reason="r", speaker="Fern"
    ),
    Compaction(
        3,
        NOW,
        (1, 2),
        (SUMMARY,),
        "llm",
        "early",
        1.5,
        100,
        20,
        9,
        4,
        800,
        90,
        "tree",
        4,
        Counts(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    ),
    JournalEntry(3, NOW, (1, 2), (FACT,), "heuristic"),
    JournalNote(3, NOW, (1, 2), FACT, "compaction"),
    PageEdit(3, NOW, "people/Ada", "above", "below", ("struck",)),
    MicroCompact(3, NOW, (2, 3), 5),
    Edit(3, NOW, SUMMARY, 6),
    Turn(
        "s",
        "h",
        Frames("# {summary}", "> {summary}"),
        "n",
        "r",
        "c",
        "m",
        "p",
        1,
        2,
        3,
        0.5,
        "o",
        3,
        6,
        NOW,
        "id",
        "digest",
    ),
]


def note_of(seq: int) -> Experience:
    return Experience(seq, NOW, f"Fern hums {seq}.", "observation")


def ledger(folder: Path, disk: PlainDisk | None = None, segment_bytes: int = 4000) -> Ledger:
    lines: list[str] = []
    made = Ledger(
        folder,
        name="Moss",
        clock=VirtualClock(),
        disk=disk or PlainDisk(),
        log=lines.append,
        segment_bytes=segment_bytes,
    )
    made.open()
    return made


def reader(folder: Path, lines: list[str] | None = None) -> ArchiveReader:
    log = lines if lines is not None else []
    return ArchiveReader(folder, VirtualClock(), PlainDisk(), log.append)


@pytest.mark.parametrize("record", RECORDS, ids=lambda each: type(each).__name__)
def test_a_record_comes_back_as_it_was(record: Record) -> None:
    """Every kind, on one line of JSON, empty values left out."""
    line = encode(record)
    assert line.count(b"\n") == 1 and line.endswith(b"\n")
    assert decode(line) == record
    assert "" not in json.loads(line).values()


def test_a_memory_reads_as_the_design_says() -> None:
    """People and other programs read this; its shape is a contract."""
    assert json.loads(encode(EXPERIENCE)) == {
        "v": 1,
        "kind": "memory",
        "seq": 2,
        "at": "2026-01-01T00:00:00.000000Z",
        "text": "~Moss> say hi | why\nYou say, “hi”\u2028…",
        "source": "action",
        "event": "say",
        "place": "The Hall",
        "occupants": ["Fern"],
        "nature": "speech",
    }


@pytest.mark.parametrize(
    ("said", "nature"),
    [
        ({"command": "say", "event": "result"}, Nature.SPEECH),
        ({"command": "look", "event": "room"}, Nature.SIGHT),
        ({"command": "dance", "event": "room"}, Nature.DEED),
        ({"event": "whisper"}, Nature.PRIVATE_SPEECH),
        ({"event": "arrive"}, Nature.MOVEMENT),
        ({"event": "dream", "command": "dream"}, Nature.DREAM),
        ({"event": "refusal"}, Nature.DEED),
        ({"command": "look", "event": "room", "nature": "note"}, Nature.NOTE),
    ],
)
def test_a_memory_of_an_old_archive_gets_its_nature_by_name(
    said: dict[str, str], nature: Nature
) -> None:
    """Old archives do not record it; a recorded nature is never overridden."""
    old = {"v": 1, "kind": "memory", "seq": 1, "at": "2026-01-01T00:00:00Z", "text": "x", **said}
    memory = decode(json.dumps(old).encode())
    assert isinstance(memory, Experience) and memory.nature is nature


def test_an_unknown_nature_is_named_with_those_that_are_known() -> None:
    line = encode(EXPERIENCE).replace(b'"speech"', b'"song"')
    with pytest.raises(BadRecord, match=r"nature is 'song'; known are speech, .*deed"):
        decode(line)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"{}",
        b"\x00\x00",
        b'{"v":1,"kind":"memory"}',
        b'{"v":1,"kind":"memory","seq":"1","at":"2026-01-01T00:00:00.000000Z","text":"x"}',
        b'{"v":1,"kind":"memory","seq":1,"at":"2026-01-01T00:00:00","text":"x"}',
        b'{"v":1,"kind":"memory","seq":0,"at":"2026-01-01T00:00:00Z","text":"x"}',
        b'{"v":1,"kind":"compaction","after":1,"at":"2026-01-01T00:00:00Z","covers":[2,1]}',
        b'{"v":true,"kind":"memory"}',
        b"[" * 100_000,
    ],
)
def test_a_spoilt_line_is_a_bad_record(line: bytes) -> None:
    """Never another exception."""
    with pytest.raises(BadRecord):
        decode(line)


@pytest.mark.parametrize("line", [b'{"v":2,"kind":"memory"}', b'{"v":1,"kind":"dream"}'])
def test_a_newer_archive_is_refused_untouched(tmp_path: Path, line: bytes) -> None:
    """Not a byte changes, not even a torn end."""
    folder = tmp_path / "archive"
    folder.mkdir()
    path = folder / "000000000001.jsonl"
    content = encode(note_of(1)) + line + b"\n" + b'{"v":2,"ki'
    path.write_bytes(content)
    with pytest.raises(ArchiveRefused, match="version"):
        ledger(folder)
    assert path.read_bytes() == content
    assert [each.name for each in folder.iterdir()] == [path.name]


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


async def test_a_full_segment_that_could_not_be_synced_is_synced_later(tmp_path: Path) -> None:
    """A failed sync forgets no file that was written to."""
    disk = PlainDisk()
    made = ledger(tmp_path / "archive", disk, segment_bytes=200)
    for seq in range(1, 4):
        made.add(note_of(seq))
    files = len(list((tmp_path / "archive").glob("*.jsonl")))
    assert files > 1
    disk.sync_error = OSError(5, "Input/output error")
    with pytest.raises(ArchiveUnwritable):
        await made.sync()
    disk.sync_error = None
    await made.sync()
    assert disk.synced == files
    await made.close()


def test_truncation_at_every_byte_of_the_last_records(tmp_path: Path) -> None:
    """Of the last three lines the whole ones count after a crash, and writing goes on."""
    made = ledger(tmp_path / "whole", segment_bytes=1 << 20)
    for record in (note_of(1), note_of(2), Turn("s", after=2, revision=0, at=NOW, head_id="h")):
        made.add(record)
    made.add(note_of(3))
    content = next((tmp_path / "whole").glob("*.jsonl")).read_bytes()
    start = content.index(b"\n") + 1
    for cut in range(start, len(content) + 1):
        folder = tmp_path / f"cut{cut}" / "archive"
        folder.mkdir(parents=True)
        path = folder / "000000000001.jsonl"
        path.write_bytes(content[:cut])
        kept = content[:cut].rpartition(b"\n")[0] + b"\n"
        again = ledger(folder, segment_bytes=1 << 20)
        assert path.read_bytes() == kept
        torn = folder / "000000000001.jsonl.torn"
        assert torn.exists() == (len(kept) < cut)
        if torn.exists():
            assert json.loads(torn.read_text())["line"].encode() == content[len(kept) : cut]
        assert again.add(note_of(again.view.last_seq + 1))
        assert again.view.last_seq == kept.count(b'"kind":"memory"') + 1
        again.archive.close()


async def test_a_corrupt_line_is_set_aside_and_the_rest_loads(tmp_path: Path) -> None:
    """With its position, as an ERROR with what to do; once, however often it is read."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    fill(memory, 5)
    await memory.close()
    path = bench.segments()[0]
    lines = path.read_bytes().split(b"\n")
    offset = len(lines[0]) + len(lines[1]) + 2
    lines[2] = b"\xff" + lines[2][1:]
    path.write_bytes(b"\n".join(lines))
    for _ in range(2):
        memory = bench.open()
        assert [each.seq for each in memory.view.tail] == [1, 2, 4, 5]
        status = memory.status()
        assert status.health == "ERROR"
        assert any("1 line" in each and f"at byte {offset}" in each for each in status.causes)
        await memory.close()
    noted = (path.parent / "000000000001.jsonl.rejected").read_text().splitlines()
    assert len(noted) == 1 and json.loads(noted[0])["offset"] == offset
    await grow(bench, bench.open(), 135)
    recent = bench.open().view.recent
    assert recent is not None and recent.covers == (1, 65)


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    """By path and reason."""
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ArchiveUnwritable, match="archive cannot be opened: Not a directory"):
        ledger(tmp_path / "file" / "archive")


async def test_a_line_is_synced_within_a_second(tmp_path: Path) -> None:
    """Once for all lines of that second, and not without need."""
    bench = Bench(tmp_path)
    memory = bench.open()
    await bench.clock.advance(5)
    assert bench.disk.synced == 0
    fill(memory, 10)
    await bench.clock.advance(1)
    assert bench.disk.synced == 1
    await bench.clock.advance(60)
    assert bench.disk.synced == 1
    assert len(log_of(memory)) == 10


_APPENDER = """
    import os, sys
    from pathlib import Path
    from agents.clock import VirtualClock
    from agents.memory.log.disk import SystemDisk
    from agents.memory.log.ledger import Ledger
    from agents.memory.core.records import Experience
    clock = VirtualClock()
    made = Ledger(Path(sys.argv[1]), name="Moss", clock=clock, disk=SystemDisk(),
                  log=lambda line: None, segment_bytes=20_000)
    made.open()
    while True:
        seq = made.view.last_seq + 1
        made.add(Experience(seq, clock.now(), "Fern hums " + "la " * (seq % 50), "observation"))
        made.view = type(made.view)(last_seq=seq)
        os.write(1, b"%d\\n" % seq)
"""


def test_sigkill_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """A writing process is killed several times; every memory it had acknowledged is there."""
    folder, acknowledged = tmp_path / "Moss" / "archive", 0
    for target in (40, 400, 900):
        process = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(_APPENDER), str(folder)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        output = _read_until(process, target)
        process.send_signal(signal.SIGKILL)
        assert process.stdout is not None
        output += process.stdout.read()
        process.wait()
        acknowledged = int(output.split(b"\n")[-2])
        seqs = [each.seq for each in reader(folder).iterate() if isinstance(each, Experience)]
        assert seqs == list(range(1, len(seqs) + 1))
        assert acknowledged <= len(seqs) <= acknowledged + 1
    assert acknowledged >= 900


def _read_until(process: subprocess.Popen[bytes], target: int) -> bytes:
    assert process.stdout is not None
    output = b""
    while f"\n{target}\n".encode() not in output:
        ready, _, _ = select.select([process.stdout], [], [], HANG_SECONDS)
        assert ready, "the writer fell silent"
        output += os.read(process.stdout.fileno(), 65536)
    return output


async def test_a_spoilt_line_behind_the_summaries_is_found_by_looking_the_archive_over(
    tmp_path: Path,
) -> None:
    """Nothing reads it otherwise; a line of a newer version is named as well."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 193)
    await memory.close()
    (segment,) = bench.segments()
    lines = segment.read_bytes().splitlines(keepends=True)
    lines[19] = b"\x00garbage\n"
    lines[30] = lines[30].replace(b'{"v":1,', b'{"v":9,')
    segment.write_bytes(b"".join(lines))
    again = bench.open()
    assert again.status().health == "OK"
    await again.look_over()
    status = again.status()
    assert status.health == "ERROR" and "2 lines of the archive cannot be read" in status.causes[0]
    aside = segment.with_name(segment.name + ".rejected").read_text("utf-8")
    assert "garbage" in aside and "version 9" in aside
    assert segment.read_bytes() == b"".join(lines)
    await again.close()
