"""The tree grows behind texts that are not its own: of other strategies, and edited ones."""

from __future__ import annotations

from pathlib import Path

from agents.memory.settings import MemorySettings
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.strategies.tree.tree_texts import FRAMES, SMALL, Teller, known_summaries
from tests.agents.memory.support import (
    Bench,
    PlainCounter,
    assert_whole,
    grow,
    partition,
    reconfigure,
)
from world.vault.markdown import read_note, render_note


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
