"""Choosing evenly: the whole is represented, its ends included, and nothing twice."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from agents.spread import divide_evenly, pick_evenly


@given(st.integers(0, 200), st.integers(0, 40))
def test_as_many_as_wanted_are_picked_in_order_with_both_ends(total: int, count: int) -> None:
    picked = pick_evenly(range(total), count)
    assert len(picked) == min(total, count)
    assert picked == sorted(set(picked))
    if min(total, count) > 1:
        assert (picked[0], picked[-1]) == (0, total - 1)


@given(st.integers(2, 200), st.integers(3, 40))
def test_the_distances_differ_by_one_at_most(total: int, count: int) -> None:
    picked = pick_evenly(range(total), count)
    distances = {after - before for before, after in pairwise(picked)}
    assert max(distances) - min(distances) <= 1


@given(st.integers(0, 200), st.integers(1, 40))
def test_parts_follow_each_other_and_are_about_equally_long(total: int, count: int) -> None:
    parts = divide_evenly(total, count)
    assert len(parts) == count
    assert [n for start, stop in parts for n in range(start, stop)] == list(range(total))
    assert len({stop - start for start, stop in parts}) <= 2
