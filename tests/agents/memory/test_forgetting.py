"""Summaries are forgotten and made anew from the archive: in steps, whole at every moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from agents.boundaries import ModelUnavailable
from agents.memory.compactor import CannotCompact, CompactionFailed
from agents.memory.core.records import Compaction, Renewal
from agents.memory.core.view import apply, fold
from agents.memory.inspect.line_reader import ReadOnlyReader
from agents.memory.log.codec import decode, encode
from agents.memory.memory import AgentMemory
from agents.memory.redo_schedule import RENEWAL_SECONDS
from agents.memory.strategies.table import OWN_STRATEGIES
from tests.agents.memory.support import Bench, Scripted, assert_whole, fill, grow, log_of, spans
from tests.agents.memory.test_health import work

STRATEGIES = [each.name for each in OWN_STRATEGIES]
SMALL = {"immediate_window": 4, "recent_window": 4}
LIE = "I once saw a purple whale in the well."


async def grow_with_lies(bench: Bench, memory: AgentMemory, count: int = 24) -> None:
    """Let summaries come about that say what never happened."""
    for _ in range(count):
        work(memory, 1)
        await bench.settle()
    if not memory.view.covered:
        await memory.begin_compaction(force=True)


def list_shown(memory: AgentMemory) -> str:
    return "\n".join(each.text for each in memory.view.summaries)


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_what_the_summaries_said_is_gone_at_once_and_made_anew(
    tmp_path: Path, strategy: str
) -> None:
    """Under every strategy: the spans join at each step, and fold and log agree."""
    script = Scripted(answers=[LIE] * 40, merged=[LIE] * 40)
    bench = Bench(tmp_path, script)
    memory = bench.open(strategy=strategy, rewriting_warning=1)
    await grow_with_lies(bench, memory, 300)
    if not memory.view.covered:
        pytest.skip("it summarises nothing")
    covered, count = memory.view.covered, memory.last_seq
    script.answers.clear()
    script.merged.clear()
    record = await memory.forget_summaries("Ada")
    assert record.stand_in is not None
    assert (record.by, record.stand_in.covers) == ("Ada", (1, covered))
    assert spans(memory) == [(1, covered)]
    assert "purple" not in list_shown(memory)
    assert_whole(memory)
    for _ in range(400):
        if memory.view.renewed is None:
            break
        assert "are made anew from the archive" in " ".join(memory.status().causes)
        await bench.clock.advance(RENEWAL_SECONDS)
        assert_whole(memory)
        assert "purple" not in list_shown(memory)
    view = memory.view
    assert (view.renewed, view.covered, view.last_seq) == (None, covered, count)
    assert view.compacted is not None and view.compacted.cause == "anew"
    assert {each.method for each in view.summaries} <= {"llm", "deterministic"}
    history = await memory.read_history(0)
    assert [each.cause for each in history.compactions[:2]] == ["anew", "forgotten"]
    assert [each.text for each in memory.experiences()] == ["~Moss> wave\nYou wave."] * count
    await memory.close()
    reader = ReadOnlyReader(bench.folder / "archive")
    records = list(reader.iterate())
    step = fold(())
    for each in records:
        step = apply(step, each)
        assert decode(encode(each)) == each
    assert step == fold(records) == fold(reader.read_tail()) == view
    again = bench.open(strategy=strategy)
    assert again.view == view
    await again.close()


async def test_the_files_follow_and_the_copies_stay(tmp_path: Path) -> None:
    """longterm.md shows the stand-in, recent.md goes until there is a recent text again."""
    script = Scripted()
    bench = Bench(tmp_path, script)
    memory = bench.open(**SMALL)
    await grow(bench, memory, 20)
    copies = {p.name: p.read_text() for p in (bench.folder / "summaries").glob("recent-*.md")}
    assert copies
    script.held = asyncio.Event()
    await memory.forget_summaries("Ada")
    assert not bench.summary_file("recent.md").exists()
    stand_in = memory.view.summaries[0]
    assert stand_in.text in bench.summary_file("longterm.md").read_text()
    assert "covers: [1, 13]" in bench.summary_file("longterm.md").read_text().replace("\n- ", ", ")
    script.held.set()
    await bench.clock.advance(9)
    assert bench.summary_file("recent.md").exists()
    kept = {p.name: p.read_text() for p in (bench.folder / "summaries").glob("recent-*.md")}
    assert copies.items() <= kept.items()
    await memory.close()


async def test_it_goes_on_after_a_restart_and_beside_compaction(tmp_path: Path) -> None:
    """Steps are in the log; memories that come meanwhile are compacted in between."""
    script = Scripted()
    bench = Bench(tmp_path, script)
    memory = bench.open(**SMALL)
    await grow(bench, memory, 60)
    covered = memory.view.covered
    await memory.forget_summaries("Ada")
    for _ in range(3):
        await bench.clock.advance(RENEWAL_SECONDS)
    made = memory.view.renewed
    assert made is not None and 0 < made[-1].covers[1] < covered
    await memory.close()
    memory = bench.open(**SMALL)
    assert memory.view.renewed == made
    fill(memory, 12)
    assert memory.view.covered == covered
    await bench.clock.advance(60)
    assert memory.view.renewed is None and memory.view.covered > covered
    assert_whole(memory)
    compactions = [each for each in log_of(memory) if isinstance(each, Compaction)]
    between = [each for each in compactions if each.renewed is not None]
    assert between and compactions[-1].covers == (1, compactions[-1].covers[1])
    longterm = memory.view.longterm
    assert longterm is not None and "lived by the mill" in longterm.text
    await memory.close()


async def test_without_a_model_the_stand_in_waits(tmp_path: Path) -> None:
    """Nothing poorer is made in its place; the next try comes later, and others are not held up."""
    script = Scripted()
    bench = Bench(tmp_path, script)
    memory = bench.open(**SMALL)
    await grow(bench, memory, 20)
    script.answers = [ModelUnavailable("gone")] * 2
    await memory.forget_summaries("Ada")
    stand_in = memory.view.summaries
    await bench.clock.advance(30)
    assert (memory.view.summaries, memory.view.renewed) == (stand_in, ())
    assert any("cannot be made anew now: no model answers" in each for each in bench.warnings())
    assert not memory.status().running
    await bench.clock.advance(1000)
    assert memory.view.renewed is None
    assert_whole(memory)
    await memory.close()


async def test_a_persons_edit_stays(tmp_path: Path) -> None:
    """Who writes into a summary meanwhile has the last word; the renewal ends."""
    script = Scripted()
    bench = Bench(tmp_path, script)
    memory = bench.open(**SMALL)
    await grow(bench, memory, 40)
    await memory.forget_summaries("Ada")
    await bench.clock.advance(RENEWAL_SECONDS)
    path = bench.summary_file("longterm.md")
    path.write_text(path.read_text().rpartition("---\n")[0] + "---\nI am a boatman.\n")
    await bench.clock.advance(5)
    assert (memory.view.renewed, list_shown(memory)) == (None, "I am a boatman.")
    assert_whole(memory)
    assert "made anew" not in " ".join(memory.status().causes)
    await memory.close()


async def test_when_nothing_can_be_forgotten(tmp_path: Path) -> None:
    """Without summaries, during a compaction, with a disk that fails: and nothing changes."""
    script = Scripted()
    bench = Bench(tmp_path, script)
    memory = bench.open(**SMALL)
    fill(memory, 8)
    with pytest.raises(CannotCompact, match="no summaries"):
        memory.forget_summaries("Ada")
    await grow(bench, memory, 20)
    view = memory.view
    script.held = asyncio.Event()
    task = memory.begin_compaction(force=True)
    await bench.settle()
    with pytest.raises(CannotCompact, match="already running"):
        memory.forget_summaries("Ada")
    script.held.set()
    await task
    view = memory.view
    bench.disk.sync_error = OSError(28, "No space left on device")
    with pytest.raises(CompactionFailed, match="No space left"):
        await memory.forget_summaries("Ada")
    assert memory.view.summaries == view.summaries
    assert not [each for each in log_of(memory) if isinstance(each, Renewal)]
    bench.disk.sync_error = None
    await memory.close()
