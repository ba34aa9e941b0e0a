"""The strategy `sleep`: when it compacts, what it spares, and how full a context is."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.gauge import Gauge, name_band
from agents.memory.core.records import Experience, NewMemory, Summary
from agents.memory.core.view import View
from agents.memory.journal.journal import JournalPlace
from agents.memory.memory import AgentMemory
from agents.memory.settings import MemorySettings
from agents.memory.strategies.protocol import NothingToCompact
from agents.memory.strategies.sleep import (
    KEPT_IN_EMERGENCY,
    Sleep,
)
from agents.memory.strategies.waterfall import Waterfall
from agents.memory.summarization.prompts import SummaryRequest
from tests.agents.memory.support import (
    Bench,
    PlainCounter,
    Scripted,
    assert_whole,
    fill,
    log_of,
    reconfigure,
    spans,
)
from world.nature import Nature

AT = datetime(2026, 1, 1, tzinfo=UTC)
THOUSAND = Sleep(context_tokens=1000)


def memory_of(seq: int, tokens: int) -> Experience:
    return Experience(seq, AT, "abcd" * tokens, "observation")


def view_of(*sizes: int, covered: int = 0) -> View:
    """A view whose tail has memories of so many tokens each."""
    tail = tuple(memory_of(covered + n, size) for n, size in enumerate(sizes, 1))
    stood = (Summary("s", "recent", "", (1, covered), "llm", AT),) if covered else ()
    return View(stood, tail, last_seq=covered + len(tail))


def gauge(overhead: int = 0) -> Gauge:
    return Gauge(PlainCounter(), overhead)


def due(
    moment: Literal["memory", "turn", "pressure", "sleep"],
    tokens: int,
    strategy: Sleep = THOUSAND,
) -> tuple[int, int] | None:
    """What is due with 50 memories of 10 tokens in a prompt of so many `tokens`."""
    return strategy.find_due_span(view_of(*[10] * 50), gauge(tokens - 500), moment)


# --- when ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "tokens", "is_due"),
    [
        ("sleep", 690, False),
        ("sleep", 700, False),
        ("sleep", 701, True),
        ("sleep", 710, True),
        ("pressure", 790, False),
        ("pressure", 800, False),
        ("pressure", 801, True),
        ("pressure", 810, True),
        ("memory", 990, False),
        ("turn", 990, False),
    ],
)
def test_it_is_due_only_above_its_thresholds(
    moment: Literal["memory", "turn", "pressure", "sleep"], tokens: int, is_due: bool
) -> None:
    """Asleep above 70 % of the context, before a turn above 80 %, at no other moment."""
    assert due(moment, tokens) == ((1, 30) if is_due else None)


def test_thresholds_and_context_are_settings() -> None:
    """Each percentage can be set; an unknown context counts as 4,096 tokens."""
    own = replace(THOUSAND, sleep_threshold_percent=50, emergency_threshold_percent=60)
    assert (due("sleep", 501, own), due("sleep", 500, own)) == ((1, 30), None)
    assert (due("pressure", 601, own), due("pressure", 600, own)) == ((1, 30), None)
    unknown = Sleep()
    assert unknown.context == 4096
    assert unknown.emergency_limit == 3276
    assert Waterfall().emergency_limit is None


def test_a_few_tokens_are_not_worth_squeezing_the_summary_again() -> None:
    """A profile that fills the context does not cause a compaction with every memory."""
    strategy = THOUSAND
    view = view_of(*[10] * 24, covered=100)
    assert strategy.find_due_span(view, gauge(900), "sleep") is None
    assert strategy.find_due_span(view_of(*[10] * 25, covered=100), gauge(900), "sleep") == (
        101,
        105,
    )


# --- what is spared -------------------------------------------------------------------------


def test_the_preserve_window_is_the_larger_of_both() -> None:
    """Twenty memories, or as many as fit into a fifth of the context, whichever is more."""
    assert THOUSAND.count_preserved(view_of(*[50] * 60), gauge()) == 20
    assert THOUSAND.count_preserved(view_of(*[4] * 60), gauge()) == 50
    assert THOUSAND.count_preserved(view_of(*[10] * 60), gauge()) == 20
    fewer = replace(THOUSAND, preserve_memories=5)
    assert fewer.count_preserved(view_of(*[50] * 60), gauge()) == 5
    assert fewer.count_preserved(view_of(*[10] * 60), gauge()) == 20
    assert replace(fewer, preserve_percent=0).count_preserved(view_of(*[10] * 60), gauge()) == 5
    assert replace(fewer, preserve_memories=0).count_preserved(view_of(*[150] * 60), gauge()) == 1


def test_by_hand_everything_beyond_the_window_goes_whatever_the_prompt() -> None:
    """A person may compact an agent whose prompt is nearly empty, but not twice in a row."""
    strategy = THOUSAND
    assert strategy.choose_manual_span(view_of(*[10] * 25), gauge()) == (1, 5)
    assert strategy.choose_manual_span(view_of(*[10] * 25, covered=7), gauge()) == (8, 12)
    with pytest.raises(NothingToCompact, match="more than 20"):
        strategy.choose_manual_span(view_of(*[10] * 20), gauge())
    with pytest.raises(NothingToCompact, match="Nothing new"):
        strategy.choose_manual_span(view_of(*[10] * 20, covered=40), gauge())


def test_an_emergency_goes_into_the_window_if_the_window_is_the_emergency() -> None:
    """Even then the newest few stay, and the prompt comes down to where sleep would compact."""
    strategy = THOUSAND
    sizes = [45] * 20
    span = strategy.find_due_span(view_of(*sizes), gauge(), "pressure")
    assert span is not None
    kept = sum(sizes[span[1] :])
    assert 500 < kept <= 600
    assert strategy.find_due_span(view_of(*sizes), gauge(), "sleep") is None
    assert strategy.find_due_span(view_of(*[300] * 6), gauge(), "pressure") == (
        1,
        6 - KEPT_IN_EMERGENCY,
    )


@settings(max_examples=150, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 300), max_size=80),
    covered=st.integers(0, 50),
    overhead=st.integers(0, 900),
    moment=st.sampled_from(["memory", "turn", "pressure", "sleep"]),
    keep=st.integers(0, 30),
    percent=st.integers(0, 90),
)
def test_a_span_begins_behind_what_is_covered_and_ends_inside_the_tail(
    sizes: list[int],
    covered: int,
    overhead: int,
    moment: Literal["memory", "turn", "pressure", "sleep"],
    keep: int,
    percent: int,
) -> None:
    """Whatever the sizes and settings; asleep it never reaches into the window."""
    own = replace(THOUSAND, preserve_memories=keep, preserve_percent=percent)
    view, tokens = view_of(*sizes, covered=covered), gauge(overhead)
    span = own.find_due_span(view, tokens, moment)
    if span is None:
        return
    assert covered + 1 == span[0] <= span[1] <= view.last_seq
    if moment == "sleep":
        assert span[1] == view.last_seq - own.count_preserved(view, tokens)


# --- in words -----------------------------------------------------------------------------


def test_its_condition_tells_thresholds_and_present_size() -> None:
    """The status page shows the thresholds and the present size."""
    strategy = Sleep()
    assert strategy.describe_condition(view_of(*[10] * 20), gauge(1004)) == (
        "asleep above 2,867 tokens (70 % of 4,096), in an emergency above 3,276; now 1,204"
    )
    assert strategy.next_trigger(View()) is None


@pytest.mark.parametrize(
    ("tokens", "name"),
    [
        (0, "normal"),
        (699, "normal"),
        (700, "filling"),
        (849, "filling"),
        (850, "high"),
        (949, "high"),
        (950, "critical"),
        (5000, "critical"),
    ],
)
def test_bands_begin_at_70_85_and_95_percent(tokens: int, name: str) -> None:
    """Exactly there, not a token sooner."""
    assert name_band(tokens, 1000) == name


def test_the_bands_of_an_unknown_context_are_those_of_the_assumed_one() -> None:
    """As the thresholds are."""
    assert (name_band(2867, 0), name_band(2868, 0)) == ("normal", "filling")


# --- what it makes --------------------------------------------------------------------------


class Building(Scripted):
    """Keeps what each summary was to build on, and the prompt's form."""

    def __init__(self) -> None:
        super().__init__()
        self.before: list[str] = []
        self.templates: list[str] = []

    async def summarise(self, memories: Sequence[Experience], asked: SummaryRequest) -> str:
        self.before.append(asked.before)
        self.templates.append(asked.form.template)
        return await super().summarise(memories, asked)


def asleep(bench: Bench, **changed: Any) -> AgentMemory:
    chosen: dict[str, Any] = {"strategy": "sleep", "context_tokens": 1000, "citations": "off"}
    return bench.open(**(chosen | changed))


async def test_one_summary_builds_on_everything_before(tmp_path: Path) -> None:
    """From memory 1 on there is one recent summary; the second is told of the first."""
    model = Building()
    model.answers = ["I heard a song.", "I heard a song to its end."]
    bench = Bench(tmp_path, model)
    memory = asleep(bench)
    fill(memory, 75)
    assert await memory.compact_asleep()
    assert (spans(memory), memory.view.summaries[0].type) == ([(1, 55)], "recent")
    first = memory.view.summaries[0]
    fill(memory, 55)
    assert await memory.compact_asleep()
    assert spans(memory) == [(1, 110)]
    assert model.before == ["", first.text]
    assert set(model.templates) == {"summary.context"}
    compacted = memory.view.compacted
    assert compacted is not None
    assert (compacted.trigger, compacted.strategy) == ("sleep", "sleep")
    assert memory.view.summaries[0].replaces == (first.id,)
    assert_whole(memory)
    view = memory.view
    await memory.close()
    assert asleep(bench).view == view


async def test_below_the_threshold_sleep_changes_nothing(tmp_path: Path) -> None:
    """No model is asked."""
    model = Building()
    memory = asleep(Bench(tmp_path, model))
    fill(memory, 40)
    assert not await memory.compact_asleep()
    assert not model.asked
    assert not memory.view.summaries


async def test_it_takes_over_what_other_strategies_left(tmp_path: Path) -> None:
    """Both summaries of the waterfall go into the one, and back again no memory is lost."""
    bench = Bench(tmp_path, Building())
    memory = bench.open(citations="off")
    while memory.last_seq < 200:
        fill(memory, 1)
        await bench.settle()
    assert len(spans(memory)) == 2
    reconfigure(memory, settings=MemorySettings(THOUSAND, citations="off"))
    fill(memory, 1)
    assert await memory.compact_asleep()
    assert spans(memory) == [(1, 181)]
    assert_whole(memory)
    reconfigure(memory, settings=MemorySettings(citations="off"))
    while memory.last_seq < 400:
        fill(memory, 1)
        await bench.settle()
    assert spans(memory)[0][0] == 1
    assert_whole(memory)


async def test_dreams_are_covered_but_not_told_of(tmp_path: Path) -> None:
    """Old memories that surfaced in a dream are not summarised as if they had happened again."""
    model = Building()
    memory = asleep(Bench(tmp_path, model))
    memory.record(
        NewMemory(
            "You drift: a bell.",
            source="thought",
            event="dream",
            command="dream",
            nature=Nature.DREAM,
        )
    )
    fill(memory, 75)
    assert await memory.compact_asleep()
    assert spans(memory) == [(1, 56)]
    assert not any("bell" in line for line in model.asked[0])
    assert len(model.asked[0]) == 55


async def test_a_night_without_a_model_still_compacts(tmp_path: Path) -> None:
    """Deterministically, and marked so; what comes later builds on it."""
    bench = Bench(tmp_path)
    memory = asleep(bench)
    fill(memory, 75)
    assert await memory.compact_asleep()
    fill(memory, 60)
    assert await memory.compact_asleep()
    assert memory.view.summaries[0].method == "deterministic"
    assert spans(memory) == [(1, 115)]
    assert_whole(memory)


# --- before a turn --------------------------------------------------------------------------


async def test_easing_compacts_only_above_the_emergency_threshold(tmp_path: Path) -> None:
    """Exactly at 80 % the turn begins at once; above, with a warning and a compaction."""
    bench = Bench(tmp_path, Building())
    memory = asleep(bench)
    fill(memory, 40)
    assert not await memory.relieve_urgently(800)
    assert not bench.warnings()
    assert await memory.relieve_urgently(801)
    assert "801 tokens, more than 800: compaction is forced" in bench.warnings()[0]
    compacted = memory.view.compacted
    assert compacted is not None
    assert (compacted.trigger, compacted.covers) == ("emergency", (1, 20))


async def test_easing_masks_first(tmp_path: Path) -> None:
    """Bulky old output gives way before anything is summarised."""
    bench = Bench(tmp_path, Building())
    memory = asleep(bench)
    long = "The Hall\n" + "A long stone hall, cold even in June. " * 8
    memory.record(
        NewMemory(
            f"~Moss> look\n{long}",
            source="action",
            command="look",
            line="look",
            nature=Nature.SIGHT,
        )
    )
    fill(memory, 30)
    assert await memory.relieve_urgently(820)
    assert memory.view.masked == {1}
    assert not memory.view.summaries


async def test_easing_waits_for_nothing_that_is_under_way(tmp_path: Path) -> None:
    """Nor does it begin anything after a failure, before the next try is due."""
    bench = Bench(tmp_path, Scripted(held=asyncio.Event()))
    memory = asleep(bench)
    fill(memory, 60)
    memory.begin_compaction()
    await bench.settle()
    assert not await memory.relieve_urgently(900)
    await memory.close()


async def test_other_strategies_are_not_eased(tmp_path: Path) -> None:
    """The waterfall has no such threshold."""
    memory = Bench(tmp_path, Scripted()).open(context_tokens=1000)
    fill(memory, 60)
    assert not await memory.relieve_urgently(990)
    assert not memory.view.summaries


async def test_relief_makes_progress_inside_the_preserve_window(tmp_path: Path) -> None:
    """If the prompt does not fit at all, preserved memories are compacted, except a few."""
    bench = Bench(tmp_path, Building())
    memory = asleep(bench, preserve_memories=200)
    fill(memory, 30)
    assert await memory.relieve(10_000)
    assert [each.seq for each in memory.view.tail] == [27, 28, 29, 30]
    assert_whole(memory)


# --- consolidation --------------------------------------------------------------------------


async def test_without_a_journal_there_is_nothing_to_consolidate(tmp_path: Path) -> None:
    """Neither where there is none nor where the settings switch it off."""
    memory = asleep(bench := Bench(tmp_path))
    assert await memory.consolidate() == 0
    await memory.close()
    memory = bench.open(JournalPlace(tmp_path / "kept.jsonl"), journal="off")
    assert await memory.consolidate() == 0
    assert not (tmp_path / "kept.jsonl").exists()


async def test_a_long_life_of_days_and_nights_loses_nothing(tmp_path: Path) -> None:
    """After random days, nights, emergencies and restarts the view is whole and as in the log."""
    rng, bench = random.Random(5), Bench(tmp_path, Building())
    memory = asleep(bench)
    for _ in range(120):
        fill(memory, rng.randrange(1, 30))
        match rng.randrange(4):
            case 0:
                await memory.compact_asleep()
            case 1:
                await memory.relieve_urgently(
                    200 + sum(len(each.text) // 4 for each in memory.view.tail)
                )
            case 2:
                view = memory.view
                await memory.close()
                memory = asleep(bench)
                assert memory.view == view
        assert_whole(memory)
    assert len(memory.view.summaries) == 1
    assert sum(isinstance(each, Experience) for each in log_of(memory)) == memory.last_seq


async def test_once_the_model_is_back_the_whole_chain_is_made_again(tmp_path: Path) -> None:
    """From the archive, all of it at once; then nothing deterministic is left."""
    bench, model = Bench(tmp_path), Building()
    memory = asleep(bench)
    for _ in range(2):
        fill(memory, 75)
        assert await memory.compact_asleep()
    assert [each.method for each in memory.view.summaries] == ["deterministic"]
    reconfigure(memory, summarizer=model)
    await bench.clock.advance(120)
    assert [each.method for each in memory.view.summaries] == ["llm"]
    assert spans(memory) == [(1, 130)]
    assert [len(each) for each in model.asked] == [130]
    assert set(model.templates) == {"summary.context"}
    assert_whole(memory)
