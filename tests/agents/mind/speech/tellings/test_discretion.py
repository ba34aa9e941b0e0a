"""What weighs on somebody, or was said to few, is not told back before others."""

from __future__ import annotations

import pytest

from agents.mind.speech.told.discretion import (
    leave_out_withheld,
    list_confided,
    list_heard_by_others,
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


@pytest.mark.parametrize(
    ("hearers", "others", "open_"),
    [
        (("Ada",), ("Wren",), False),
        (("Ada",), (), True),
        (("Ada", "Cobb"), ("Cobb",), True),
        (("Ada", "Cobb"), ("Wren",), True),
    ],
)
def test_what_was_said_before_others_is_open(
    hearers: tuple[str, ...], others: tuple[str, ...], *, open_: bool
) -> None:
    lines = [ToldLine("My wife died.", 1, hearers=hearers)]
    assert bool(list_heard_by_others(lines, "Ada", others)) is open_


def test_what_is_grave_is_left_out_unless_it_is_open_and_what_was_confided_always() -> None:
    lines = [
        ToldLine("I draw maps.", 1, hearers=("Ada", "Cobb")),
        ToldLine("My wife died.", 2, hearers=("Ada", "Cobb")),
        ToldLine("dads gonna move to Tolm. dont tell anyone.", 3, hearers=("Ada", "Cobb")),
        ToldLine("My uncle drowned.", 4, hearers=("Ada",)),
    ]
    told, confided = read_told(lines, ("Ada", "Moss")), list_confided(lines)
    open_ = list_heard_by_others(lines, "Ada", ("Wren",))
    assert [each.seq for each in open_] == [1, 2] and [each.seq for each in confided] == [3]
    kept = [each.words for each in leave_out_withheld(told, open_, confided).sentences]
    assert kept == ["I draw maps.", "My wife died."]
