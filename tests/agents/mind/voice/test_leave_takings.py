"""Who goes to look for somebody takes leave, and so does who says good night by name."""

from __future__ import annotations

import pytest

from agents.mind.voice.courtesies import is_farewell


@pytest.mark.parametrize(
    ("words", "leaves"),
    [
        ("I'll go find some people. night Hester, get that number right", True),
        ("Off to find Moss and a bench. Hope you find your foot", True),
        ("I'll be off", True),
        ("Sleep well Moss, I go to the water now.", True),
        ("Do you sleep well up here", False),
        ("I hope you sleep well.", False),
        ("night taxi, studying for paramedic", False),
        ("I will go and see the doctor on Monday.", False),
        ("I'll go find out.", False),
        ("I miss pickled plums. Be good, Cobb, off to warn them.", True),
        ("right im dead on my feet, night all xx", True),
        ("gotta dash, ttyl", True),
        ("I'd better be getting back.", True),
        ("Well, I'm away home.", True),
        ("see you Thursday", True),
        ("It would be good to see the lake.", False),
        ("I was up all night all week.", False),
        ("I saw you Thursday.", False),
    ],
)
def test_who_goes_takes_leave(words: str, leaves: bool) -> None:
    assert is_farewell(words) is leaves
