"""Layered keeps one summary, which takes in everything but the preserved memories."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.compactor import CannotCompact
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Frames
from agents.memory.strategies import section_plan
from agents.memory.strategies.layered import SECTIONS_LIMIT, Layered
from tests.agents.memory.inspect.bare_log import compact_view, view_of
from tests.agents.memory.strategies.layered.working_memory import (
    LATER,
    SMALL,
    WORKING,
    Working,
    list_headings,
)
from tests.agents.memory.support import Bench, PlainCounter, assert_whole, fill, grow, spans
from tests.examples import choose_count

FRAMES = Frames("## Older\n{summary}", "## Recent\n{summary}")


async def test_one_working_memory_takes_all_in(tmp_path: Path) -> None:
    """Again and again; what stays verbatim are the newest eight."""
    summarizer = Working()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(**SMALL)
    compactions = 0
    for total in range(1, 600):
        before = memory.view.covered
        await grow(bench, memory, total)
        assert_whole(memory)
        if memory.view.covered != before:
            compactions += 1
            assert [each.covers for each in memory.view.summaries] == [(1, total - 8)]
            written = LATER if compactions % 2 == 0 else WORKING
            assert memory.view.recent is not None and memory.view.recent.text == written
            assert memory.view.recent.method == "llm" and memory.view.longterm is None
            assert len(memory.view.tail) == 8
        assert Gauge(PlainCounter()).prompt(memory.view) <= 1600
    assert 4 <= compactions == len(summarizer.asked)
    assert len(memory.view.summaries[0].replaces) == 1
    await memory.close()
    again = bench.open(**SMALL)
    assert (again.view, again.render_section(FRAMES)) == (
        memory.view,
        memory.render_section(FRAMES),
    )


async def test_a_preserve_window_of_0_leaves_the_summary_alone(tmp_path: Path) -> None:
    """The tail is empty, and the next memory stands behind the summary."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(**SMALL, preserve_window=0)
    fill(memory, 40)
    await memory.begin_compaction()
    assert memory.view.tail == () and spans(memory) == [(1, 40)]
    with pytest.raises(CannotCompact, match=r"^Nothing new to compact\.$"):
        memory.begin_compaction(force=True)
    fill(memory, 1)
    assert_whole(memory)
    await memory.close()
    assert bench.open(**SMALL, preserve_window=0).view == memory.view


async def test_by_hand_thresholds_do_not_count(tmp_path: Path) -> None:
    """Everything beyond the preserved memories is compacted, with or without force."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(strategy="layered")
    fill(memory, 8)
    with pytest.raises(CannotCompact, match=r"Need more than 8 memories\. Add the word force"):
        memory.begin_compaction()
    fill(memory, 22)
    report = await memory.begin_compaction()
    assert (report.record.covers, report.record.trigger) == ((1, 22), "manual")
    fill(memory, 5)
    assert (await memory.begin_compaction(force=True)).record.covers == (23, 27)


async def test_pressure_and_bootstrap_work_as_ever(tmp_path: Path) -> None:
    """Any span from the first uncovered memory on is taken in."""
    bench = Bench(tmp_path, Working())
    memory = bench.open(strategy="layered")
    fill(memory, 60)
    assert await memory.relieve(100)
    assert 0 < memory.view.covered < 52
    assert_whole(memory)
    other = Bench(tmp_path / "other", Working())
    memory = other.open(strategy="layered")
    fill(memory, 200)
    await memory.bootstrap()
    assert spans(memory) == [(1, 192)]
    assert_whole(memory)


@settings(max_examples=choose_count(12, 30), deadline=None)
@given(sizes=st.lists(st.integers(1, 60), min_size=1, max_size=12))
def test_any_spans_make_one_sound_summary(sizes: list[int]) -> None:
    """Without a model too: all six sections, in order, never longer than the limit."""

    strategy, view = Layered(), view_of(0)
    for size in sizes:
        view = compact_view(strategy, view, size)
        (one,) = view.summaries
        assert one.covers == (1, view.last_seq)
        assert len(one.text) <= SECTIONS_LIMIT
    assert view.last_seq < 12 or list_headings(one.text) == list(section_plan.SECTIONS)
