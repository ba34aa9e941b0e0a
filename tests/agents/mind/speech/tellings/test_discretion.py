"""What weighs on somebody, or was said to few, is not told back before others."""

from __future__ import annotations

import pytest

from agents.mind.speech.told.discretion import (
    leave_out_withheld,
    list_heard_by_all,
    weighs_on_speaker,
)
from agents.mind.speech.told.telling_back import ToldLine, read_told


@pytest.mark.parametrize(
    ("words", "grave"),
    [
        ("I lost somebody in spring.", True),
        ("My nan is in hospital with her hip.", True),
        ("My wife died two years ago.", True),
        ("I draw maps on a blackboard.", False),
        ("My grandson comes on Monday.", False),
    ],
)
def test_griefs_and_illnesses_are_grave(words: str, grave: bool) -> None:
    assert weighs_on_speaker(words) is grave


def test_only_what_all_have_heard_is_told_before_them() -> None:
    lines = [ToldLine("I draw maps.", 1, hearers=("Cobb", "Moss")), ToldLine("I knit.", 2)]
    assert list_heard_by_all(lines, {"Moss"}) == lines[:1]
    assert list_heard_by_all(lines, ()) == lines


@pytest.mark.parametrize(
    ("others", "kept"),
    [
        ((), ["I draw maps.", "My wife died.", "I haven't told Sipho that I leave."]),
        (("Cobb",), ["I draw maps.", "My wife died."]),
        (("Wren",), ["I draw maps."]),
        (("Cobb", "Wren"), ["I draw maps."]),
    ],
)
def test_what_is_grave_or_confided_is_only_for_those_who_heard_it(
    others: tuple[str, ...], kept: list[str]
) -> None:
    lines = [
        ToldLine("I draw maps.", 1),
        ToldLine("My wife died.", 2, hearers=("Cobb",)),
        ToldLine("I haven't told Sipho that I leave.", 3),
    ]
    told = leave_out_withheld(read_told(lines, ("Ada", "Moss")), lines, others)
    assert [each.words for each in told.sentences] == kept
