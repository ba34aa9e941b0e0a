"""The lives of the memory benchmarks are ordinary, whole, and counted honestly."""

from __future__ import annotations

import statistics
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from agents.memory.core.tokens import HeuristicCounter
from agents.memory.settings import MemorySettings
from agents.models.testing import find_fact_keys
from agents.models.testing.prompts import parse_prompt
from benchmarks.memory import facts, masking, prompts, recording
from benchmarks.memory.ordinary import Ordinary
from benchmarks.memory.scripted.spelled_numbers import spell_numbers, write_in_figures
from benchmarks.memory.scripted.talkative import talk_at_length
from benchmarks.memory.simulated_life import BASELINE, STRATEGIES, Life, Lived, Plan, settings_of
from tests.examples import choose_count

SHORT = Plan(300, settings_of("tree"), facts=10, recall=True)


async def _live(folder: Path, plan: Plan) -> Lived:
    return await Life(folder / "Moss", plan, HeuristicCounter()).run()


# --- what happens in them -------------------------------------------------------------------


def test_ordinary_moments_vary_and_hold_no_planted_fact() -> None:
    """Otherwise facts would be found that were never planted."""
    ordinary, tokens = Ordinary(1), HeuristicCounter()
    texts = [(ordinary.own() if n % 3 == 0 else ordinary.around()).text for n in range(2000)]
    assert not find_fact_keys("\n".join(texts))
    assert len(set(texts)) > 1000
    assert 20 < statistics.fmean(map(tokens.count, texts)) < 35


def test_the_same_seed_is_the_same_life() -> None:
    """And another one another."""
    one, same, other = (
        [ordinary.around() for _ in range(50)]
        for ordinary in (Ordinary(1), Ordinary(1), Ordinary(2))
    )
    assert one == same != other


# --- what they come to ----------------------------------------------------------------------


def _fill(strategy: str) -> MemorySettings:
    """The settings with which a short life fills the model's context."""
    return settings_of(strategy, context=5000)


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_without_loss_recall_finds_every_fact(tmp_path: Path, strategy: str) -> None:
    """Under each strategy; and a prompt was counted for every turn."""
    lived = await _live(tmp_path, replace(SHORT, settings=_fill(strategy), loss=0.0))
    assert all(lived.recalled["words"])
    assert all(lived.recalled["question"])
    assert len(lived.prompt_tokens[300]) == 100
    assert lived.calls == lived.counts.calls
    assert (lived.calls == 0) == (strategy == BASELINE)


async def test_a_tree_without_loss_shows_every_fact(tmp_path: Path) -> None:
    """Its long-term text has room for them."""
    assert all((await _live(tmp_path, replace(SHORT, loss=0.0))).prompted)


async def test_a_model_that_loses_everything_leaves_only_the_tail(tmp_path: Path) -> None:
    """What is still word for word is there; recall finds the rest."""
    lived = await _live(tmp_path, replace(SHORT, loss=1.0))
    first, last = lived.prompted[:5], lived.prompted[-1]
    assert not any(first)
    assert last
    assert all(lived.recalled["words"])


async def test_a_journal_that_the_model_keeps_costs_calls(tmp_path: Path) -> None:
    """They are counted beside those for summaries."""
    without = await _live(tmp_path / "1", replace(SHORT, recall=False))
    kept = replace(SHORT, recall=False, settings=settings_of("tree", journal="model"))
    assert (await _live(tmp_path / "2", kept)).calls > without.calls


async def test_prompts_are_counted_before_each_of_several_moments(tmp_path: Path) -> None:
    """Each turn for the first moment that it belongs to."""
    lived = await _live(tmp_path, replace(SHORT, recall=False, counted_at=(90,)))
    assert {at: len(counts) for at, counts in lived.prompt_tokens.items()} == {90: 30, 300: 70}
    assert lived.mean_prompt(90) < lived.mean_prompt(300)


async def test_a_talkative_model_fills_its_summaries_and_is_not_refused(tmp_path: Path) -> None:
    """Under every strategy: it stands for a model that does what it is told."""
    for strategy in (each for each in STRATEGIES if each != BASELINE):
        plan = Plan(260, _fill(strategy), model="talkative", facts=0)
        lived = await _live(tmp_path / strategy, plan)
        assert lived.counts.refused == lived.counts.deterministic == 0, strategy
        assert lived.counts.llm > 0, strategy
        if strategy in ("tree", "waterfall"):
            assert lived.parts["older summary"] > 400, strategy


def test_the_talkative_model_is_never_longer_than_its_source() -> None:
    """Nor does it say nothing."""
    prompt = '# Memories:\nAda says, "Good morning to you all."\n\n# Summary (first-person):\n> '
    text = talk_at_length(parse_prompt(prompt))
    assert "I noticed how Ada says Good morning" in text
    assert len(text) < len(prompt)


@settings(max_examples=choose_count(20, 50), deadline=None)
@given(some.integers(1000, 9999), some.integers(1000, 9999))
def test_numbers_are_spelled_and_read_again(number: int, memory: int) -> None:
    """Those of facts; the numbers of cited memories stay figures."""
    text = f"The debt to Calomere stands at {number} pence [{memory}, {memory + 1}]."
    words = spell_numbers(text)
    assert f" {number} " not in words
    assert f"[{memory}, {memory + 1}]" in words
    assert write_in_figures(words) == text


async def test_facts_in_words_are_lost_and_kept_as_those_in_figures(tmp_path: Path) -> None:
    """The model reads and writes through the translation, and the count as well."""
    words = replace(SHORT, spelled=True, loss=0.0)
    kept = await _live(tmp_path / "kept", words)
    assert all(kept.prompted)
    assert all(kept.recalled["words"])
    lost = await _live(tmp_path / "lost", replace(words, loss=1.0))
    assert not any(lost.prompted[:5])


# --- what is reported -----------------------------------------------------------------------


async def test_reports_are_made_of_lives(tmp_path: Path) -> None:
    """Every strategy has its row, every aim its figure, every plot its file."""
    lives = [
        await _live(
            tmp_path / f"{name} {words}" / str(size),
            replace(SHORT, memories=size, settings=settings_of(name), spelled=words),
        )
        for (name, words), size in product(facts.KINDS, (150, 300))
    ]
    part = facts.report(lives, (150, 300))
    names = [*(f"`{name}`" for name in STRATEGIES), "`tree`, in words"]
    assert [row[0] for row in part.tables[0].rows] == names
    assert [each.aim for each in part.findings if each.aim] == [80.0, 80.0, 100.0, 100.0]
    assert sorted(part.plots) == ["memory-facts", "memory-facts-by-age"]
    assert "150 or 300 memories" in part.about
    longer = lives[1:10:2]
    both = [replace(each, prompt_tokens={150: [1000, 1100], 300: [1050, 1150]}) for each in longer]
    cost = prompts.report(both, [each for each in longer for _ in range(2)], (150, 300))
    assert cost.findings[0].aim == 5.0
    assert 4.7 < cost.findings[0].value < 4.8
    assert len(cost.tables) == 3


async def test_what_masking_saves_is_reported(tmp_path: Path) -> None:
    """Looks after the newest eight memories give way, so prompts are shorter."""
    plan = Plan(150, settings_of("tree"), facts=0, looks=0.9)
    lives = [
        await _live(
            tmp_path / name / mode, replace(plan, settings=settings_of(name, micro_compact=mode))
        )
        for name, mode in product(masking.STRATEGIES, masking.MODES)
    ]
    saved = {each.what.partition(":")[0]: each.value for each in masking.report(lives).findings}
    assert saved["tree"] > 10
    assert saved["waterfall"] > 10


async def test_recording_is_timed_while_agents_compact(tmp_path: Path) -> None:
    """All of them do, and each memory's three times are kept."""
    waits, seconds = await recording.while_compacting(3)
    assert len(waits.wall) == len(waits.cpu) == len(waits.late) > 0
    assert seconds > recording.ANSWER_SECONDS
    hanging = await recording.while_hanging(20)
    assert len(hanging.wall) == 20
