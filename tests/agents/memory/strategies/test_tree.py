"""The tree: leaves of memories, nodes of leaves, and a long-term text under a cap."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.boundaries import ModelUnavailable
from agents.memory.compactor import CannotCompact
from agents.memory.core.gauge import Gauge
from agents.memory.core.records import Compaction, Frames, Summary
from agents.memory.core.view import View, fold
from agents.memory.memory import AgentMemory
from agents.memory.settings import MemorySettings
from agents.memory.strategies.tree import Tree
from agents.prose import split_sentences
from tests.agents.memory.inspect.bare_log import compact_view, view_of
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.support import (
    Bench,
    PlainCounter,
    Scripted,
    assert_whole,
    fill,
    grow,
    log_of,
    partition,
    reconfigure,
    spans,
)
from world.vault.markdown import read_note, render_note

FRAMES = Frames("## Older\n{summary}", "## Recent\n{summary}")
GAUGE = Gauge(PlainCounter())

#: Small enough that some hundred memories make several levels.
SMALL = {"strategy": "tree", "immediate_window": 4, "leaf_memories": 4, "branching": 2}


#: The same with leaves that have room for a text of 500 characters.
LONG = {**SMALL, "leaf_memories": 16}


class Teller(Scripted):
    """Numbers its summaries, so that each text is different."""

    async def summarise(self, memories: object, asked: object) -> str:
        await super().summarise(memories, asked)  # type: ignore[arg-type]
        return f"I kept leaf {len(self.asked)} of my days."

    async def merge(self, recent: str, older: str, asked: object) -> str:
        await super().merge(recent, older, asked)  # type: ignore[arg-type]
        return f"I keep node {len(self.merge_asked)} of them."


def tree(folder: Path, summarizer: Scripted | None = None, **changed: object) -> AgentMemory:
    return Bench(folder, summarizer or Teller()).open(**{"strategy": "tree", **changed})


def shape(memory: AgentMemory) -> list[tuple[str, int, tuple[int, int]]]:
    return [(each.type, each.level, each.covers) for each in memory.view.summaries]


def known_summaries(memory: AgentMemory) -> dict[str, Summary]:
    records = [each for each in log_of(memory) if isinstance(each, Compaction)]
    return {each.id: each for record in records for each in record.summaries}


# --- growing ----------------------------------------------------------------------------


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


# --- spans of other lengths -------------------------------------------------------------


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


@settings(max_examples=40, deadline=None)
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


# --- what the prompt shows --------------------------------------------------------------


class Wordy(Scripted):
    """Writes as much as it may, and never the same sentence twice."""

    number = 0

    def _words(self, count: int) -> str:
        said = []
        for _ in range(count):
            self.number += 1
            said.append(f"I remember day {self.number} by the lake, and what Fern sang there.")
        return " ".join(said)

    async def summarise(self, memories: object, asked: object) -> str:
        return self._words(8)

    async def merge(self, recent: str, older: str, asked: object) -> str:
        return self._words(12)


async def test_the_longterm_text_keeps_to_its_cap(tmp_path: Path) -> None:
    """Counted as the prompt counts, and well used; the log has every text whole."""
    bench = Bench(tmp_path, Wordy())
    memory = bench.open(**LONG, longterm_tokens=300)
    counter, full = PlainCounter(), 0
    for total in range(16, 1000, 4):
        await grow(bench, memory, total)
        longterm = memory.view.longterm
        if longterm is not None:
            tokens = counter.count(longterm.text)
            assert tokens <= 300
            full += tokens >= 240
        assert all(len(each.text) > 300 for each in memory.view.summaries)
    assert full > 200
    assert memory.view.recent is not None and memory.view.recent.shown == 0
    assert all(
        each in memory.render_section(FRAMES) for each in split_sentences(memory.view.recent.text)
    )


async def test_under_the_cap_nothing_is_cut(tmp_path: Path) -> None:
    """Every text stands in the prompt whole, the oldest too."""
    bench = Bench(tmp_path, Wordy())
    memory = bench.open(**LONG, longterm_tokens=100_000)
    await grow(bench, memory, 400)
    assert all(each.shown == 0 for each in memory.view.summaries)
    assert all(each.text in memory.render_section(FRAMES) for each in memory.view.summaries)


async def test_older_levels_are_shown_shorter(tmp_path: Path) -> None:
    """Of texts of the same length, that of a higher level has less room."""
    bench = Bench(tmp_path, Wordy())
    memory = bench.open(**LONG, longterm_tokens=300)
    await grow(bench, memory, 4 + 16 * (8 + 4 + 2))
    older = memory.view.older
    parts = [each.shown / len(each.text) for each in older if each.shown]
    levels = [each.level for each in older]
    assert len(parts) == len(levels) > 2
    assert levels == sorted(levels, reverse=True) and len(set(levels)) == len(levels)
    assert parts == sorted(parts)


async def test_a_small_context_makes_the_cap_smaller(tmp_path: Path) -> None:
    """The long-term text never takes more than a third of what the model reads."""
    bench = Bench(tmp_path, Wordy())
    memory = bench.open(**LONG, longterm_tokens=300, context_tokens=600)
    await grow(bench, memory, 600)
    assert memory.view.longterm is not None
    assert PlainCounter().count(memory.view.longterm.text) <= 200


async def test_nodes_are_made_of_whole_texts(tmp_path: Path) -> None:
    """A node has what the prompt had no room for."""
    told: list[str] = []

    class Listening(Wordy):
        async def merge(self, recent: str, older: str, asked: object) -> str:
            told.append(f"{older} {recent}")
            return await super().merge(recent, older, asked)

    bench = Bench(tmp_path, Listening())
    memory = bench.open(**LONG, longterm_tokens=80)
    await grow(bench, memory, 300)
    assert told and all(each.count("I remember day") >= 16 for each in told)


# --- other strategies -------------------------------------------------------------------


async def test_from_waterfall_to_tree_and_back(tmp_path: Path) -> None:
    """No memory is lost or told twice; foreign texts stay in front, and fall in again later."""
    bench = Bench(tmp_path, Teller(answers=["I sang."], merged=["I rowed."]))
    memory = bench.open()
    await grow(bench, memory, 300)
    stood = memory.view.summaries
    assert [each.type for each in stood] == ["longterm", "recent"]
    reconfigure(memory, settings=memory_settings(strategy="tree"))
    for total in range(301, 1500):
        await grow(bench, memory, total)
        assert_whole(memory)
    assert [(each.id, each.text) for each in memory.view.summaries[:2]] == [
        (each.id, each.text) for each in stood
    ]
    assert {each.type for each in memory.view.summaries[2:]} == {"leaf", "node"}
    reconfigure(memory, settings=MemorySettings())
    await grow(bench, memory, 1700)
    assert [each.type for each in memory.view.summaries] == ["longterm", "recent"]
    reconfigure(memory, settings=memory_settings(strategy="tree"))
    await grow(bench, memory, 1900)
    assert partition(memory) == list(range(1, 1901))
    await memory.close()
    assert bench.open(strategy="tree").view == memory.view


# --- without a model --------------------------------------------------------------------


async def test_without_a_model_leaves_and_nodes_are_our_own(tmp_path: Path) -> None:
    """The leaves are marked deterministic, and the tree grows as usual."""
    bench = Bench(tmp_path)
    memory = bench.open(**SMALL)
    await grow(bench, memory, 100)
    assert {each.method for each in memory.view.summaries} == {"deterministic"}
    assert {each.type for each in memory.view.summaries} == {"leaf", "node"}
    assert_whole(memory)


async def test_what_was_our_own_is_made_again(tmp_path: Path) -> None:
    """Once the model is back: leaves from the archive, nodes from their leaves."""
    away: list[str | Exception] = [ModelUnavailable("ollama is not there")]
    summarizer = Scripted(answers=away * 100, merged=away * 100)
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(**SMALL)
    await grow(bench, memory, 24)
    assert {each.method for each in memory.view.summaries} == {"deterministic"}
    before = shape(memory)
    summarizer.answers.clear()
    summarizer.merged.clear()
    fill(memory, 1)
    await bench.clock.advance(130)
    assert {each.method for each in memory.view.summaries} == {"llm"}
    assert shape(memory) == before
    assert "node" in {each.type for each in memory.view.summaries}
    await memory.close()
    assert bench.open(**SMALL).view == memory.view


async def test_a_node_is_made_again_from_whole_texts(tmp_path: Path) -> None:
    """It is made from its children whole, not from what the prompt showed of them."""
    told: list[str] = []

    class Away(Wordy):
        away = True

        async def merge(self, recent: str, older: str, asked: object) -> str:
            if self.away:
                raise ModelUnavailable("ollama is not there")
            told.append(f"{older} {recent}")
            return await super().merge(recent, older, asked)

    summarizer = Away()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(**LONG, longterm_tokens=80)
    await grow(bench, memory, 4 + 16 * 3)
    before = memory.view.summaries[0]
    assert before.method == "deterministic" and before.shown
    summarizer.away = False
    fill(memory, 1)
    await bench.clock.advance(70)
    again = memory.view.summaries[0]
    assert again.method == "llm" and again.covers == before.covers
    assert [each.count("I remember day") for each in told] == [16]


async def test_a_failure_leaves_the_tree_as_it_was(tmp_path: Path) -> None:
    """A failure commits nothing, not even a leaf that was already written."""

    class Broken(Teller):
        async def merge(self, recent: str, older: str, asked: object) -> str:
            raise RuntimeError("a defect")

    bench = Bench(tmp_path, Broken())
    memory = bench.open(**SMALL)
    await grow(bench, memory, 15)
    before = memory.view.summaries
    fill(memory, 1)
    await bench.settle()
    assert memory.view.summaries == before
    assert "a defect" in memory.status().last_error
    assert_whole(memory)


# --- edits ------------------------------------------------------------------------------


def rewrite(bench: Bench, name: str, text: str) -> None:
    path = bench.summary_file(name)
    path.write_text(render_note(dict(read_note(path).metadata), text), encoding="utf-8")


async def test_an_edited_newest_leaf_is_a_leaf(tmp_path: Path) -> None:
    """A person's text stands as it is, and goes into a node with its neighbours."""
    bench = Bench(tmp_path, Teller())
    memory = bench.open(**SMALL)
    await grow(bench, memory, 12)
    await memory.close()
    rewrite(bench, "recent.md", "I once met a heron.")
    memory = bench.open(**SMALL)
    assert memory.view.recent is not None
    assert (memory.view.recent.text, memory.view.recent.type) == ("I once met a heron.", "leaf")
    assert memory.view.recent.method == "human"
    edited = memory.view.recent.id
    await grow(bench, memory, 16)
    assert memory.view.summaries[1].text == "I once met a heron." or any(
        edited in each.replaces for each in memory.view.summaries
    )
    await grow(bench, memory, 40)
    assert any(edited in each.replaces for each in known_summaries(memory).values())
    assert_whole(memory)


async def test_an_edited_longterm_text_stays_in_front(tmp_path: Path) -> None:
    """It takes the place of the whole older part, and the tree grows behind it."""
    bench = Bench(tmp_path, Teller())
    memory = bench.open(**SMALL)
    await grow(bench, memory, 50)
    assert memory.view.longterm is not None
    covers = memory.view.longterm.covers
    await memory.close()
    rewrite(bench, "longterm.md", "I came here in spring. I never left.")
    memory = bench.open(**SMALL)
    assert [each.covers for each in memory.view.older] == [covers]
    await grow(bench, memory, 120)
    first = memory.view.summaries[0]
    assert (first.text, first.covers, first.method) == (
        "I came here in spring. I never left.",
        covers,
        "human",
    )
    assert len(memory.view.summaries) > 3
    assert_whole(memory)


async def test_a_very_long_edit_is_shown_within_the_cap(tmp_path: Path) -> None:
    """From the next compaction on; until then it is shown as it was written."""
    bench = Bench(tmp_path, Teller())
    memory = bench.open(**SMALL, longterm_tokens=100)
    await grow(bench, memory, 50)
    await memory.close()
    edit = " ".join(f"I saw {n} herons on day {n}." for n in range(200))
    rewrite(bench, "longterm.md", edit)
    memory = bench.open(**SMALL, longterm_tokens=100)
    assert edit in memory.render_section(FRAMES)
    await grow(bench, memory, 60)
    assert memory.view.longterm is not None
    assert PlainCounter().count(memory.view.longterm.text) <= 100
    assert memory.view.summaries[0].text == edit


def test_the_condition_names_the_next_leaf() -> None:
    """In words, with what is left until then."""
    assert Tree().describe_condition(View(), GAUGE) == "at 128 memories (in 128 memories)"
