"""Spans of other lengths become leaves as well: overdue, by hand, under pressure."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.compactor import CannotCompact
from agents.memory.strategies.tree import Tree
from tests.agents.memory.inspect.bare_log import compact_view, view_of
from tests.agents.memory.strategies.tree.tree_texts import Teller, shape
from tests.agents.memory.support import Bench, assert_whole, fill, grow, spans
from tests.examples import choose_count


async def test_an_overdue_span_is_parted_into_leaves(tmp_path: Path) -> None:
    """Memories recorded while a model hung become whole leaves at once; the rest stays verbatim."""
    summarizer = Teller(held=asyncio.Event())
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(strategy="tree")
    await grow(bench, memory, 420)
    assert summarizer.held is not None
    summarizer.held.set()
    await bench.settle()
    assert spans(memory) == [(n, n + 63) for n in range(1, 350, 64)][:5]
    assert len(memory.view.tail) == 100
    assert_whole(memory)


async def test_by_hand_the_last_leaf_may_be_shorter(tmp_path: Path) -> None:
    """Everything beyond the immediate window goes; the next leaf has its whole length again."""
    bench = Bench(tmp_path, Teller())
    memory = bench.open(strategy="tree")
    fill(memory, 64)
    with pytest.raises(CannotCompact, match=r"Need more than 64 memories\. Add the word force"):
        memory.begin_compaction()
    fill(memory, 30)
    await memory.begin_compaction()
    assert spans(memory) == [(1, 30)]
    with pytest.raises(CannotCompact, match=r"^Nothing new to compact\.$"):
        memory.begin_compaction()
    await grow(bench, memory, 30 + 128)
    assert spans(memory) == [(1, 30), (31, 94)]
    assert_whole(memory)


@pytest.mark.parametrize(
    ("size", "leaves"),
    [
        (63, [(1, 63)]),
        (64, [(1, 64)]),
        (79, [(1, 79)]),
        (80, [(1, 64), (65, 80)]),
        (100, [(1, 64), (65, 100)]),
        (128, [(1, 64), (65, 128)]),
    ],
)
def test_spans_are_parted_without_crumbs(size: int, leaves: list[tuple[int, int]]) -> None:
    """A remainder of less than a quarter goes with the leaf before it."""
    view = compact_view(Tree(), view_of(0), size)
    assert [each.covers for each in view.summaries] == leaves


async def test_pressure_makes_a_leaf_early(tmp_path: Path) -> None:
    """The early leaf is shorter than usual; the next ones have the usual length."""
    bench = Bench(tmp_path, Teller())
    memory = bench.open(strategy="tree")
    fill(memory, 100)
    assert await memory.relieve(100)
    assert [each.type for each in memory.view.summaries] == ["leaf"]
    early = memory.view.covered
    assert early < 64
    await grow(bench, memory, early + 128)
    assert spans(memory)[-1] == (early + 1, early + 64)
    assert_whole(memory)


async def test_bootstrap_builds_the_tree_window_by_window(tmp_path: Path) -> None:
    """An agent with a long archive and no summaries gets the leaves and nodes it lacks."""
    bench = Bench(tmp_path, Teller())
    memory = bench.open(strategy="tree", immediate_window=5000)
    fill(memory, 1000)
    await memory.close()
    memory = bench.open(strategy="tree")
    report = await memory.bootstrap()
    assert report.record.covers[1] == memory.view.covered == 936
    assert shape(memory)[0] == ("node", 1, (1, 513))
    assert_whole(memory)


@settings(max_examples=choose_count(16, 40), deadline=None)
@given(
    sizes=st.lists(st.integers(1, 40), min_size=1, max_size=60),
    leaf=st.integers(2, 9),
    branching=st.integers(2, 4),
)
def test_any_spans_make_a_sound_tree(sizes: list[int], leaf: int, branching: int) -> None:
    """Whatever spans come, the summaries join from 1 to their end, and no level overflows."""
    strategy = Tree(leaf_memories=leaf, branching=branching)
    view = view_of(0)
    for size in [*sizes, 1]:
        before, view = view, compact_view(strategy, view, size)
        covers = [each.covers for each in view.summaries]
        assert [n for a, b in covers for n in range(a, b + 1)] == list(range(1, view.last_seq + 1))
        assert view.recent is not None and view.recent.type == "leaf"
        stood = {each.id for each in before.summaries}
        for level in {each.level for each in view.summaries}:
            waiting = [e for e in view.summaries if e.level == level and e.id in stood]
            assert len(waiting) < branching
