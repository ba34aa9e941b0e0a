"""Compaction: when it comes, what it covers, and what happens when something fails."""

from __future__ import annotations

import asyncio
import errno
import gc
from pathlib import Path

import pytest

from agents.boundaries import ModelUnavailable
from agents.memory.compaction_run import CompactionRun
from agents.memory.compactor import CannotCompact, CompactionFailed
from agents.memory.core.records import Compaction
from agents.memory.core.view import fold
from agents.memory.settings import MemorySettings
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.support import (
    Bench,
    Scripted,
    assert_whole,
    fill,
    grow,
    log_of,
    reconfigure,
    spans,
)
from world.vault.markdown import read_note


async def test_waterfall_falls_at_129_193_and_257_exactly(tmp_path: Path) -> None:
    """The three first compactions cover exactly the spans of the design."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    seen: dict[int, list[tuple[int, int]]] = {}
    for total in range(1, 260):
        await grow(bench, memory, total)
        if spans(memory) != (seen[max(seen)] if seen else []):
            seen[total] = spans(memory)
        assert_whole(memory)
    assert seen == {
        129: [(1, 65)],
        193: [(1, 65), (66, 129)],
        257: [(1, 129), (130, 193)],
    }


#: So often the threads are waited for.
MOST_LOOKS = 1000


def find_runs() -> list[CompactionRun]:
    return [each for each in gc.get_objects() if isinstance(each, CompactionRun)]


async def test_a_compaction_that_is_over_is_freed_at_once(tmp_path: Path) -> None:
    """It refers to itself in no circle: what it has summed up waits for no search for garbage."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    gc.collect()
    before = find_runs()  # other tests of this process may hold theirs as long as it runs
    gc.disable()
    try:
        await grow(bench, memory, 193)
        assert memory.view.compacted
        await bench.settle()
        for _ in range(MOST_LOOKS):  # a thread may still hold its last call
            if len(find_runs()) == len(before):
                break
            await asyncio.to_thread(int)
        left = [each for each in find_runs() if all(each is not other for other in before)]
        assert [gc.get_referrers(each) for each in left] == []
    finally:
        gc.enable()
    await memory.close()


async def test_log_lines_are_those_of_the_reference(tmp_path: Path) -> None:
    """What an administrator greps for is worded as it was described."""
    answers: list[str | Exception] = ["I swept the hall with Fern and we sang.", "I sang on."]
    summarizer = Scripted(answers=answers)
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 193)
    assert bench.lines == [
        "[Memory] Moss: Starting compaction (129 memories, 64 immediate, 64 recent)",
        "[Memory] Moss: Short-term summary updated (39 chars)",
        "[Memory] Moss: Compaction complete (first summary)",
        "[Memory] Moss: Starting compaction (193 memories, 64 immediate, 64 recent)",
        "[Memory] Moss: Long-term summary updated (39 chars)",
        "[Memory] Moss: Short-term summary updated (10 chars)",
        "[Memory] Moss: Compaction complete (waterfall)",
    ]
    assert [each.kind for each in bench.events] == ["compaction"] * 7
    assert not summarizer.merge_asked


async def test_files_carry_the_front_matter_of_the_design(tmp_path: Path) -> None:
    """recent.md, longterm.md and a copy for each compaction, with all their keys."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 128)
    await bench.clock.advance(3600)
    await grow(bench, memory, 129)
    note = read_note(bench.summary_file("recent.md"))
    assert note.metadata == {
        "type": "memory_summary",
        "summary_type": "recent",
        "updated": "2026-01-01T01:00:00Z",
        "covers": [1, 65],
        "memory_count": 65,
        "method": "llm",
        "profile": "summarizer",
        "model": "scripted",
        "tokens": 11,
    }
    assert note.body == "I lived through 65 moments, and kept them."
    assert not bench.summary_file("longterm.md").exists()
    await bench.clock.advance(60)
    await grow(bench, memory, 193)
    assert read_note(bench.summary_file("longterm.md")).metadata["covers"] == [1, 65]
    copies = sorted(path.name for path in bench.summary_file("").glob("recent-*.md"))
    assert copies == ["recent-20260101-010000.md", "recent-20260101-010100.md"]


async def test_manual_compaction_says_why_it_cannot(tmp_path: Path) -> None:
    """Too few memories, nothing new, one running: each has its own sentence."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    fill(memory, 64)
    with pytest.raises(CannotCompact, match=r"Need more than 64 memories\. Add the word"):
        memory.begin_compaction()
    fill(memory, 6)
    summarizer.held = asyncio.Event()
    task = memory.begin_compaction()
    with pytest.raises(CannotCompact, match=r"^A compaction is already running\.$"):
        memory.begin_compaction()
    summarizer.held.set()
    report = await task
    assert (report.record.covers, report.record.trigger) == ((1, 6), "manual")
    assert report.record.method == "llm"
    assert report.record.tokens_after < report.record.tokens_before
    with pytest.raises(CannotCompact, match=r"^Nothing new to compact\.$"):
        memory.begin_compaction()
    assert len(summarizer.asked) == 1


async def test_without_a_model_summaries_are_deterministic_and_say_so(tmp_path: Path) -> None:
    """The agent goes on; record, file, log and status name the method."""
    bench = Bench(tmp_path, Scripted(answers=[ModelUnavailable("ollama is not there")]))
    memory = bench.open()
    await grow(bench, memory, 129)
    recent = memory.view.recent
    assert recent is not None and recent.method == "deterministic" and recent.model == ""
    assert read_note(bench.summary_file("recent.md")).metadata["method"] == "deterministic"
    assert any("ollama is not there" in line for line in bench.warnings())
    status = memory.status()
    assert status.health == "WARNING"
    assert status.counts.deterministic == 1


async def test_a_deterministic_summary_is_redone_once_the_model_is_back(tmp_path: Path) -> None:
    """From the archive, before it falls into the long-term summary; and it is in the log so."""
    summarizer = Scripted(answers=[ModelUnavailable("ollama is not there")])
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 129)
    assert memory.view.recent is not None
    away = memory.view.recent.text
    await grow(bench, memory, 193)
    longterm, recent = memory.view.longterm, memory.view.recent
    assert longterm is not None and recent is not None
    assert (longterm.covers, longterm.method) == ((1, 65), "llm")
    assert longterm.text == "I lived through 65 moments, and kept them." != away
    assert (recent.covers, recent.method) == ((66, 129), "llm")
    assert len(summarizer.asked[1]) == 65
    await memory.close()
    assert bench.open().view.longterm == longterm


async def test_while_the_model_stays_away_nothing_is_redone(tmp_path: Path) -> None:
    """The deterministic text falls as it stands, and the model is not waited for twice."""
    away = ModelUnavailable("ollama is not there")
    summarizer = Scripted(answers=[away] * 10)
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 129)
    assert memory.view.recent is not None
    before = memory.view.recent.text
    await grow(bench, memory, 193)
    assert memory.view.longterm is not None
    assert (memory.view.longterm.text, memory.view.longterm.method) == (before, "deterministic")
    assert len(summarizer.asked) == 2
    assert_whole(memory)


async def test_a_hung_model_is_given_up_by_the_clock(tmp_path: Path) -> None:
    """After a time limit a deterministic summary is written; nothing waits for ever."""
    bench = Bench(tmp_path, Scripted(held=asyncio.Event()))
    memory = bench.open()
    await grow(bench, memory, 140)
    assert memory.status().running
    await bench.clock.advance(901)
    recent = memory.view.recent
    assert recent is not None and recent.method == "deterministic"
    assert recent.covers == (1, 65)
    assert_whole(memory)


async def test_closing_gives_up_a_running_compaction(tmp_path: Path) -> None:
    """What is not in the log has not happened, and it begins again after the restart."""
    summarizer = Scripted(held=asyncio.Event())
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 130)
    await memory.close()
    summarizer.held = None
    again = bench.open()
    assert spans(again) == []
    await bench.clock.advance(2)
    assert spans(again) == [(1, 66)]
    assert_whole(again)


async def test_a_failed_sync_leaves_everything_as_it_was_and_waits(tmp_path: Path) -> None:
    """No record, no file; the next try is the backoff's, not the next memory's."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    fill(memory, 128)
    bench.disk.sync_error = OSError(errno.EIO, "Input/output error")
    await grow(bench, memory, 140)
    assert spans(memory) == []
    assert len(summarizer.asked) == 1
    assert fold(log_of(memory)) == memory.view
    assert not bench.summary_file("recent.md").exists()
    assert "Input/output error" in memory.status().last_error
    bench.disk.sync_error = None
    await bench.clock.advance(29)
    assert spans(memory) == []
    await bench.clock.advance(2)
    assert spans(memory) == [(1, 76)]
    assert memory.status().health == "OK"


async def test_late_compaction_covers_everything_beyond_the_window(tmp_path: Path) -> None:
    """Memories that arrive while one runs are in the tail, and in the next one."""
    summarizer = Scripted(held=asyncio.Event())
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 330)
    assert spans(memory) == []
    held, summarizer.held = summarizer.held, None
    assert held is not None
    held.set()
    await bench.settle()
    assert spans(memory) == [(1, 65), (66, 266)]
    assert_whole(memory)


async def test_a_failure_before_the_record_changes_nothing(tmp_path: Path) -> None:
    """Even for a defect in our own code the task fails and the view is unchanged."""
    bench = Bench(tmp_path, Scripted(answers=[RuntimeError("a bug")]))
    memory = bench.open()
    fill(memory, 70)
    before = memory.view
    with pytest.raises(CompactionFailed, match="RuntimeError: a bug"):
        await memory.begin_compaction()
    assert memory.view == before == fold(log_of(memory))


async def test_bootstrap_goes_window_by_window(tmp_path: Path) -> None:
    """An agent with memories and no summaries gets those it would have had."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(immediate_window=500)
    fill(memory, 257)
    with pytest.raises(CannotCompact, match="Not enough memories"):
        await memory.bootstrap()
    reconfigure(memory, settings=memory_settings(recent_window=500))
    report = await memory.bootstrap()
    assert report.record.covers == (1, 193)
    with pytest.raises(CannotCompact, match="has summaries already"):
        await memory.bootstrap()


async def test_bootstrap_parts_a_long_life(tmp_path: Path) -> None:
    """With the usual windows the spans are 65, 64, 64 … memories long."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(recent_window=500)
    fill(memory, 257)
    await memory.close()
    memory = bench.open()
    await memory.bootstrap()
    assert spans(memory) == [(1, 129), (130, 193)]
    assert_whole(memory)


async def test_the_wait_after_failures_grows_to_a_quarter_of_an_hour(tmp_path: Path) -> None:
    """Twice as long each time, and no longer than that."""
    bench = Bench(tmp_path, Scripted([RuntimeError("a defect")] * 20))
    memory = bench.open()
    await grow(bench, memory, 129)
    await bench.clock.advance(3600)
    waits = [line.rsplit(" next try in ", 1)[1] for line in bench.warnings()]
    assert waits[:8] == ["30 s", "60 s", "120 s", "240 s", "480 s", "900 s", "900 s", "900 s"]
    await memory.close()


async def test_a_life_that_came_all_at_once_is_compacted_as_if_it_had_been_lived(
    tmp_path: Path,
) -> None:
    """Window by window, each in the log before the next begins."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(strategy="waterfall", immediate_window=500, recent_window=9000)
    fill(memory, 600)
    reconfigure(memory, settings=MemorySettings())
    for _ in range(12):
        await bench.settle()
    covered = [each.covers for each in log_of(memory) if isinstance(each, Compaction)]
    assert covered[:3] == [(1, 65), (66, 129), (130, 193)]
    assert memory.view.covered > 600 - 129 and not memory.status().running
    assert_whole(memory)
    await memory.close()
