"""The sixteen faults of earlier systems, each with the test that keeps it out."""

from __future__ import annotations

import asyncio
import errno
from pathlib import Path

import pytest

from agents.boundaries import Completion, ModelBadReply, ModelTimeout
from agents.memory.compactor import CannotCompact, CompactionFailed
from agents.memory.core.records import Compaction, NewMemory
from agents.memory.summarization.summarizer import STOP, ModelSummarizer
from tests.agents.memory.support import (
    Bench,
    PlainCounter,
    Scripted,
    assert_whole,
    fill,
    grow,
    log_of,
    partition,
    spans,
)


async def test_fault_01_first_memory_is_summarised(tmp_path: Path) -> None:
    """At 129 memories the summary covers 1 to 65: the very first is in it."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 129)
    assert spans(memory) == [(1, 65)]
    assert summarizer.asked[0][0] == "Fern hums the 1th verse of an old song."
    assert len(summarizer.asked[0]) == 65


async def test_fault_02_one_compaction_at_a_time(tmp_path: Path) -> None:
    """With a slow model, memory after memory starts no second one."""
    summarizer = Scripted(held=asyncio.Event())
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 180)
    assert len(summarizer.asked) == 1
    assert sum("Starting compaction" in line for line in bench.lines) == 1
    assert_whole(memory)


async def test_fault_03_span_is_frozen_before_the_model_is_asked(tmp_path: Path) -> None:
    """Memories that arrive while the model thinks stay in the tail."""
    summarizer = Scripted(held=asyncio.Event())
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 160)
    assert summarizer.held is not None
    summarizer.held.set()
    await bench.settle()
    compacted = memory.view.compacted
    assert compacted is not None
    assert compacted.covers == (1, 65) and compacted.after == 160
    assert_whole(memory)


async def test_fault_04_nothing_is_out_of_sight_between_compactions(tmp_path: Path) -> None:
    """At every count each memory is in exactly one summary or verbatim."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    for total in range(1, 330):
        await grow(bench, memory, total)
        assert partition(memory) == list(range(1, total + 1))
        assert memory.transcript().splitlines() == [each.text for each in memory.view.tail]
        assert total < 129 or 64 <= len(memory.view.tail) <= 127


@pytest.mark.parametrize("reply", ["", "I'm happy to help!", ModelTimeout("hung")])
async def test_fault_05_a_failed_merge_costs_no_summary(
    tmp_path: Path, reply: str | Exception
) -> None:
    """Both summaries change together, and what each covers is still told."""
    answers: list[str | Exception] = ["I met Fern by the well.", "I mended the gate.", "I slept."]
    summarizer = Scripted(answers=answers, merged=[reply, reply])
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 257)
    longterm, recent = memory.summary_texts()
    assert longterm == "I met Fern by the well. I mended the gate."
    assert recent
    assert memory.view.longterm is not None
    assert memory.view.longterm.method == "deterministic"
    assert spans(memory) == [(1, 129), (130, 193)]


async def test_fault_05_a_failed_commit_changes_neither(tmp_path: Path) -> None:
    """A disk that fails in between leaves both summaries as they were."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 250)
    before = memory.view.summaries
    bench.disk.sync_error = OSError(errno.EIO, "Input/output error")
    with pytest.raises(CompactionFailed):
        await memory.begin_compaction()
    assert memory.view.summaries == before


async def test_fault_06_the_trigger_counts_the_archive_not_the_ram(tmp_path: Path) -> None:
    """After a restart with a short tail the next compaction is still at its number."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 150)
    await memory.close()
    memory = bench.open()
    assert memory.status().strategy.next_trigger == 193
    await grow(bench, memory, 192)
    assert spans(memory) == [(1, 65)]
    await grow(bench, memory, 193)
    assert spans(memory) == [(1, 65), (66, 129)]


async def test_fault_07_what_a_summary_covers_is_stored(tmp_path: Path) -> None:
    """A restart leaves no gap, even when the files are gone."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await grow(bench, memory, 200)
    await memory.close()
    for path in bench.summary_file("").glob("*.md"):
        path.unlink()
    memory = bench.open()
    assert spans(memory) == [(1, 65), (66, 129)]
    assert_whole(memory)
    assert bench.summary_file("recent.md").exists() and bench.summary_file("longterm.md").exists()


async def test_fault_08_manual_compaction_squeezes_nothing_twice(tmp_path: Path) -> None:
    """Asked again without new memories it says so, and no model is asked."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 200)
    await memory.begin_compaction()
    asked = len(summarizer.asked), len(summarizer.merge_asked)
    texts = memory.summary_texts()
    for _ in range(3):
        with pytest.raises(CannotCompact, match="Nothing new to compact"):
            memory.begin_compaction()
    assert (len(summarizer.asked), len(summarizer.merge_asked)) == asked
    assert memory.summary_texts() == texts


async def test_fault_09_a_failing_model_always_lets_go(tmp_path: Path) -> None:
    """The task ends, nothing runs any more, and memories are recorded all the while."""
    bench = Bench(tmp_path, Scripted(answers=[ModelTimeout("no answer within 60 s")]))
    memory = bench.open()
    fill(memory, 70)
    report = await memory.begin_compaction()
    assert report.record.method == "deterministic"
    assert not memory.status().running
    assert memory.record(NewMemory("Fern waves.", source="observation")) is not None


async def test_fault_10_two_files_in_one_second_are_two_files(tmp_path: Path) -> None:
    """-2, -3 … within one second."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    for total in (70, 80, 90):
        fill(memory, total - memory.last_seq)
        await memory.begin_compaction()
    copies = sorted(path.name for path in bench.summary_file("").glob("recent-*.md"))
    stem = "recent-20260101-000000"
    assert copies == [f"{stem}-2.md", f"{stem}-3.md", f"{stem}.md"]
    texts = [bench.summary_file(name).read_text() for name in copies]
    assert len(set(texts)) == 3


class _Paragraphs:
    """A model that answers in several lines, as far as the stops let it."""

    def __init__(self) -> None:
        self.stops: list[tuple[str, ...]] = []

    async def complete(self, prompt: str, **asked: object) -> Completion:
        self.stops.append(tuple(asked["stop"]))  # type: ignore[arg-type]
        return Completion("I met Fern.\nI mended the gate.\n", len(prompt), 9, "stop")


async def test_fault_11_a_newline_is_no_stop_for_summaries(tmp_path: Path) -> None:
    """A summary may have lines."""
    model = _Paragraphs()
    summarizer = ModelSummarizer(
        model,
        profile="summarizer",
        model_name="m",
        max_tokens=200,
        temperature=0.3,
        context_tokens=8192,
        tokens=PlainCounter(),
    )
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    fill(memory, 70)
    await memory.begin_compaction()
    assert memory.summary_texts()[1] == "I met Fern.\nI mended the gate."
    assert model.stops == [STOP]
    assert all(stop.strip("\n") or stop == "\n\n\n" for stop in STOP)


async def test_fault_12_every_time_is_utc(tmp_path: Path) -> None:
    """Archive, front matter and file names: the clock's UTC, with a Z that is true."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    await bench.clock.advance(3 * 3600)
    fill(memory, 70)
    await memory.begin_compaction()
    assert '"at":"2026-01-01T03:00:00.000000Z"' in bench.segments()[0].read_text()
    assert "2026-01-01T03:00:00Z" in bench.summary_file("recent.md").read_text()
    assert bench.summary_file("recent-20260101-030000.md").exists()


async def test_fault_13_the_deterministic_fallback_is_never_silent(tmp_path: Path) -> None:
    """Record, file, status and log all say the method."""
    bench = Bench(tmp_path, Scripted(answers=["", ""]))
    memory = bench.open()
    fill(memory, 70)
    await memory.begin_compaction()
    record = next(each for each in log_of(memory) if isinstance(each, Compaction))
    assert record.method == "deterministic" == record.summaries[0].method
    assert record.counts.deterministic == 1 and record.counts.refused == 2
    assert "method: deterministic" in bench.summary_file("recent.md").read_text()
    assert any("is deterministic" in line for line in bench.warnings())
    assert any("deterministic" in each for each in memory.status().causes)


async def test_fault_14_an_empty_reply_is_no_success(tmp_path: Path) -> None:
    """It is asked once more and then written without the model."""
    summarizer = Scripted(answers=["   \n", "I met Fern."])
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    fill(memory, 70)
    await memory.begin_compaction()
    assert memory.summary_texts()[1] == "I met Fern."
    assert len(summarizer.asked) == 2


async def test_fault_14_a_tiny_history_never_grows(tmp_path: Path) -> None:
    """A summary of one short memory is not longer than the memory, with or without a model."""
    summarizer = Scripted(answers=["I saw a great many remarkable things today, did I not?"] * 2)
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(immediate_window=4, recent_window=4)
    memory.record(NewMemory("Rain.", source="observation", place="The Garden", occupants=("Fern",)))
    fill(memory, 4)
    report = await memory.begin_compaction()
    assert report.record.covers == (1, 1)
    assert 0 < len(memory.summary_texts()[1]) <= len("Rain.")
    assert report.record.tokens_after <= report.record.tokens_before


async def test_fault_14_a_second_compaction_adds_to_the_first(tmp_path: Path) -> None:
    """The first summary falls into the long-term one; it is not overwritten."""
    bench = Bench(tmp_path, Scripted(answers=["I met Fern.", "I mended the gate."]))
    memory = bench.open()
    fill(memory, 70)
    await memory.begin_compaction()
    fill(memory, 10)
    await memory.begin_compaction()
    assert memory.summary_texts() == ("I met Fern.", "I mended the gate.")


@pytest.mark.parametrize(
    "reply",
    [
        "I'm happy to help! What would you like me to summarise?",
        "I cannot summarize this content.",
        '~Moss> say hello\nYou say, "hello"',
        "# Summary\nI met Fern.",
        "Fern hums the 1th verse of an old song. Fern hums the 2th verse of an old song.",
    ],
)
async def test_fault_15_an_answer_that_is_no_summary_replaces_nothing(
    tmp_path: Path, reply: str
) -> None:
    """Refused twice, it gives way to the deterministic summary."""
    bench = Bench(tmp_path, Scripted(answers=[reply, reply]))
    memory = bench.open()
    fill(memory, 70)
    await memory.begin_compaction()
    recent = memory.view.recent
    assert recent is not None
    assert recent.method == "deterministic" and recent.text != reply
    assert memory.status().counts.refused == 2


@pytest.mark.parametrize(
    "answer",
    [
        ModelBadReply("HTTP 500 from the server"),
        "Error: model 'gemma3' not found, try pulling it first",
        '{"error": "model not found"}',
    ],
)
async def test_fault_16_an_error_never_becomes_content(
    tmp_path: Path, answer: str | Exception
) -> None:
    """Neither an exception's text nor one that comes as if it were an answer."""
    bench = Bench(tmp_path, Scripted(answers=[answer, answer]))
    memory = bench.open()
    fill(memory, 70)
    await memory.begin_compaction()
    text = memory.summary_texts()[1]
    assert "500" not in text and "not found" not in text and "rror" not in text
    assert memory.view.recent is not None and memory.view.recent.method == "deterministic"
