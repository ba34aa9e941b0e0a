"""Who answers an agent's question in many words often tells something of its own."""

from __future__ import annotations

import pytest

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.turn.taking_in import may_follow_answer

LONG = (
    "Once off your own chart and once off the lead, with flour grit in the tallow: that is twice."
)


@pytest.mark.parametrize(
    ("words", "chance", "follows"),
    [
        (LONG, 0.74, True),
        (LONG, 0.63, False),
        ("Twice, off the lead.", 0.74, False),
        ("Twice, off the lead.", 0.8, True),
    ],
)
def test_a_line_for_a_long_answer_has_to_be_less_likely(
    words: str, chance: float, follows: bool
) -> None:
    """What a visitor had found met "That is a proper answer", as the agent had asked before."""
    said = Candidate(
        "Then it is stone.", Origin.VOICE, 0.74, wording="that is twice", chance=chance
    )
    assert may_follow_answer(said, words) is follows
