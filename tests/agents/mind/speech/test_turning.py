"""What somebody told is said back in the second person where that leaves its sense."""

from __future__ import annotations

import pytest

from agents.mind.speech.turning import name_as_theirs, turn_clause, turn_to_speaker


@pytest.mark.parametrize(
    ("told", "turned"),
    [
        ("My dog died last week.", "your dog died last week"),
        ("I'm getting married in May!", "you are getting married in May"),
        ("I was born in Leeds.", "you were born in Leeds"),
        ("The geese frighten me.", "the geese frighten you"),
        ("I've lost my hat.", "you have lost your hat"),
    ],
)
def test_it_is_turned(told: str, turned: str) -> None:
    assert turn_to_speaker(told) == turned


@pytest.mark.parametrize(
    "told",
    [
        "I gave you my hat.",
        "We lost our boat.",
        "I lost my hat. It was blue.",
        "Marta is my sister.",
        "The mill stands still.",
        "I lost my hat here.",
        "Have I lost my hat?",
    ],
)
def test_what_would_change_its_sense_or_its_letters_stays_a_quotation(told: str) -> None:
    assert turn_to_speaker(told) == ""


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        ("I'd a letter from him on Monday.", "you had a letter from him on Monday"),
        ("I'd never seen the sea.", "you had never seen the sea"),
        ("I'd wanted the second prize.", "you had wanted the second prize"),
        ("I'd like the second prize.", "you would like the second prize"),
        ("I'd need a boat.", "you would need a boat"),
    ],
)
def test_what_is_short_for_had_is_told_so(said: str, turned: str) -> None:
    assert turn_clause(said) == turn_to_speaker(said) == turned


@pytest.mark.parametrize(
    ("said", "turned"),
    [
        ("I made glass eyes for forty years, my dear.", "you made glass eyes for forty years"),
        ("I sold it in May, love, and went home.", "you sold it in May, and went home"),
        ("I mend my dear sister's clocks.", "you mend your dear sister's clocks"),
        ("I have bread, cheese and love.", "you have bread, cheese and love"),
        ("I keep hens, geese, ducks.", "you keep hens, geese, ducks"),
        ("I mend them, my duck.", "you mend them"),
    ],
)
def test_what_strangers_call_the_hearer_is_not_said_back(said: str, turned: str) -> None:
    assert turn_clause(said) == turn_to_speaker(said) == turned


def test_me_is_my_before_kin_and_own() -> None:
    said = "I do nails in Barnsley, got me own chair, and me nan taught me."
    assert turn_clause(said) == (
        "you do nails in Barnsley, got your own chair, and your nan taught you"
    )


@pytest.mark.parametrize(
    ("gist", "named"),
    [
        ("husband", "your husband"),
        ("my late husband", "your late husband"),
        ("a dog", "your dog"),
        ("Anselm", "Anselm"),
        ("it", "it"),
        ("the boat", "the boat"),
    ],
)
def test_what_is_theirs_is_said_to_be(gist: str, named: str) -> None:
    assert name_as_theirs(gist) == named
