"""Rolling compaction: when it comes, what it folds, and what its account says."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from agents.boundaries import (
    ModelBadReply,
    ModelOverBudget,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
)
from agents.memory.compaction_run import CompactionReport
from agents.memory.compactor import CannotCompact, CompactionFailed
from agents.memory.core.records import Experience, NewMemory, Turn
from agents.memory.memory import AgentMemory
from agents.memory.settings import MemorySettings
from agents.memory.strategies.rolling import Rolling, measure_history
from agents.memory.summarization.prompts import SummaryRequest
from tests.agents.memory.settings import STRATEGIES, memory_settings
from tests.agents.memory.support import (
    Bench,
    Scripted,
    assert_whole,
    fill,
    grow,
    partition,
    reconfigure,
    spans,
)

ROLLING = {"strategy": "rolling"}
OWN_TEXTS = {**ROLLING, "use_llm_for_summary": False}


@dataclass
class Listening(Scripted):
    """Keeps what it was asked, whole."""

    wanted: list[SummaryRequest] = field(default_factory=list)

    async def summarise(self, memories: Sequence[Experience], asked: SummaryRequest) -> str:
        self.wanted.append(asked)
        return await super().summarise(memories, asked)


def act(memory: AgentMemory, count: int = 1, output: str = "You wave.", *, ok: bool = True) -> None:
    """Record `count` own steps."""
    for _ in range(count):
        text = f"~Moss> wave {memory.last_seq}\n{output}"
        memory.record(
            NewMemory(text, source="action", command="wave", line="wave", place="The Hall", ok=ok)
        )


def pad(memory: AgentMemory, entries: int, characters: int) -> None:
    """Record own steps that have just so many characters together."""
    size, more = divmod(characters, entries)
    for n in range(entries):
        text = "~Moss> wave\n".ljust(size + (n < more), "x")
        memory.record(NewMemory(text, source="action", command="wave", line="wave"))


async def force(memory: AgentMemory) -> CompactionReport:
    return await memory.begin_compaction(force=True)


# --- when ---------------------------------------------------------------------------


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


# --- the texts ----------------------------------------------------------------------


async def test_the_model_is_told_what_the_reference_tells_it(tmp_path: Path) -> None:
    """The task, what stands already, whole lines, and how many sentences it may write."""
    script = Listening(answers=["I did one. I did two. I did three. I did four.", "I wove."])
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING)
    reconfigure(memory, task="You are Moss, a gardener.")
    act(memory, 10)
    await bench.settle()
    act(memory, 7)
    await bench.settle()
    first, second = script.wanted
    assert (first.form.template, first.form.sentences, first.before) == ("summary.steps", 3, "")
    assert first.task == "You are Moss, a gardener."
    assert second.before == "I did one. I did two. I did three."
    assert script.asked[1][0] == "~Moss> wave 8 You wave."
    assert memory.summary_texts() == ("", "I wove.")
    assert memory.view.compacted is not None
    assert memory.view.compacted.method == "llm"
    await memory.close()


async def test_without_the_model_it_counts_and_goes_on_counting(tmp_path: Path) -> None:
    """Asked for directly it is deterministic, never made again; a second adds to the first."""
    script = Scripted()
    bench = Bench(tmp_path, script)
    memory = bench.open(**OWN_TEXTS)
    reconfigure(memory, task="You are Moss, a gardener.")
    act(memory, 6)
    act(memory, 2, "KeyError: no hand", ok=False)
    act(memory, 2)
    await bench.settle()
    first = memory.summary_texts()[1]
    assert first.startswith(
        "Working on: You are Moss, a gardener. Completed 8 steps (6 successful)."
        " Resolved issues: KeyError."
    )
    act(memory, 7, "total: 1,523")
    await bench.settle()
    assert spans(memory) == [(1, 15)]
    second = memory.summary_texts()[1]
    assert "Completed 15 steps (13 successful)." in second
    assert "Key findings: total=1,523. Resolved issues: KeyError." in second
    await bench.clock.advance(10_000)
    assert (script.asked, memory.summary_texts()[1]) == ([], second)
    assert memory.view.recent is not None
    assert memory.view.recent.method == "deterministic"
    await memory.close()


@pytest.mark.parametrize("merges", [True, False])
async def test_turns_that_a_model_decided_are_counted_once(tmp_path: Path, merges: bool) -> None:
    """Of the folded span alone, however many parts it was written in."""
    script = Scripted(answers=[ModelUnavailable("gone")], chunk=3, merges=merges)
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING)
    for n in range(10):
        memory.record_turn(Turn("Here.", model="gemma" if n in (1, 2, 5, 9) else ""))
        act(memory, output="You wave to everyone in the hall, and most of them wave back.")
    await bench.settle()
    text = memory.summary_texts()[1]
    assert "Completed 8 steps (8 successful). Made 3 LLM sub-calls." in text
    await memory.close()


async def test_no_turn_is_counted_by_two_compactions(tmp_path: Path) -> None:
    """A turn belongs to what came of it, on whichever side of a compaction it was decided."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS)
    for _ in range(80):
        memory.record_turn(Turn("Here.", model="gemma"))
        act(memory)
        fill(memory, 1)
        await bench.settle()
    assert memory.view.recent is not None
    folded = memory.view.recent.covers[1] // 2
    assert f"Completed {folded} steps" in memory.view.recent.text
    assert f"Made {folded} LLM sub-calls." in memory.view.recent.text
    await memory.close()


async def test_when_the_model_fails_the_own_text_takes_its_place(tmp_path: Path) -> None:
    """And is made again by the model once that is back."""
    script = Scripted(answers=[ModelUnavailable("gone")])
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING)
    act(memory, 10)
    await bench.settle()
    assert "Completed 8 steps (8 successful)." in memory.summary_texts()[1]
    await bench.clock.advance(61)
    assert memory.summary_texts()[1] == "I lived through 8 moments, and kept them."
    assert script.asked[-1][0] == "~Moss> wave 0 You wave."
    await memory.close()


async def test_without_fallback_a_failing_model_fails_the_compaction(tmp_path: Path) -> None:
    """Everything stays as it was, and the backoff brings the next try."""
    script = Scripted(answers=[ModelUnavailable("gone"), ModelUnavailable("still gone")])
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING, fallback_to_deterministic=False)
    act(memory, 10)
    await bench.settle()
    assert memory.view.summaries == ()
    assert len(memory.view.tail) == 10
    with pytest.raises(CompactionFailed, match="or failed: still gone; no text by rule"):
        await memory.begin_compaction()
    await bench.clock.advance(120)
    assert spans(memory) == [(1, 8)]
    assert memory.summary_texts()[1].startswith("I lived through 8 moments")
    await memory.close()


@pytest.mark.parametrize(
    ("failures", "why"),
    [
        ([ModelUnavailable("npc: HTTP 500")], "the model could not be reached or failed: npc"),
        ([ModelTimeout("npc: 60 s")], "the model did not answer in time: npc: 60 s"),
        ([ModelBadReply("npc: empty")], "the model gave no usable answer: npc"),
        ([ModelRejected("npc: no key")], "the model's server rejected the request: npc: no key"),
        ([ModelOverBudget("npc: used up")], "the model may not be asked now: npc: used up"),
        (["Sure! Here is a summary."] * 2, "the model's answers were refused: "),
    ],
)
async def test_the_status_says_in_words_why_there_is_no_summary(
    tmp_path: Path, failures: list[str | Exception], why: str
) -> None:
    """No class of the program, and each cause reads otherwise; a success clears it."""
    bench = Bench(tmp_path, Scripted(answers=failures))
    memory = bench.open(**ROLLING, fallback_to_deterministic=False)
    act(memory, 10)
    await bench.settle()
    assert memory.status().last_error.startswith(why)
    await bench.clock.advance(31)
    assert memory.status().last_error == "" and spans(memory) == [(1, 8)]
    await memory.close()


async def test_no_model_set_is_no_failure_of_one(tmp_path: Path) -> None:
    """As the reference has it: where there is none to ask, the own text is written."""
    bench = Bench(tmp_path)
    memory = bench.open(**ROLLING, fallback_to_deterministic=False)
    act(memory, 10)
    await bench.settle()
    assert spans(memory) == [(1, 8)]
    await memory.close()


# --- by hand ------------------------------------------------------------------------


async def test_by_hand_below_the_thresholds_nothing_happens(tmp_path: Path) -> None:
    """The refusal says the numbers and the word that does it all the same."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS)
    act(memory, 4)
    with pytest.raises(CannotCompact, match=r"^4 entries, 5 needed\. Add the word force"):
        memory.begin_compaction()
    act(memory, 2)
    wanted = "6 entries and 138 characters, 10 entries or 8000 characters needed. Add the word"
    with pytest.raises(CannotCompact, match=wanted):
        memory.begin_compaction()
    assert memory.view.summaries == ()
    await memory.close()


async def test_force_compacts_below_the_thresholds(tmp_path: Path) -> None:
    """Down to the preserved entries, beyond which there is nothing even for force."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS)
    act(memory, 4)
    report = await force(memory)
    assert report.record.covers == (1, 2)
    assert_whole(memory)
    with pytest.raises(CannotCompact, match="2 entries word for word, and the newest 2 stay"):
        memory.begin_compaction(force=True)
    await memory.close()


@pytest.mark.parametrize("use_llm_for_summary", [True, False])
async def test_a_forced_compaction_never_makes_the_history_larger(
    tmp_path: Path, use_llm_for_summary: bool
) -> None:
    """Neither of a tiny history nor when it is forced time after time."""
    bench = Bench(tmp_path, Scripted(answers=["I did a great many things in that time. " * 9] * 99))
    memory = bench.open(**ROLLING, use_llm_for_summary=use_llm_for_summary)
    reconfigure(
        memory, task="You are Moss, who tends the garden behind the mill and the bees in it."
    )
    for output in ("Hi.", "a", "You wave.", "It failed.", "total: 3", "You wave."):
        act(memory, 3, output)
        before = measure_history(memory.view).characters
        report = await force(memory)
        assert measure_history(memory.view).characters <= before
        assert report.record.chars_after <= report.record.chars_before
        assert memory.summary_texts()[1]
    assert_whole(memory)
    await memory.close()


async def test_a_single_short_memory_can_be_forced(tmp_path: Path) -> None:
    """It is kept as it is rather than told at greater length."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS, preserve_last_n_entries=0)
    reconfigure(memory, task="You are Moss.")
    memory.record(NewMemory("Rain.", source="observation"))
    await force(memory)
    assert memory.summary_texts()[1] == "Rain."
    await memory.close()


async def test_the_report_has_the_references_metrics(tmp_path: Path) -> None:
    """Entries and characters before and after, the part removed, and who wrote it."""
    bench = Bench(tmp_path, Scripted())
    memory = bench.open(**ROLLING)
    act(memory, 4, "You wave to everyone." * 9)
    report = await force(memory)
    record = report.record
    assert report.record.method == "llm"
    assert (record.entries_before, record.entries_after) == (4, 3)
    assert record.chars_after == measure_history(memory.view).characters
    assert record.compression_ratio == 1 - record.chars_after / record.chars_before
    assert 0.4 < record.compression_ratio < 0.6
    await memory.close()


# --- over a whole life --------------------------------------------------------------


async def test_a_restart_finds_the_same_view(tmp_path: Path) -> None:
    """Byte for byte, after many compactions with and without the model."""
    script = Scripted(answers=["I waved at the hall.", ModelUnavailable("gone")] * 5)
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING)
    for n in range(60):
        act(memory)
        fill(memory, n % 3)
        await bench.settle()
    view = memory.view
    await memory.close()
    again = bench.open(**ROLLING)
    assert again.view == view
    assert partition(again) == list(range(1, again.last_seq + 1))
    await again.close()


@pytest.mark.parametrize("merges", [True, False])
async def test_from_waterfall_and_back(tmp_path: Path, merges: bool) -> None:
    """Rolling builds on any standing summaries, and the waterfall takes in rolling's."""
    bench = Bench(tmp_path, Scripted(merges=merges))
    memory = bench.open()
    await grow(bench, memory, 193)
    assert spans(memory) == [(1, 65), (66, 129)]
    reconfigure(memory, settings=memory_settings(strategy="rolling"))
    await bench.settle()
    assert spans(memory) == [(1, 191)]
    assert_whole(memory)
    for _ in range(20):
        act(memory)
        await bench.settle()
        assert_whole(memory)
    end = memory.view.covered
    reconfigure(memory, settings=MemorySettings())
    await grow(bench, memory, end + 128)
    assert spans(memory) == [(1, end), (end + 1, end + 64)]
    assert memory.view.longterm is not None
    await grow(bench, memory, end + 192)
    assert spans(memory) == [(1, end + 64), (end + 65, end + 128)]
    assert_whole(memory)
    await memory.close()


@pytest.mark.parametrize("other", [each for each in STRATEGIES if each != "rolling"])
@pytest.mark.parametrize("use_llm_for_summary", [True, False])
async def test_to_and_fro_between_rolling_and_any_other(
    tmp_path: Path, other: str, use_llm_for_summary: bool
) -> None:
    """The new text builds on all standing ones, however many, and a restart finds the same."""
    bench = Bench(tmp_path, Scripted(answers=[ModelUnavailable("gone")] * 3))
    rolling = memory_settings(strategy="rolling", use_llm_for_summary=use_llm_for_summary)
    memory = bench.open(strategy=other)
    await grow(bench, memory, 400)
    reconfigure(memory, settings=rolling)
    await bench.settle()
    assert spans(memory) == [(1, 398)]
    act(memory, 15)
    await bench.settle()
    reconfigure(memory, settings=memory_settings(strategy=other))
    await grow(bench, memory, 800)
    assert_whole(memory)
    reconfigure(memory, settings=rolling)
    await bench.settle()
    assert_whole(memory)
    assert len(memory.view.summaries) == 1
    view = memory.view
    await memory.close()
    again = bench.open(strategy="rolling")
    assert again.view == view
    await again.close()


async def test_earlier_texts_are_kept_by_the_own_account(tmp_path: Path) -> None:
    """Sentences of another strategy's summaries stand after the counts."""
    bench = Bench(tmp_path, Scripted(answers=["I promised Ada a lamp."], merged=["I was born."]))
    memory = bench.open()
    await grow(bench, memory, 129)
    reconfigure(memory, settings=memory_settings(strategy="rolling", use_llm_for_summary=False))
    await bench.settle()
    text = memory.summary_texts()[1]
    assert text.startswith("Noticed 62 things.")
    assert "I promised Ada a lamp." in text
    await memory.close()


async def test_pressure_compacts_early_and_rolling_goes_on_from_there(tmp_path: Path) -> None:
    """A span that ends within a step leaves its rest as entries of their own."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS)
    act(memory)
    fill(memory, 15)
    assert await memory.relieve(40)
    first = memory.view.covered
    assert 0 < first < 16
    assert measure_history(memory.view).entries == 1 + (16 - first)
    act(memory, 10)
    await bench.settle()
    assert_whole(memory)
    assert memory.view.covered > first
    await memory.close()


async def test_bootstrap_builds_one_account_of_the_whole_archive(tmp_path: Path) -> None:
    """Window by window, and the counts add up over all of them."""
    bench = Bench(tmp_path)
    memory = bench.open(**OWN_TEXTS, max_entries_before_compaction=1000)
    act(memory, 300)
    await memory.bootstrap()
    assert spans(memory) == [(1, 298)]
    assert "Completed 298 steps (298 successful)." in memory.summary_texts()[1]
    await memory.close()


async def test_what_comes_while_the_model_writes_stays_in_the_tail(tmp_path: Path) -> None:
    """One compaction at a time; what is due by then follows at once."""
    script = Scripted(held=asyncio.Event())
    bench = Bench(tmp_path, script)
    memory = bench.open(**ROLLING)
    act(memory, 10)
    await bench.settle()
    act(memory, 30)
    await bench.settle()
    assert len(script.asked) == 1
    assert script.held is not None
    script.held.set()
    await bench.settle()
    assert spans(memory) == [(1, 38)]
    assert_whole(memory)
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
