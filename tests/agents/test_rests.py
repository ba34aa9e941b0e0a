"""Rests of a thread that computes beside the event loop."""

from __future__ import annotations

import pytest

from agents.rests import RESTS, WORK_SECONDS, Rests, rest, work_with_rests


@pytest.mark.parametrize("wanted", [True, False])
def test_it_rests_in_proportion_to_its_work_while_that_is_wanted(wanted: bool) -> None:
    cpu, rested = [5.0], list[float]()
    rests = Rests(lambda: wanted, lambda: cpu[0], rested.append)
    for _ in range(9):  # the first call begins to count
        rests.take()
        cpu[0] += WORK_SECONDS / 2
    assert rested == pytest.approx([RESTS * WORK_SECONDS] * 4 if wanted else [])


def test_work_rests_where_it_says_so_and_nothing_else_does() -> None:
    cpu, rested = [5.0], list[float]()

    def work() -> str:
        for _ in range(3):
            rest()
            cpu[0] += 2 * WORK_SECONDS
        return "done"

    assert work() == "done" and not rested
    assert work_with_rests(Rests(lambda: True, lambda: cpu[0], rested.append), work) == "done"
    assert rested == pytest.approx([RESTS * 2 * WORK_SECONDS] * 2)
    assert work() == "done" and len(rested) == 2


def test_work_that_fails_leaves_no_rests_behind() -> None:
    def fail() -> None:
        raise OSError("full")

    rested = list[float]()
    rests = Rests(lambda: True, iter(range(9)).__next__, rested.append)
    with pytest.raises(OSError, match="full"):
        work_with_rests(rests, fail)
    rest()
    rest()
    assert not rested
