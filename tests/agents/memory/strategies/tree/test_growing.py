"""The tree grows: leaves of memories, and nodes of leaves."""

from __future__ import annotations

from pathlib import Path

from agents.memory.core.gauge import Gauge
from agents.memory.core.view import View, fold
from agents.memory.strategies.tree import Tree
from tests.agents.memory.strategies.tree.tree_texts import (
    FRAMES,
    SMALL,
    Teller,
    known_summaries,
    shape,
)
from tests.agents.memory.support import Bench, PlainCounter, assert_whole, grow, log_of, spans

GAUGE = Gauge(PlainCounter())


async def test_a_leaf_falls_at_128_192_and_256_exactly(tmp_path: Path) -> None:
    """Each covers the oldest 64 of the tail, which has 64 to 127 memories from then on."""
    bench = Bench(tmp_path, Teller())
    memory = bench.open(strategy="tree")
    seen: dict[int, list[tuple[int, int]]] = {}
    for total in range(1, 258):
        await grow(bench, memory, total)
        if spans(memory) != (seen[max(seen)] if seen else []):
            seen[total] = spans(memory)
        assert_whole(memory)
        assert total < 128 or 64 <= len(memory.view.tail) < 128
    assert seen == {
        128: [(1, 64)],
        192: [(1, 64), (65, 128)],
        256: [(1, 64), (65, 128), (129, 192)],
    }


async def test_eight_leaves_become_a_node_when_the_ninth_arrives(tmp_path: Path) -> None:
    """The newest leaf is not merged: the prompt shows it as the recent past."""
    bench = Bench(tmp_path, Teller())
    memory = bench.open(strategy="tree")
    await grow(bench, memory, 64 * 9)
    assert [kind for kind, _, _ in shape(memory)] == ["leaf"] * 8
    leaves = tuple(each.id for each in memory.view.summaries)
    await grow(bench, memory, 64 * 10)
    assert shape(memory) == [("node", 1, (1, 512)), ("leaf", 0, (513, 576))]
    node, newest = memory.view.summaries
    assert node.replaces == leaves
    assert memory.view.recent == newest
    assert memory.view.longterm is not None and memory.view.longterm.text == node.text
    assert_whole(memory)


async def test_what_stands_goes_on_standing_as_it_is(tmp_path: Path) -> None:
    """A leaf or node keeps its id and text until it becomes part of a node."""
    bench = Bench(tmp_path, Teller())
    memory = bench.open(**SMALL)
    known: dict[str, str] = {}
    for total in range(8, 200, 4):
        await grow(bench, memory, total)
        for each in memory.view.summaries:
            assert known.setdefault(each.id, each.text) == each.text
    made = [each for each in known if each.startswith("leaf")]
    assert len(made) == len(set(known.values())) - sum(each.startswith("node") for each in known)


async def test_levels_rise_and_model_calls_stay_few(tmp_path: Path) -> None:
    """After 5,000 memories a node stands for 4,096 of them, for 1.15 calls each 64."""
    summarizer = Teller()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(strategy="tree")
    await grow(bench, memory, 5000)
    assert shape(memory)[0] == ("node", 2, (1, 4096))
    assert all(each.method == "llm" for each in memory.view.summaries)
    calls = len(summarizer.asked) + len(summarizer.merge_asked)
    assert len(summarizer.asked) == memory.view.covered // 64
    assert calls <= 1.15 * 5000 / 64
    assert_whole(memory)


async def test_every_node_opens_down_to_the_memories(tmp_path: Path) -> None:
    """Its children are in the log, and together they have exactly its span."""
    bench = Bench(tmp_path, Teller())
    memory = bench.open(**SMALL)
    await grow(bench, memory, 300)
    known, opened = known_summaries(memory), 0
    waiting = list(memory.view.summaries)
    while waiting:
        each = waiting.pop()
        if each.type == "leaf":
            continue
        children = [known[name] for name in each.replaces]
        assert [child.level for child in children] == [each.level - 1] * 2
        assert (children[0].covers[0], children[-1].covers[1]) == each.covers
        assert children[0].covers[1] + 1 == children[1].covers[0]
        waiting += children
        opened += 1
    assert opened > 30


async def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    """View and prompt are the same to the byte at every size."""
    bench = Bench(tmp_path, Teller())
    memory = bench.open(**SMALL)
    for total in range(10, 260, 23):
        await grow(bench, memory, total)
        view, section = memory.view, memory.render_section(FRAMES)
        assert fold(log_of(memory)) == view
        await memory.close()
        memory = bench.open(**SMALL)
        assert (memory.view, memory.render_section(FRAMES)) == (view, section)


def test_the_condition_names_the_next_leaf() -> None:
    """In words, with what is left until then."""
    assert Tree().describe_condition(View(), GAUGE) == "at 128 memories (in 128 memories)"
