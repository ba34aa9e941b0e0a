"""The strategy `sleep` compacts asleep and in an emergency, above exact thresholds."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from agents.memory.strategies.sleep import Sleep
from agents.memory.strategies.waterfall import Waterfall
from tests.agents.memory.strategies.sleep.views import THOUSAND, gauge, view_of


def due(
    moment: Literal["memory", "turn", "pressure", "sleep"],
    tokens: int,
    strategy: Sleep = THOUSAND,
) -> tuple[int, int] | None:
    """What is due with 50 memories of 10 tokens in a prompt of so many `tokens`."""
    return strategy.find_due_span(view_of(*[10] * 50), gauge(tokens - 500), moment)


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
