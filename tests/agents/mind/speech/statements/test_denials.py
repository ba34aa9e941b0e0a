"""What is denied is neither a grief nor a worry."""

from __future__ import annotations

import pytest

from agents.mind.speech.statements.denials import denies_event, tells_of_thing
from agents.mind.speech.statements.feelings import find_feeling


@pytest.mark.parametrize(
    ("words", "denies"),
    [
        ("no, nobody is having a baby.", True),
        ("Nobody died.", True),
        ("No, I did not say that he died.", True),
        ("nobody is ill", True),
        ("Nobody talks to me.", False),
        ("Nobody is looking after her.", False),
        ("My dog died.", False),
        ("No, he died.", False),
    ],
)
def test_what_is_not_so_is_known(words: str, denies: bool) -> None:
    assert denies_event(words) is denies


def test_a_death_that_is_denied_is_none() -> None:
    assert find_feeling("No, I did not say that he died. He is moving.") != "grief"
    assert find_feeling("I did not say that he sang. He died.") == "grief"


@pytest.mark.parametrize(
    ("words", "of_thing"),
    [
        ("My van has died on the road.", True),
        ("my phone is dead", True),
        ("The battery just died.", True),
        ("My dog died.", False),
        ("He died in his van.", False),
        ("The driver of the van died.", False),
    ],
)
def test_a_thing_that_died_is_no_grief(words: str, of_thing: bool) -> None:
    assert tells_of_thing(words) is of_thing
