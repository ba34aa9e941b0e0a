"""Of whom somebody tells, and what they are put right about."""

from __future__ import annotations

import pytest

from agents.mind.speech.statements.feelings import is_correction
from agents.mind.speech.told.people import Circle, find_naming, may_mean


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


@pytest.mark.parametrize(
    ("sentence", "kin", "sex"),
    [
        ("My brother-in-law Gernot is late.", "brother-in-law", "he"),
        ("My stepmother Ada bakes.", "stepmother", "she"),
        ("My half-brother Tom sails.", "half-brother", "he"),
    ],
)
def test_kin_by_marriage_are_not_taken_for_others(sentence: str, kin: str, sex: str) -> None:
    (somebody,) = Circle().read(sentence)
    assert (somebody.kin, somebody.sex) == (kin, sex)


def test_him_and_not_her_puts_right() -> None:
    assert is_correction("Him, not her.") and not is_correction("He is not here.")


def test_a_name_is_that_of_the_one_spoken_of() -> None:
    """It made a second one of them."""
    circle = Circle()
    (baby,) = circle.read("We have a baby.")
    assert circle.read("Her name is Mira.") == [baby] and baby.names == ["Mira"]


def test_he_is_no_daughter() -> None:
    """A death was told of the daughter of whom somebody spoke last."""
    assert not may_mean("He died when I was twenty.", "my daughter")
    assert may_mean("She died in March.", "my daughter") and may_mean("He died.", "my cousin")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("her name is mira", "Mira"),
        ("He is called Karim.", "Karim"),
        ("We call it Steve.", "Steve"),
        ("he is called wim, he lives above a bank", "Wim"),
        ("He is called to the door, and he goes.", ""),
        ("Her name is not for you.", ""),
        ("My name is Kim.", ""),
    ],
)
def test_a_name_that_is_given_to_somebody_is_known(words: str, name: str) -> None:
    assert find_naming(words) == name


def test_he_who_sold_our_fathers_boat_is_not_our_father() -> None:
    circle = Circle()
    (brother,) = circle.read("My brother Halvard is a smith.")
    assert circle.read("He sold our father's boat.")[0] is brother
    assert circle.read("He is my only brother.") == [brother]
    assert Circle().read("He sold our father's boat.") == []


def test_who_gives_their_name_is_not_their_brother() -> None:
    circle = Circle()
    circle.read("Name's Brigid, my brother Mr. Doyle keeps goats.")
    assert [each.names for each in circle.found if each.kin == "brother"] == [["Mr. Doyle"]]
    (tobias,) = Circle().read("Tobias is my brother.")
    assert (tobias.kin, tobias.names) == ("brother", ["Tobias"])
