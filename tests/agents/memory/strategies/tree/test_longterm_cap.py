"""The prompt shows the tree's long-term text under a cap; the log has it whole."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from agents.memory.core.records import NewMemory
from agents.memory.core.view import display_summary
from agents.memory.strategies.protocol import MERGED
from agents.prose import split_sentences
from tests.agents.memory.strategies.tree.tree_texts import FRAMES, LONG, Wordy
from tests.agents.memory.support import Bench, PlainCounter, grow
from tests.examples import choose_count

THINGS = (
    "brass kettle from the harbour market", "carved walnut cradle for the baby",
    "silver thimble with the dolphin", "leather satchel full of letters",
    "copper weathervane off the chapel", "ivory chessboard of the bishop",
    "woollen blanket out of the attic", "painted drum for the procession",
    "crooked ladder behind the orchard", "pewter tankard of the smuggler",
)  # fmt: skip
NAMES = ("Quill", "Imre", "Tobin", "Annis", "Orla", "Piet", "Ruan", "Nessa")


async def test_the_longterm_text_keeps_to_its_cap(tmp_path: Path) -> None:
    """Counted as the prompt counts, and well used; the log has every text whole."""
    bench = Bench(tmp_path, Wordy())
    memory = bench.open(**LONG, longterm_tokens=300)
    counter, full = PlainCounter(), 0
    totals = range(16, choose_count(420, 1000), 4)
    for total in totals:
        await grow(bench, memory, total)
        longterm = memory.view.longterm
        if longterm is not None:
            tokens = counter.count(longterm.text)
            assert tokens <= 300
            full += tokens >= 240
        assert all(len(each.text) > 300 for each in memory.view.summaries)
    assert full > len(totals) - 46
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


async def test_what_is_joined_by_rule_may_fill_the_cap(tmp_path: Path) -> None:
    """A node leaves out nothing that the prompt has room for; cut later, it keeps that length."""
    bench = Bench(tmp_path)
    memory = bench.open(**{**LONG, "branching": 8}, longterm_tokens=2000)
    told = [f"My {each} is kept by {name}" for each in THINGS for name in NAMES]
    for each in told:
        memory.record(NewMemory(f'Fern says, "{each}"', source="observation", speaker="Fern"))
        memory.record(NewMemory('Fern says, "lovely weather"', "observation", speaker="Fern"))
        await bench.settle()
    (node, *_) = memory.view.older
    assert node.type == "node" and MERGED.limit < len(node.text) <= 8000
    assert [each for each in told[:64] if each not in memory.render_section(FRAMES)] == []
    assert memory.strategy.choose_form(node).limit == 8000
    assert memory.strategy.choose_form(replace(node, method="llm")).limit == 4000


async def test_every_text_shows_something_and_the_log_says_what(tmp_path: Path) -> None:
    """Whole sentences; the choice comes back from the log to the character."""
    bench = Bench(tmp_path, Wordy())
    memory = bench.open(**LONG, longterm_tokens=300)
    await grow(bench, memory, 4 + 16 * (8 + 4 + 2))
    older = memory.view.older
    cut = [each for each in older if each.excerpt]
    assert len({each.level for each in older}) > 2 and cut
    for each in cut:
        shown = display_summary(each)
        assert set(split_sentences(shown)) <= set(split_sentences(each.text))
        assert each.shown == len(shown)
    section = memory.render_section(FRAMES)
    await memory.close()
    assert bench.open(**LONG, longterm_tokens=300).render_section(FRAMES) == section


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
