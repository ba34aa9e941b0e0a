"""A condolence is no apology."""

from __future__ import annotations

import pytest

from agents.mind.speech.kinds.certain import make_certain
from agents.mind.speech.statements.feelings import find_feeling


@pytest.mark.parametrize(
    "words",
    [
        "I am sorry about your mother.",
        "oh, i'm so sorry for your loss",
        "I am sorry to hear that.",
        "Sorry about the poor dog, Cobb.",
        "I'm sorry that you lost him so early.",
        "My condolences, Moss.",
    ],
)
def test_who_is_sorry_for_the_hearer_excuses_nothing(words: str) -> None:
    """They are answered as those who feel with one are, whatever a model takes them for."""
    assert make_certain(words, {"sorry": 0.9}) == {"pity": 1.0}
    assert find_feeling(words) != "apology"


@pytest.mark.parametrize(
    "words",
    [
        "I am sorry, I did not mean to wake you.",
        "Sorry about your cup, it slipped.",
        "Sorry for the noise.",
        "I am sorry that I was so late.",
        "I am sorry for you to have waited.",
    ],
)
def test_who_excuses_something_is_taken_at_that(words: str) -> None:
    """Its words say nothing of the hearer's own."""
    assert make_certain(words, {"sorry": 0.9}) == {"sorry": 0.9}
    assert find_feeling(words) == "apology"


def test_what_one_would_notice_first_is_an_answer() -> None:
    """To "What would I notice first about your son?", put some lines before."""
    said = "You would notice his hands first, they are never still."
    assert make_certain(said, {"you": 0.9}) == {"fact": 1.0}
    assert make_certain("ha, you'd notice his hands", {"you": 0.9}) == {"fact": 1.0}
    assert make_certain("Would you notice it?", {"you": 0.9}) == {"you": 0.9}
    assert make_certain("Did you notice his hands?", {"you": 0.9}) == {"you": 0.9}
