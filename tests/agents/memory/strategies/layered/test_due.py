"""Layered compacts above an exact threshold, if an exact number of tokens is saved."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.core.gauge import Gauge
from agents.memory.core.records import MicroCompact, Summary
from agents.memory.core.token_cache import RunningCount
from agents.memory.core.view import View, apply, fold
from agents.memory.strategies.layered import SECTIONS_LIMIT, Layered
from tests.agents.memory.inspect.bare_log import START, compact_view, make_observation, view_of
from tests.agents.memory.support import PlainCounter
from tests.examples import choose_count

GAUGE = Gauge(PlainCounter())


def make_view(tokens: int, count: int = 20) -> View:
    """A view of `count` memories with exactly so many tokens."""
    each = tokens // count
    first = tokens - each * (count - 1)
    return view_of(count, lambda n: make_observation(n, "x" * 4 * (first if n == 1 else each)))


@pytest.mark.parametrize(("tokens", "due"), [(11_999, False), (12_000, False), (12_001, True)])
@pytest.mark.parametrize("overhead", [0, 400])
def test_the_threshold_is_exact(tokens: int, due: bool, overhead: int) -> None:
    """Compaction comes above it, and the rest of the prompt counts as well."""
    gauge = Gauge(PlainCounter(), overhead)
    view = make_view(tokens - overhead)
    assert gauge.prompt(view) == tokens
    span = (1, 12) if due else None
    for moment in ("memory", "turn"):
        assert Layered().find_due_span(view, gauge, moment) == span
    assert Layered().find_due_span(view, gauge, "sleep") is None


@pytest.mark.parametrize(("saved", "due"), [(1999, False), (2000, True), (2001, True)])
def test_the_saving_is_exact(saved: int, due: bool) -> None:
    """The saving is what leaves the prompt, less the longest summary that may replace it."""
    leaving = saved + SECTIONS_LIMIT // 4
    old = make_observation(1, "x" * 4 * leaving)
    view = fold([old, *(make_observation(n, "y" * 4 * 2000) for n in range(2, 10))])
    layered = Layered()
    assert layered.estimate_saving(view, (1, 1), GAUGE) == saved
    assert layered.find_due_span(view, GAUGE, "turn") == ((1, 1) if due else None)


def test_what_stands_is_saved_as_well_as_what_leaves() -> None:
    """Summaries that the new one replaces count with the memories."""
    standing = Summary("recent-1-9-1", "recent", "z" * 8000, (1, 9), "llm", START)
    view = replace(view_of(0), summaries=(standing,), last_seq=9)
    for n in range(10, 30):
        view = apply(view, make_observation(n, "x" * 400))
    saved = Layered().estimate_saving(view, (10, 21), GAUGE)
    assert saved == 2000 + 12 * 100 - SECTIONS_LIMIT // 4


def test_small_contexts_lower_the_threshold() -> None:
    """Three quarters of the context, and an eighth of it to be saved; never more than is set."""
    small = Layered(context_tokens=4096)
    assert (small.threshold, small.least_saving) == (3072, 512)
    large = Layered(context_tokens=128_000)
    assert (large.threshold, large.least_saving) == (12_000, 2_000)
    tight = make_view(3072)
    assert small.find_due_span(tight, GAUGE) is None
    assert small.find_due_span(make_view(3073), GAUGE) == (1, 12)


def test_nothing_is_due_within_the_preserved_memories() -> None:
    """However long they are."""
    view = make_view(100_000, 8)
    assert Layered().find_due_span(view, GAUGE) is None
    assert Layered(preserve_window=0).find_due_span(view, GAUGE) == (1, 8)


def test_the_condition_names_threshold_and_saving() -> None:
    """In words, with where the prompt is now."""
    layered = Layered()
    assert layered.next_trigger(make_view(700)) is None
    assert layered.describe_condition(make_view(700), GAUGE) == (
        "when a whole prompt has more than 12000 tokens (now 700) and it saves 2000"
    )


@settings(max_examples=choose_count(25, 60), deadline=None)
@given(
    steps=st.lists(
        st.one_of(st.integers(1, 400), st.sampled_from(["mask", "compact", "other", "again"])),
        max_size=40,
    )
)
def test_a_running_count_is_never_off(steps: list[int | str]) -> None:
    """Whatever becomes of the view, and whichever view it is asked about."""
    running, view, views = RunningCount(), view_of(0), [view_of(3)]
    for step in steps:
        seq = view.last_seq + 1
        if isinstance(step, int):
            view = apply(view, make_observation(seq, "x" * step))
        elif step == "mask":
            view = apply(view, MicroCompact(seq - 1, START, tuple(range(1, seq, 2)), seq))
        elif step == "compact" and view.tail:
            view = compact_view(Layered(), view, 1)
        elif step == "other":
            views.append(view)
            view = views[seq % len(views)]
        assert running.memories(view, GAUGE) == GAUGE.memories(view)
