"""Texts that were written without a model are written again by it, from the archive."""

from __future__ import annotations

from pathlib import Path

from agents.boundaries import ModelUnavailable
from agents.memory.core.records import NewMemory
from agents.memory.core.view import fold
from tests.agents.memory.support import (
    Bench,
    Scripted,
    assert_whole,
    grow,
    log_of,
    reconfigure,
    spans,
)
from tests.examples import choose_count
from world.nature import Nature

GONE = ModelUnavailable("not reachable")


async def test_a_deterministic_text_is_redone_without_waiting_for_the_next_compaction(
    tmp_path: Path,
) -> None:
    """A minute later, if the model is back; the log, the files and the counts say so."""
    bench = Bench(tmp_path, Scripted(answers=[GONE, "I heard an old song."]))
    memory = bench.open()
    await grow(bench, memory, 129)
    recent = memory.view.recent
    assert recent is not None and recent.method == "deterministic"
    await bench.clock.advance(61)
    recent = memory.view.recent
    assert recent is not None and (recent.text, recent.method) == ("I heard an old song.", "llm")
    assert memory.status().counts.redone == 1
    assert memory.status().counts.compactions == 1
    assert "method: llm" in bench.summary_file("recent.md").read_text("utf-8")
    assert memory.view == fold(log_of(memory))
    assert_whole(memory)
    await memory.close()


async def test_both_texts_of_a_long_outage_are_redone_from_the_memories(tmp_path: Path) -> None:
    """The long-term text too: from summaries of the raw spans, never from deterministic ones."""
    script = Scripted(answers=[GONE] * 3)
    bench = Bench(tmp_path, script)
    memory = bench.open()
    script.answers = [GONE] * 50
    await grow(bench, memory, 257)
    assert {each.method for each in memory.view.summaries} == {"deterministic"}
    script.answers, script.asked, script.merge_asked = [], [], []
    await bench.clock.advance(3600)
    assert [each.method for each in memory.view.summaries] == ["llm", "llm"]
    assert spans(memory) == [(1, 129), (130, 193)]
    assert [len(lines) for lines in script.asked] == [65, 64, 64]
    assert script.merge_asked == [
        ("I lived through 64 moments, and kept them.", "I lived through 65 moments, and kept them.")
    ]
    await memory.close()


async def test_a_model_that_stays_away_is_asked_more_and_more_seldom(tmp_path: Path) -> None:
    """Doubling to a quarter of an hour, and nothing changes in the log meanwhile."""
    script = Scripted(answers=[GONE] * 99)
    bench = Bench(tmp_path, script)
    memory = bench.open()
    await grow(bench, memory, 129)
    before, script.asked = log_of(memory), []
    await bench.clock.advance(3600)
    assert 5 <= len(script.asked) <= 8
    assert log_of(memory) == before
    await memory.close()


async def test_a_persons_text_is_never_redone(tmp_path: Path) -> None:
    """Nor is there anything to ask for."""
    script = Scripted(answers=[GONE])
    bench = Bench(tmp_path, script)
    memory = bench.open()
    await grow(bench, memory, 129)
    file = bench.summary_file("recent.md")
    head, _, _ = file.read_text("utf-8").rpartition("---\n")
    file.write_text(f"{head}---\nI remember only the rain.\n", "utf-8")
    memory.adopt_edits()
    script.asked = []
    await bench.clock.advance(7200)
    recent = memory.view.recent
    assert recent is not None and recent.text == "I remember only the rain."
    assert script.asked == []
    await memory.close()


async def test_a_long_outage_of_a_one_text_strategy_is_redone_from_the_memories(
    tmp_path: Path,
) -> None:
    """However many compactions it took; and until then it is never called the model's own."""
    script = Scripted(answers=[GONE] * 999)
    bench = Bench(tmp_path, script)
    memory = bench.open(
        strategy="rolling",
        min_entries_for_compaction=2,
        max_entries_before_compaction=3,
        preserve_last_n_entries=1,
    )
    count = choose_count(50, 90)
    for n in range(count):
        memory.record(
            NewMemory(
                f"~Moss> emote nods {n}\nMoss nods {n}.",
                source="action",
                line="emote nods",
                command="emote",
                nature=Nature.GESTURE,
            )
        )
        await bench.settle()
    recent = memory.view.recent
    assert recent is not None and recent.method == "deterministic"
    assert memory.view.counts.compactions > count - 20
    script.answers, script.asked = [], []
    await bench.clock.advance(1000)
    recent = memory.view.recent
    assert recent is not None and recent.method == "llm"
    assert sum(len(lines) for lines in script.asked) == memory.view.covered
    assert_whole(memory)
    await memory.close()


async def test_answers_that_never_hold_are_asked_for_only_so_often(tmp_path: Path) -> None:
    """And what they have cost is on the status with the next compaction."""
    bench = Bench(tmp_path, script := Scripted(answers=["Sure! Here you are."] * 999))
    memory = bench.open()
    await grow(bench, memory, 129)
    script.asked = []
    await bench.clock.advance(24 * 3600)
    assert len(script.asked) == 6
    await grow(bench, memory, 193)
    assert memory.status().counts.refused >= 8
    reconfigure(memory, summarizer=Scripted())
    await bench.clock.advance(120)
    recent = memory.view.recent
    assert recent is not None and recent.method == "llm"
    await memory.close()
