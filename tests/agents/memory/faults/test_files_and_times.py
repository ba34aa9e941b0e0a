"""File names and times: faults 10 and 12."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest

from tests.agents.memory.faults.trial import LONGEST, Trial
from world.vault.markdown import read_note

COPY = re.compile(r"recent-\d{8}-\d{6}(?:-\d+)?\.md")


async def test_fault_10_two_files_in_one_second_are_two_files(compacting: Trial) -> None:
    """Every compaction of the second leaves its recent text in a file with a name of its own."""
    await compacting.live_until_compacted(4)
    stood = [record.summaries[-1] for record in compacting.compactions]
    found = [
        path for path in compacting.bench.summary_file("").iterdir() if COPY.fullmatch(path.name)
    ]
    numbers = ("", *(f"-{n}" for n in range(2, len(stood) + 1)))
    assert {path.name for path in found} == {f"recent-20260101-000000{n}.md" for n in numbers}
    kept = [(str(note.metadata["covers"]), note.body.split()) for note in map(read_note, found)]
    assert sorted(kept) == sorted((str([*each.covers]), each.text.split()) for each in stood)


@pytest.fixture
def far_east(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The machine's local time is nine hours ahead of UTC."""
    monkeypatch.setenv("TZ", "JST-9")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("far_east")
async def test_fault_12_every_time_is_utc(life: Trial) -> None:
    """Archive, front matter, file names and status tell the clock's UTC, wherever the server is."""
    await life.clock.advance(3 * 3600)
    await life.live(LONGEST)
    for segment in life.bench.segments():
        times = re.findall(r'"at":"([^"]*)"', segment.read_text(encoding="utf-8"))
        assert set(times) == {"2026-01-01T03:00:00.000000Z"}
    for path in life.bench.summary_file("").glob("*.md"):
        assert read_note(path).metadata["updated"] == "2026-01-01T03:00:00Z"
        assert not COPY.fullmatch(path.name) or path.name.startswith("recent-20260101-030000")
    assert life.memory.status().last_memory == life.clock.now()
