"""Of whom somebody tells, and what they are put right about."""

from __future__ import annotations

import pytest

from agents.mind.speech.statements.feelings import is_correction
from agents.mind.speech.told.people import Circle


def test_who_is_a_woman_stays_one() -> None:
    circle = Circle()
    for sentence in ("My doctor told me to rest.", "He said two weeks.", "She, not he."):
        (doctor,) = circle.read(sentence)
    assert (doctor.kin, doctor.sex) == ("doctor", "she")
    assert circle.read("She is strict.") == [doctor]
    assert circle.find_by_pronoun("he") is None


@pytest.mark.parametrize(
    ("sentence", "sex"), [("My doctor is a woman.", "she"), ("My cousin is a tall man.", "he")]
)
def test_what_somebody_is_said_to_be_tells_their_sex(sentence: str, sex: str) -> None:
    assert [each.sex for each in Circle().read(sentence)] == [sex]


def test_him_and_not_her_puts_right() -> None:
    assert is_correction("Him, not her.") and not is_correction("He is not here.")
