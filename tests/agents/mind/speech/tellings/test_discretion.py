"""What weighs on somebody, or was said to few, is not told back before others."""

from __future__ import annotations

import pytest

from agents.mind.speech.told.discretion import (
    is_confided,
    leave_out_withheld,
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
    ("words", "confided"),
    [
        ("dads gonna move to Tolm. dont tell anyone.", True),
        ("I haven't told Sipho that I leave.", True),
        ("Nobody else knows that I paint.", True),
        ("I am a thief, but don't tell anybody.", True),
        ("I am a miller. Tell everybody.", False),
        ("Don't tell me that you are cold!", False),
        ("I have told you of my aunt.", False),
    ],
)
def test_what_is_told_in_confidence_is_known_by_its_words(words: str, *, confided: bool) -> None:
    assert is_confided(words) is confided


def test_before_others_what_was_confided_is_left_out_and_griefs_that_one_alone_heard() -> None:
    lines = [
        ToldLine("I draw maps.", 1, hearers=("Ada",)),
        ToldLine("My wife died.", 2, hearers=("Ada", "Cobb")),
        ToldLine("dads gonna move to Tolm. dont tell anyone.", 3, hearers=("Ada", "Cobb")),
        ToldLine("My uncle drowned.", 4, hearers=("Ada",)),
    ]
    kept = leave_out_withheld(read_told(lines, ("Ada", "Moss")), lines, "Ada")
    assert [each.words for each in kept.sentences] == ["I draw maps.", "My wife died."]
