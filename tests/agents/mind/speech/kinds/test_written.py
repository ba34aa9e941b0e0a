"""An exchange for just what was said goes before what is said to any line of its kind."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.kinds import found_by
from agents.mind.speech.kinds.written import WRITTEN, prefer_written

LIKELY = Candidate(
    *("It can be drawn again.", Origin.VOICE, 0.56),
    near="I put my cup down and it has left a mark.",
    chance=WRITTEN,
)
SHOWN = Candidate("No harm.", Origin.MANNERS, 0.8, found=f"{found_by.SHOWN}: apology")
PUT_OFF = Candidate("Not just now.", Origin.MANNERS, 0.6, found=found_by.FAVOUR)
OF_KIND = Candidate("It is gone.", Origin.MANNERS, 0.73, found=f"{found_by.OF_KIND}: sorry")
CARED = Candidate("I am sorry.", Origin.MANNERS, 0.94, found=found_by.WEIGHS)
JOKED = replace(SHOWN, found=found_by.SHOWN)
FOR_ANY = [SHOWN, JOKED, PUT_OFF, OF_KIND, CARED]


def test_what_is_for_any_line_of_a_kind_gives_way_to_a_likely_exchange() -> None:
    assert prefer_written([LIKELY, *FOR_ANY], {"sorry": 0.9}) == [LIKELY]


@pytest.mark.parametrize(
    "other",
    [
        replace(LIKELY, chance=WRITTEN - 0.01),
        replace(LIKELY, near=""),
        replace(LIKELY, origin=Origin.MEMORY),
    ],
)
def test_an_exchange_that_is_hardly_for_it_takes_nothing_away(other: Candidate) -> None:
    assert prefer_written([other, *FOR_ANY], {"sorry": 0.9}) == [other, *FOR_ANY]


def test_what_weighs_on_somebody_is_met_all_the_same() -> None:
    assert prefer_written([LIKELY, CARED], {"death": 0.3, "tired": 0.3}) == [LIKELY, CARED]
    assert prefer_written([LIKELY, CARED], {"vexed": 0.6, "tired": 0.3}) == [LIKELY]


def test_a_message_is_taken_a_feeling_put_right_and_a_greeting_given_back() -> None:
    kept = [
        replace(PUT_OFF, fit=0.95),
        replace(SHOWN, found=found_by.SHOWN, fit=0.96),
        Candidate("Good day.", Origin.MANNERS, 2.0, found=found_by.TAKEN_IN),
    ]
    assert prefer_written([LIKELY, *kept], {"thanks": 0.9}) == [LIKELY, *kept]


def test_news_and_questions_keep_the_line_for_their_kind() -> None:
    joy = replace(OF_KIND, found=f"{found_by.OF_KIND}: joy")
    assert prefer_written([LIKELY, joy], {"joy": 0.8}) == [LIKELY, joy]
