"""What must hold of a memory and its folder at any moment, whatever has happened to both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from agents.clock import VirtualClock
from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    Frames,
    MicroCompact,
    Record,
    Turn,
)
from agents.memory.core.rendering import render_memories
from agents.memory.core.view import View, count_missing, fold
from agents.memory.inspect.line_reader import LineReader
from agents.memory.inspect.prompt_replay import PromptReplay
from agents.memory.log.codec import digest
from agents.memory.log.reader import ArchiveReader
from agents.memory.memory import AgentMemory
from agents.memory.summary_files.page import list_file_summaries
from server.reports.memory_report import render_memory_report, render_memory_table
from server.reports.plain_json import to_plain
from tests.agents.memory.support import PlainDisk, assert_whole
from world.vault.markdown import read_note

FRAMES = Frames("# Older Memories\n{summary}", "# Recent Past\n{summary}")


def reader(folder: Path) -> ArchiveReader:
    """Another pair of eyes on the archive of the agent in `folder`."""
    return ArchiveReader(folder / "archive", VirtualClock(), PlainDisk(), _unheard)


def _unheard(line: str) -> None:
    """What a reader complains of is not what is looked at here."""


def check_view(memory: AgentMemory, folder: Path) -> list[Record]:
    """Each memory once, and the view is what the files on the disk say, byte for byte."""
    view = memory.view
    assert_whole(memory)
    assert count_missing(view) == 0
    assert view.masked <= {each.seq for each in view.tail}
    records = list(reader(folder).iterate())
    _check_order(records)
    _same(view, fold(_counting(records, memory)))
    tail = reader(folder).read_tail()
    if _counting(records, memory) == records:
        _same(view, fold(tail))
    else:
        assert fold(tail) == fold(records)
    return records


def _check_order(records: list[Record]) -> None:
    """Each record says which memory it follows; each change of the view has a number of its own."""
    last, revision = 0, 0
    for each in records:
        if isinstance(each, Experience):
            last = each.seq
        elif isinstance(each, Turn):
            assert each.after <= last  # it says what its prompt was made from
        else:
            assert each.after == last
        if isinstance(each, Compaction | MicroCompact | Edit):
            assert each.revision == revision + 1
            revision = each.revision


def _counting(records: list[Record], memory: AgentMemory) -> list[Record]:
    """Without a compaction that is written and not yet synced: it does not count before."""
    newest = max((n for n, each in enumerate(records) if isinstance(each, Compaction)), default=-1)
    if not memory.status().running or newest < 0 or records[newest] == memory.view.compacted:
        return records
    return records[:newest] + records[newest + 1 :]


def _same(view: View, other: View) -> None:
    assert other == view
    assert render_memories(other, FRAMES) == render_memories(view, FRAMES)


def check_kept(records: Iterable[Record], told: Mapping[int, str]) -> None:
    """Every memory that was acknowledged is in the archive, once, word for word."""
    found = [each for each in records if isinstance(each, Experience)]
    assert [each.seq for each in found] == list(range(1, len(found) + 1))
    texts = {each.seq: each.text for each in found}
    assert {seq: texts.get(seq) for seq in told} == dict(told)


def check_files(memory: AgentMemory, folder: Path) -> None:
    """The summary files say what the view says, and there are no others."""
    summaries = folder / "summaries"
    for each in list_file_summaries(memory.view):
        name = "recent.md" if each.type in ("recent", "leaf") else "longterm.md"
        note = read_note(summaries / name)
        assert note.body.split() == each.text.split()
        assert note.metadata["covers"] == list(each.covers)
        assert note.metadata["method"] == each.method
    assert (summaries / "recent.md").exists() == (memory.view.recent is not None)
    assert (summaries / "longterm.md").exists() == (memory.view.longterm is not None)


def check_status(memory: AgentMemory) -> None:
    """Whatever state it is in, it can say so."""
    status = memory.status()
    assert status.total == memory.last_seq
    now = VirtualClock().now()
    assert render_memory_report(status, now) and render_memory_table([status])
    assert to_plain(status)["total"] == memory.last_seq


def check_prompts(folder: Path, prompts: Mapping[str, str]) -> int:
    """Every turn in the log renders again to the prompt that the model had; how many there are.

    `prompts` has the prompts by their digests.
    """
    lines = LineReader(folder / "archive", PlainDisk())
    travel, count = PromptReplay(lines), 0
    for place, line in lines.forwards():
        record = lines.decode_line(place, line)
        if isinstance(record, Turn):
            past = travel.replay_turn(place, record)
            assert past.prompt == prompts[record.prompt_id]
            assert past.agrees
            count += 1
    return count


def prompt_id(prompt: str) -> str:
    return digest(prompt)
