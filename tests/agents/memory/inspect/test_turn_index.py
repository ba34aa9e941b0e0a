"""Turns have numbers, and a number leads to its turn, while the archive grows."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.core.records import NewMemory, Turn
from agents.memory.inspect.prompt_replay import PromptReplay
from agents.memory.inspect.turn_index import TurnIndex
from agents.memory.memory import AgentMemory
from tests.agents.memory.support import Bench, Scripted


def live(memory: AgentMemory, first: int, last: int) -> None:
    """Record a memory and a turn for each number, and now and then a memory without one."""
    for number in range(first, last + 1):
        memory.record(NewMemory(f"The {number}th gull cries.", source="observation"))
        if number % 3 == 0:
            memory.record(NewMemory("A wave.", source="observation"))
        memory.record_turn(Turn(f"~Moss> {number}", "You are Moss.\n", command=f"count {number}"))


def read_command(index: TurnIndex, number: int) -> str:
    place = index.find_place(number)
    line = next(line for _, line in index.lines.forwards(place))
    record = index.lines.decode_line(place, line)
    assert isinstance(record, Turn)
    return record.command


async def test_each_number_leads_to_its_turn_while_the_archive_grows(tmp_path: Path) -> None:
    """In one segment or many; what was read is not read again."""

    bench = Bench(tmp_path, Scripted())
    memory = bench.open(immediate_window=64, recent_window=64)
    memory._ledger.archive._segment_bytes = 2000
    index = TurnIndex(bench.folder / "archive")
    assert len(index) == 0
    for first, last in ((1, 30), (31, 31), (32, 60)):
        live(memory, first, last)
        await memory.sync()
        index.refresh()
        assert len(index) == last
        commands = [read_command(index, number) for number in range(1, last + 1)]
        assert commands == [f"count {number}" for number in range(1, last + 1)]
    assert len(index.lines.segments) > 2
    replay = PromptReplay(index.lines)
    for seq in range(1, memory.last_seq + 1):
        number = index.find_number(seq)
        assert replay.replay_at(seq).turn.command == read_command(index, number)
    assert index.find_number(0) == 0
    with pytest.raises(IndexError, match="no turn 61"):
        index.find_place(61)
    await memory.close()


def test_an_archive_that_was_put_back_is_read_anew(tmp_path: Path) -> None:
    """A shorter one, from a backup, has other turns at the same places."""
    line = b'{"v":1,"kind":"turn","after":%d,"at":"2026-01-01T00:00:00Z","head":{}}\n'
    path = tmp_path / "000000000001.jsonl"
    path.write_bytes(b"".join(line % n for n in range(5)) + b'{"v":1,"kind":"tur')
    index = TurnIndex(tmp_path)
    index.refresh()
    assert len(index) == 5
    path.write_bytes(line % 7)
    index.refresh()
    assert (len(index), index.find_number(6), index.find_number(7)) == (1, 0, 1)
    path.unlink()
    index.refresh()
    assert len(index) == 0
