"""The log cut at every byte of its last three records: whole lines count, torn ones are kept."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from agents.memory.core.records import Experience, NewMemory, Record, Turn
from agents.memory.core.view import count_missing, fold
from agents.memory.log.codec import decode
from agents.memory.log.ledger import Ledger
from tests.agents.memory.proof.checks import check_kept, check_status, check_view
from tests.agents.memory.proof.syscalls import unsynced
from tests.agents.memory.support import Bench, PlainDisk, Scripted, fill
from tests.examples import choose_count
from world.nature import Nature

HEADER = "000000000001.jsonl"


async def _after_a_compaction(bench: Bench) -> None:
    """Ends with a memory, the compaction that covers others, and a memory of many bytes."""
    memory = bench.open(immediate_window=2, recent_window=2)
    fill(memory, 6)
    await bench.settle()
    memory.record(NewMemory("Fern: 水車 🎵 – “so”.", source="observation"))
    await memory.close()


async def _after_a_turn(bench: Bench) -> None:
    """Ends with a turn, a mask and a memory."""
    memory = bench.open(immediate_window=20)
    for _ in range(9):
        seen = "~Moss> look\n" + "Reeds and water. " * 12
        memory.record(
            NewMemory(seen, source="action", command="look", line="look", nature=Nature.SIGHT)
        )
    memory.record_turn(Turn("You are in The Mill.", "You are Moss."))
    await memory.relieve(10)
    assert memory.view.masked
    fill(memory, 1)
    await memory.close()


async def _after_an_edit(bench: Bench) -> None:
    """Ends with a memory, an edit and a turn."""
    memory = bench.open(immediate_window=2, recent_window=2)
    fill(memory, 5)
    await bench.settle()
    fill(memory, 1)
    path = bench.summary_file("recent.md")
    path.write_text(path.read_text("utf-8").replace("I lived", "I hid"), "utf-8")
    assert memory.adopt_edits()
    memory.record_turn(Turn("You are in The Mill.", "You are Moss."))
    await memory.close()


LIVES: list[Callable[[Bench], object]] = [_after_a_compaction, _after_a_turn, _after_an_edit]


@pytest.mark.parametrize("life", LIVES, ids=lambda each: each.__name__)
async def test_cut_at_every_byte(scratch: Path, life: Callable[[Bench], object]) -> None:
    """What ends in a newline counts; the rest is set aside to the byte, and life goes on."""
    content = await _live(scratch / "whole", life)
    folder = scratch / "cut" / "archive"
    for cut in _choose_cuts(content):
        folder.mkdir(parents=True)
        (folder / HEADER).write_bytes(content[:cut])
        _check_cut(folder, content[:cut])
        shutil.rmtree(folder)


async def _live(folder: Path, life: Callable[[Bench], object]) -> bytes:
    bench = Bench(folder, Scripted())
    with unsynced():
        await life(bench)  # type: ignore[misc]  # a coroutine function
    (segment,) = bench.segments()
    return segment.read_bytes()


def _choose_cuts(content: bytes) -> list[int]:
    """Each place of the last three lines; without TARN_THOROUGH one in four, and line ends."""
    begin, end = _third_from_last(content), len(content)
    near_ends = {at for at in range(begin, end + 1) if b"\n" in content[at - 2 : at + 1]}
    return sorted({*range(begin, end + 1, choose_count(4, 1)), *near_ends})


def _third_from_last(content: bytes) -> int:
    lines = content.splitlines(keepends=True)
    return len(content) - sum(map(len, lines[-3:]))


def _ledger(folder: Path) -> Ledger:
    made = Ledger(
        folder, name="Moss", clock=VirtualClock(), disk=PlainDisk(), log=lambda line: None
    )
    made.open()
    return made


def _check_cut(folder: Path, content: bytes) -> None:
    whole, newline, torn = content.rpartition(b"\n")
    records: list[Record] = [decode(line) for line in whole.split(b"\n")]
    made = _ledger(folder)
    assert (folder / HEADER).read_bytes() == whole + newline
    aside = folder / f"{HEADER}.torn"
    assert aside.exists() == bool(torn)
    if torn:
        kept = json.loads(aside.read_text("utf-8"))
        assert kept["offset"] == len(whole) + 1
        assert kept["line"] == torn.decode("utf-8", "backslashreplace")
    assert made.view == fold(records)
    assert count_missing(made.view) == 0
    _check_next(made, folder)


def _check_next(made: Ledger, folder: Path) -> None:
    seq = made.view.last_seq + 1
    assert made.add(Experience(seq, VirtualClock().now(), "Fern waves.", "observation"))
    made.archive.close()
    again = _ledger(folder)
    assert again.view == made.view and again.view.last_seq == seq
    assert again.archive.torn == []
    again.archive.close()


@pytest.mark.parametrize("life", LIVES, ids=lambda each: each.__name__)
async def test_cut_beneath_the_files(scratch: Path, life: Callable[[Bench], object]) -> None:
    """Summary files that are ahead of a log that was cut take nothing away and block nothing."""
    content = await _live(scratch / "whole", life)
    for cut in _near_the_ends_of_lines(content):
        shutil.copytree(scratch / "whole", scratch / f"{cut}")
        bench = Bench(scratch / f"{cut}", Scripted())
        bench.segments()[0].write_bytes(content[:cut])
        told = {
            each.seq: each.text
            for each in map(decode, content[:cut].split(b"\n")[:-1])
            if isinstance(each, Experience)
        }
        with unsynced():
            memory = bench.open(immediate_window=2, recent_window=2)
            check_kept(check_view(memory, bench.folder), told)
            check_status(memory)
            fill(memory, 5)
            await bench.settle()
            assert memory.view.recent is not None
            check_kept(check_view(memory, bench.folder), told)
            await memory.close()


def _near_the_ends_of_lines(content: bytes) -> list[int]:
    ends, at = set[int](), 0
    for line in content.splitlines(keepends=True):
        at += len(line)
        ends |= {at - len(line) // 2, at - 1, at}
    return [each for each in sorted(ends) if each >= _third_from_last(content)]


async def test_a_torn_line_beneath_a_torn_line(scratch: Path) -> None:
    """A second crash while the first one's line was set aside: both are kept."""
    content = await _live(scratch / "whole", _after_a_turn)
    folder = scratch / "archive"
    folder.mkdir()
    (folder / HEADER).write_bytes(content[:-5])
    first = _ledger(folder)
    seq = first.view.last_seq
    assert first.add(Experience(seq + 1, VirtualClock().now(), "Fern waves.", "observation"))
    first.archive.close()
    (folder / HEADER).write_bytes((folder / HEADER).read_bytes() + b'{"v":1,"ki')
    again = _ledger(folder)
    assert again.view == replace(first.view)
    kept = [json.loads(each) for each in (folder / f"{HEADER}.torn").read_text().splitlines()]
    assert [len(each["line"]) > 0 for each in kept] == [True, True]
    again.archive.close()
