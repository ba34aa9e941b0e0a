"""A record of a newer version is refused where it is needed, and never touched or lost.

`tests/server/memory_cli/test_other_versions.py` asks the same of the tools.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.boundaries import Model
from agents.memory.core.records import Compaction, Experience, JournalEntry, Record
from agents.memory.inspect.line_reader import ReadOnlyReader
from agents.memory.journal.entries.entry_file import JournalRefused
from agents.memory.journal.extractor import Extraction
from agents.memory.journal.journal_place import JournalPlace
from agents.memory.log.codec import ArchiveRefused, find_record_type
from agents.memory.log.codec.format import VERSION
from agents.memory.summary_files.page import render_summary
from tests.agents.memory.support import Bench, grow

FIXTURE = Path(__file__).parent / "fixtures" / "waterfall"


async def draw_nothing(memories: Sequence[Experience], model: Model) -> Extraction:
    raise AssertionError("no model follows instructions here")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path)
    shutil.copytree(FIXTURE, made.folder)
    made.extract = draw_nothing
    return made


def make_newer(bench: Bench, kind: type[Record], which: int) -> Path:
    """Have one of the records of a kind say the next version; return its segment."""
    found = [
        (path, number)
        for path in bench.segments()
        for number, line in enumerate(path.read_bytes().splitlines())
        if find_record_type(line) is kind
    ]
    path, number = found[which]
    lines = path.read_bytes().splitlines(keepends=True)
    lines[number] = lines[number].replace(b'"v":%d' % VERSION, b'"v":%d' % (VERSION + 1), 1)
    path.write_bytes(b"".join(lines))
    return path


def content(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("kind", [Experience, Compaction])
def test_an_archive_whose_end_is_newer_is_not_opened(bench: Bench, kind: type[Record]) -> None:
    """The segment, the byte and both versions are named; no file is changed or made."""
    path = make_newer(bench, kind, -1)
    before = content(bench.folder)
    with pytest.raises(ArchiveRefused, match=rf"^{path.name}, byte \d+: .*version {VERSION + 1}"):
        bench.open()
    assert content(bench.folder) == before


async def test_a_newer_record_behind_the_last_compaction_does_no_harm(
    bench: Bench, tmp_path: Path
) -> None:
    """The view needs it not; it is named once the archive is looked over, and stays."""
    whole = Bench(tmp_path / "whole")
    shutil.copytree(FIXTURE, whole.folder)
    sound = whole.open()
    path = make_newer(bench, Experience, 2)
    before = path.read_bytes()
    memory = bench.open()
    assert memory.view == sound.view
    await memory.look_over()
    (why,) = memory._ledger.reader.rejected.values()
    assert f"version {VERSION + 1} and kind 'memory'" in why
    assert path.read_bytes() == before
    with pytest.raises(ArchiveRefused):
        memory.read_one(3)
    assert memory.read_one(4) is not None
    for each in (memory, sound):
        await each.close()


async def test_a_summary_of_a_newer_version_is_passed_over(bench: Bench) -> None:
    """What a file shows is looked for before it, too: it was left behind, and nobody's edit."""
    path, reader = bench.summary_file("recent.md"), ReadOnlyReader(bench.folder / "archive")
    kept, changes = path.read_text("utf-8"), list(reader.summary_changes())
    first = changes[-1]
    assert isinstance(first, Compaction)
    path.write_text(render_summary(first.summaries[-1]))
    make_newer(bench, Compaction, 2)
    memory = bench.open()
    assert path.read_text("utf-8") == kept
    assert [f"version {VERSION + 1}" in each for each in memory._ledger.reader.rejected.values()]
    assert memory.view.counts.human == 2
    await memory.close()


async def test_the_journal_is_not_written_without_a_newer_entry(bench: Bench) -> None:
    """Its pages and its own file stay as they are; what is compacted stays compacted."""
    make_newer(bench, JournalEntry, 0)
    page = bench.folder / "journal" / "2026-01-01.md"
    page.parent.mkdir()
    page.write_text("What the next version wrote.\n")
    kept = bench.folder.parent / "kept.jsonl"
    memory = bench.open(JournalPlace(kept), immediate_window=10, recent_window=10)
    assert memory.journal is not None
    with pytest.raises(JournalRefused, match=f"version {VERSION + 1}"):
        memory.journal.read_facts()
    with pytest.raises(JournalRefused):
        await memory.consolidate()
    covered = memory.view.covered
    await grow(bench, memory, 70)
    assert memory.view.covered > covered
    assert any("entry of a newer version" in each for each in bench.warnings())
    assert page.read_text("utf-8") == "What the next version wrote.\n"
    assert not kept.exists()
    await memory.close()
