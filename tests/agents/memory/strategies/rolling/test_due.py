"""Rolling compaction comes at a number of entries and characters, between two steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.core.records import NewMemory
from agents.memory.memory import AgentMemory
from agents.memory.strategies.rolling import Rolling, measure_history
from tests.agents.memory.strategies.rolling.steps import OWN_TEXTS, ROLLING, act
from tests.agents.memory.support import Bench, Scripted, assert_whole, fill, grow, spans


def pad(memory: AgentMemory, entries: int, characters: int) -> None:
    """Record own steps that have just so many characters together."""
    size, more = divmod(characters, entries)
    for n in range(entries):
        text = "~Moss> wave\n".ljust(size + (n < more), "x")
        memory.record(NewMemory(text, source="action", command="wave", line="wave"))


@pytest.mark.parametrize(
    ("entries", "characters", "due"),
    [
        (4, 7_999, False),
        (4, 8_000, False),
        (4, 1_000_000, False),
        (5, 7_999, False),
        (5, 8_000, True),
        (9, 7_999, False),
        (9, 8_000, True),
        (10, 0, True),
        (11, 8_000, True),
        (0, 0, False),
    ],
)
async def test_it_is_due_at_the_references_boundaries(
    tmp_path: Path, entries: int, characters: int, due: bool
) -> None:
    """Fewer than five never, ten always, between them at 8,000 characters; and it then happens."""
    assert Rolling().should_compact(entries, characters) is due
    if entries and characters < 10_000:
        bench = Bench(tmp_path)
        memory = bench.open(**OWN_TEXTS)
        pad(memory, entries, max(characters, entries * 14))
        await bench.settle()
        assert spans(memory) == ([(1, min(entries, 10) - 2)] if due else [])
        await memory.close()


async def test_ten_entries_become_a_summary_and_the_newest_two(tmp_path: Path) -> None:
    """The reference's example; the summary counts as an entry, so seven more make it ten again."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(**ROLLING)
    act(memory, 9)
    assert memory.view.summaries == ()
    act(memory)
    await bench.settle()
    assert spans(memory) == [(1, 8)]
    assert [each.seq for each in memory.view.tail] == [9, 10]
    assert measure_history(memory.view).entries == 3
    act(memory, 6)
    await bench.settle()
    assert spans(memory) == [(1, 8)]
    act(memory)
    await bench.settle()
    assert spans(memory) == [(1, 15)]
    assert_whole(memory)
    await memory.close()


async def test_a_step_is_never_parted(tmp_path: Path) -> None:
    """What happened until the next deed is preserved with the deed, or folded with it."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS)
    for _ in range(10):
        act(memory)
        fill(memory, 3)
    await bench.settle()
    assert spans(memory) == [(1, 32)]
    assert memory.view.tail[0].source == "action"
    await memory.close()


async def test_one_that_only_perceives_is_compacted_as_well(tmp_path: Path) -> None:
    """Its perceptions are its entries."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS)
    await grow(bench, memory, 300)
    assert len(memory.view.tail) < 10
    assert_whole(memory)
    recent = memory.view.recent
    assert recent is not None
    assert f"Noticed {recent.covers[1]} things." in recent.text
    await memory.close()


async def test_the_settings_have_a_say(tmp_path: Path) -> None:
    """Other thresholds, and another number of entries that stay; none at all is allowed."""
    bench = Bench(tmp_path)
    memory = bench.open(
        **OWN_TEXTS,
        min_entries_for_compaction=2,
        max_entries_before_compaction=4,
        preserve_last_n_entries=0,
    )
    act(memory, 3)
    await bench.settle()
    assert spans(memory) == []
    act(memory)
    await bench.settle()
    assert spans(memory) == [(1, 4)]
    assert memory.view.tail == ()
    await memory.close()


async def test_nothing_beyond_the_preserved_entries_is_never_due(tmp_path: Path) -> None:
    """Preserved entries alone never cause a compaction, however long they are."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS, preserve_last_n_entries=12)
    act(memory, 12, "You wave. " * 200)
    await bench.settle()
    assert memory.view.summaries == ()
    act(memory)
    await bench.settle()
    assert spans(memory) == [(1, 1)]
    await memory.close()


async def test_the_condition_says_when_and_how_far(tmp_path: Path) -> None:
    """For `@memory-status`."""
    bench = Bench(tmp_path)
    memory = bench.open(**ROLLING)
    act(memory, 3)
    status = memory.status()
    assert status.strategy.next_trigger is None
    assert status.strategy.condition == (
        "at 10 entries, or at 8000 characters with 5 entries (now 3 entries, 69 characters)"
    )
    await memory.close()
