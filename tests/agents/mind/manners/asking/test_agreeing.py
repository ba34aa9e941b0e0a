"""A line agrees with what it was filled with, and is no other line for a word that stands in."""

from __future__ import annotations

import pytest

from agents.mind.manners.asking.agreeing import agree_with
from agents.mind.manners.asking.moulds import Mould, Moulds


@pytest.mark.parametrize(
    ("line", "gist", "said"),
    [
        ("Is your parents like you?", "your parents", "Are your parents like you?"),
        ("And how does your parents do?", "your parents", "And how do your parents do?"),
        ("Has your two sons seen it?", "your two sons", "Have your two sons seen it?"),
        ("Is your boss like you?", "your boss", "Is your boss like you?"),
        ("Is your mother like you?", "your mother", "Is your mother like you?"),
        ("It is late. Is your kids in bed?", "your kids", "It is late. Are your kids in bed?"),
        ("It is late.", "", "It is late."),
    ],
)
def test_the_verb_before_several_is_in_the_plural(line: str, gist: str, said: str) -> None:
    """Only the one before them."""
    assert agree_with(line, gist) == said


def test_the_same_question_about_it_and_about_them_is_one() -> None:
    """Who has heard the one is not asked the other."""
    moulds = Moulds()
    moulds.offer("What do you like most about it?", Mould("k", "What do you like most about it?"))
    moulds.hear("What do you like most about it?", ["Ada"])
    assert moulds.rank("What do you like most about them?", "Ada")
    assert not moulds.rank("What do you like most about them?", "Bo")
    assert not moulds.rank("What would them say?", "Ada")
