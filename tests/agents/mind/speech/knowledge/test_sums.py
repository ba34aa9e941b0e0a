"""Whoever is set a small sum works it out."""

from __future__ import annotations

import pytest

from agents.mind.speech.knowledge.sums import work_out


@pytest.mark.parametrize(
    ("heard", "result"),
    [
        ("What is 17 times 3?", "51"),
        ("what's 144 divided by 12", "12"),
        ("How much is 2 + 2?", "4"),
        ("7 minus 12?", "-5"),
        ("what is 7/2", "7/2"),
        ("999999 x 999999", "999,998,000,001"),
        ("What is 4 divided by 0?", ""),
        ("What is 12?", ""),
        ("I have 2 and 3 of them.", ""),
        ("What is 2 times better?", ""),
    ],
)
def test_a_sum(heard: str, result: str) -> None:
    assert work_out(heard) == result
