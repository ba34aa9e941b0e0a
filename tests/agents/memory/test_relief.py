"""A prompt that is too long is made smaller: by masking first, then by early compaction."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.clock import VirtualClock
from agents.memory.core import masking
from agents.memory.core.records import Experience, NewMemory
from agents.memory.core.transcript import render_transcript
from agents.memory.core.view import fold
from agents.memory.log.natures import find_old_nature
from agents.memory.memory import AgentMemory
from tests.agents.memory.support import (
    Bench,
    PlainCounter,
    Scripted,
    assert_whole,
    fill,
    grow,
    look_around,
    spans,
)
from tests.examples import choose_count
from world.commands.command import Privacy
from world.nature import Nature
from world.verbs.rows import WORLD_COMMANDS

LONG = "A long stone hall, cold even in June. " * 8


async def test_relieve_masks_first_and_records_it(tmp_path: Path) -> None:
    """Bulky output gives way to its number; it is still so after a restart."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    look_around(memory)
    fill(memory, 10)
    assert await memory.relieve(20)
    mask = "[look: nobody there, 79 tokens, #1]"
    assert render_transcript(memory.view).startswith(f"~Moss> look\n{mask}\nFern")
    assert not memory.view.summaries
    assert memory.status().masked == 1
    await memory.close()
    assert bench.open().view == memory.view


async def test_relieve_compacts_early_inside_the_window(tmp_path: Path) -> None:
    """When masks are not enough the oldest memories go, the newest few never."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    fill(memory, 40)
    assert await memory.relieve(100)
    compacted = memory.view.compacted
    assert compacted is not None and compacted.trigger == "early"
    assert 20 <= compacted.covers[1] <= 36
    assert await memory.relieve(10_000)
    assert [each.seq for each in memory.view.tail] == [37, 38, 39, 40]
    assert not await memory.relieve(10)
    assert_whole(memory)


async def test_relieve_frees_more_than_it_must(tmp_path: Path) -> None:
    """What is spare is freed as well, by masks and by an early compaction."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    for number in range(4):
        look_around(memory, f"Hall {number}")
    fill(memory, 40)
    assert await memory.relieve(20, 100)
    assert sorted(memory.view.masked) == [1, 2]
    assert not memory.view.summaries
    assert await memory.relieve(200, 100)
    assert sorted(memory.view.masked) == []
    tail = memory.view.tail[0].seq
    assert 4 < tail <= 37
    assert_whole(memory)


async def test_relieve_waits_for_a_running_compaction(tmp_path: Path) -> None:
    """No second compaction begins."""
    summarizer = Scripted(held=asyncio.Event())
    bench = Bench(tmp_path, summarizer)
    memory = bench.open()
    await grow(bench, memory, 129)
    relieved = asyncio.ensure_future(memory.relieve(10))
    await bench.settle()
    assert not relieved.done()
    assert summarizer.held is not None
    summarizer.held.set()
    assert await relieved
    assert spans(memory) == [(1, 65)]


async def test_output_is_masked_long_before_the_prompt_is_full(tmp_path: Path) -> None:
    """From 85 % of the room on, so that compaction need not be forced; speech stays."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open()
    for n in range(20):
        act(memory, "look")
        fill(memory, 1, first=n)
    assert not memory.mask_early(850, 1000)
    assert memory.mask_early(900, 1000)
    assert memory.view.masked == {1}
    assert memory.mask_early(900, 1000, spare_tokens=250)
    assert len(memory.view.masked) > 3
    assert not memory.view.summaries
    assert all(n % 2 for n in memory.view.masked)
    off = Bench(tmp_path / "off").open(micro_compact="off")
    for _ in range(20):
        act(off, "look")
    assert not off.mask_early(2000, 1000)


# --- what is masked ---------------------------------------------------------------------


def act(memory: AgentMemory, line: str, result: str = LONG, *, ok: bool = True) -> None:
    command = line.partition(" ")[0]
    text = f"~Moss> {line}\n{result}"
    memory.record(
        NewMemory(
            text,
            source="action",
            command=command,
            line=line,
            ok=ok,
            nature=find_old_nature(command, ""),
        )
    )


async def test_the_newest_eight_are_never_masked(tmp_path: Path) -> None:
    """However bulky they are; as others come, they are."""
    memory = Bench(tmp_path).open(micro_compact="turn")
    for _ in range(8):
        act(memory, "look")
    memory.end_turn()
    assert not memory.view.masked
    fill(memory, 3)
    memory.end_turn()
    assert memory.view.masked == {1, 2, 3}


@pytest.mark.parametrize(
    ("line", "masked"),
    [
        ("look", True),
        ("examine fountain", True),
        ("go garden", True),
        ("recall boat", True),
        ("help look", True),
        ("say hello", False),
        ("tell Ada hello", False),
        ("whisper Ada hello", False),
        ("emote waves", False),
        ("think of the lake", False),
        ("note Boat -> leaks", False),
        ("get rope", False),
    ],
)
async def test_only_output_that_can_be_had_again_is_masked(
    tmp_path: Path, line: str, masked: bool
) -> None:
    """Never what the agent itself said, did or thought, nor what it observed."""
    memory = Bench(tmp_path).open(micro_compact="turn")
    act(memory, line)
    memory.record(
        NewMemory(LONG, source="observation", command="look", speaker="Fern", nature=Nature.SIGHT)
    )
    fill(memory, 8)
    memory.end_turn()
    assert memory.view.masked == ({1} if masked else set())
    shown = f"~Moss> {line}\n[{line.partition(' ')[0]}: "
    assert render_transcript(memory.view).startswith(shown) == masked


async def test_little_output_and_refusals_stay(tmp_path: Path) -> None:
    """A mask would free next to nothing, or take the reasons that one learns from."""
    memory = Bench(tmp_path).open(micro_compact="turn")
    act(memory, "look", "A hall. " * 12)
    act(memory, "look at moon", LONG, ok=False)
    act(memory, "look", "A hall. " * 30)
    fill(memory, 8)
    memory.end_turn()
    assert memory.view.masked == {3}


async def test_a_mask_takes_nothing_from_the_archive(tmp_path: Path) -> None:
    """Its number leads to the whole text, before and after a restart and a compaction."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(micro_compact="turn")
    act(memory, "look")
    fill(memory, 10)
    memory.end_turn()
    assert memory.view.masked == {1}
    assert [LONG.strip() in each.text for each in await memory.read([1])] == [True]
    await memory.close()
    memory = bench.open(micro_compact="turn")
    assert memory.view.masked == {1}
    await grow(bench, memory, 129)
    assert not memory.view.masked
    assert [LONG.strip() in each.text for each in await memory.read([1])] == [True]


async def test_what_is_masked_is_summarised_whole(tmp_path: Path) -> None:
    """The placeholder is for the prompt alone."""
    summarizer = Scripted()
    bench = Bench(tmp_path, summarizer)
    memory = bench.open(micro_compact="turn")
    act(memory, "look")
    fill(memory, 10)
    memory.end_turn()
    await grow(bench, memory, 129)
    assert "cold even in June" in summarizer.asked[0][0]


def test_what_only_shows_can_be_masked() -> None:
    """Every silent command that agents have for asking; never words of anybody."""
    silent = [row for row in WORLD_COMMANDS if row.privacy is Privacy.SILENT]
    asking = [row for row in silent if not row.name.startswith("@") or row.nature is Nature.REPORT]
    assert asking and all(row.nature.is_repeatable for row in asking)
    assert not any(each.is_repeatable for each in Nature if each.is_own_words)


MEMORIES = st.lists(
    st.tuples(
        st.sampled_from(["look", "say", "go", "recall", ""]),
        st.integers(1, 400),
        st.booleans(),
    ),
    max_size=30,
)


@settings(max_examples=choose_count(40, 100), deadline=None)
@given(made=MEMORIES, excess=st.one_of(st.none(), st.integers(0, 200)))
def test_masks_are_the_oldest_that_are_needed(
    made: list[tuple[str, int, bool]], excess: int | None
) -> None:
    """They save what is wanted if they can, and without the last of them they would not."""
    counter, now = PlainCounter(), VirtualClock().now()
    view = fold(
        [
            Experience(
                seq,
                now,
                f"> {name}\n{'x' * size}",
                source="action",
                command=name,
                line=name,
                ok=ok,
                nature=find_old_nature(name, ""),
            )
            for seq, (name, size, ok) in enumerate(made, start=1)
        ]
    )
    every = masking.choose_masked(view, counter, None)
    chosen = masking.choose_masked(view, counter, excess)
    assert chosen == every[: len(chosen)]
    assert all(1 <= seq <= len(made) - masking.KEPT_NEWEST for seq in every)
    if excess is not None:
        assert masking.measure_saving(view, chosen, counter) >= excess or chosen == every
        assert not chosen or masking.measure_saving(view, chosen[:-1], counter) < max(excess, 1)
