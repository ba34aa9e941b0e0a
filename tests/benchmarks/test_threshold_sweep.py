"""The sweep of thresholds: every strategy is in it, and its figures are what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.declaration import settings_in
from agents.memory.core.records import Counts
from agents.memory.strategies.table import OWN_STRATEGIES
from benchmarks.memory.simulated_life import CONTEXT, STRATEGIES, Life, Lived, Plan, settings_of
from benchmarks.memory.threshold_sweep import (
    SWEPT,
    average_cost,
    average_saving,
    count_turns_between,
    report,
)
from tests.agents.memory.support import PlainCounter


def make_life(strategy: str, counts: Counts, spent: int) -> Lived:
    """A life of 300 memories, a hundred turns, with figures that are made up."""
    return Lived(
        plan=Plan(300, settings_of(strategy)),
        prompted=[True, False, False, False],
        recalled={},
        prompt_tokens={300: [1000, 2000]},
        parts={},
        counts=counts,
        calls=4,
        spent=spent,
        seconds=1.0,
    )


def test_every_strategy_is_measured_and_swept() -> None:
    """With a setting of its own, and values that the setting allows."""
    names = {each.name for each in OWN_STRATEGIES}
    assert set(SWEPT) == set(STRATEGIES) == names
    for row in OWN_STRATEGIES:
        setting, values = SWEPT[row.name]
        (declared,) = (each for each in settings_in(row) if each.name == setting)
        assert len(set(values)) >= 3 and list(values) == sorted(values)
        assert declared.least <= values[0] and values[-1] <= (declared.most or CONTEXT)


def test_the_figures_are_what_they_say() -> None:
    """Five compactions saved 1000 tokens each and cost 2000 each: twenty turns apart, tenfold."""
    counts = Counts(compactions=5, tokens_before=15_000, tokens_after=10_000)
    life = make_life("waterfall", counts, spent=10_000)
    assert (average_saving(life), average_cost(life), count_turns_between(life)) == (
        1000, 2000, 20,
    )  # fmt: skip
    (table,) = report([life]).tables
    assert table.rows == [
        ["`waterfall`", "`recent_window` 64", "1,500", "5", "1,000", "2,000", "2.0 turns", "10.00",
         "25 %"]
    ]  # fmt: skip
    (finding,) = report([life]).findings
    assert finding.value == 10.0 and "recent_window 64" in finding.what


def test_what_costs_nothing_is_repaid_at_once_and_what_saves_nothing_never() -> None:
    """No division by zero, and no compaction at all is a row, too."""
    free = make_life("window", Counts(compactions=5, tokens_before=9000, tokens_after=8000), 0)
    vain = make_life("rolling", Counts(compactions=5, tokens_before=900, tokens_after=900), 500)
    none = make_life("sleep", Counts(), 0)
    (table,) = report([free, vain, none]).tables
    assert [row[6:8] for row in table.rows] == [
        ["at once", "free"], ["never", "0.00"], ["at once", "free"],
    ]  # fmt: skip


@pytest.mark.parametrize("strategy", ["waterfall", "window"])
async def test_a_short_life_gives_figures(tmp_path: Path, strategy: str) -> None:
    """The baseline asks no model, and what its prompt does not show it does not know."""
    life = await Life(tmp_path, Plan(240, settings_of(strategy)), PlainCounter()).run()
    assert life.counts.compactions > 0 and average_saving(life) > 0
    assert (life.spent > 0) == (strategy == "waterfall")
    assert sum(life.prompted) / len(life.prompted) > (0.8 if strategy == "waterfall" else 0.2)
