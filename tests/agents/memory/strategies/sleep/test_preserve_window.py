"""What the strategy `sleep` spares."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.strategies.protocol import NothingToCompact
from agents.memory.strategies.sleep import KEPT_IN_EMERGENCY
from tests.agents.memory.strategies.sleep.views import THOUSAND, gauge, view_of
from tests.examples import choose_count


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


@settings(max_examples=choose_count(60, 150), deadline=None)
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
