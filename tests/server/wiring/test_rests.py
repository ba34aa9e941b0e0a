"""Rests of a thread that computes beside the event loop."""

from __future__ import annotations

import pytest

from server.wiring.rests import RESTS, WORK_SECONDS, Rests


@pytest.mark.parametrize("wanted", [True, False])
def test_it_rests_in_proportion_to_its_work_while_that_is_wanted(wanted: bool) -> None:
    cpu, rested = [5.0], list[float]()
    rests = Rests(lambda: wanted, lambda: cpu[0], rested.append)
    for _ in range(9):  # the first call begins to count
        rests.take()
        cpu[0] += WORK_SECONDS / 2
    assert rested == pytest.approx([RESTS * WORK_SECONDS] * 4 if wanted else [])
