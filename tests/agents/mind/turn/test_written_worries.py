"""Of what a voice has for just such a worry, the nearest is said, and what denies as much."""

from __future__ import annotations

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.turn.taking_in import ADVISES, CARES_JUST_SO, rate_written_worry


def rate(near: str, fit: float, *, denies: bool) -> float:
    return rate_written_worry(Candidate("There.", Origin.VOICE, fit, near=near), denies)


def test_who_is_tired_is_not_answered_as_one_who_is_not() -> None:
    assert rate("I am so tired.", 0.6, denies=False) > rate("I am not tired.", 0.9, denies=False)
    assert rate("I am not well.", 0.6, denies=True) > rate("I am well.", 0.6, denies=True)
    assert rate("I am so tired.", 0.7, denies=False) > rate("I am ill.", 0.6, denies=False)


def test_it_stands_between_care_and_advice() -> None:
    ratings = [rate("I am tired.", fit, denies=no) for fit in (0.0, 2.0) for no in (True, False)]
    assert min(ratings) > CARES_JUST_SO - 0.005 and max(ratings) < ADVISES
