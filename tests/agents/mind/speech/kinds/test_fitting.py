"""What a rule finds for words is left out where a line is hardly of the kinds that it is for."""

from __future__ import annotations

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.kinds import found_by
from agents.mind.speech.kinds.fitting import leave_out_unlike

CARED = Candidate("I am sorry.", Origin.MANNERS, 0.94, found=found_by.WEIGHS)
UNKNOWN = Candidate("I do not know.", Origin.VOICE, 0.46, found=f"{found_by.NOTHING_KNOWN}: how")
WRITTEN = Candidate("By the cart.", Origin.VOICE, 0.7, found='its voice, to "How did you come?"')
ALL = [CARED, UNKNOWN, WRITTEN]


def test_care_is_for_troubles_and_not_knowing_for_questions() -> None:
    assert leave_out_unlike(ALL, {"thought": 0.9, "death": 0.1}) == [WRITTEN]
    assert leave_out_unlike(ALL, {"thought": 0.6, "death": 0.2, "low": 0.2}) == [CARED, WRITTEN]
    assert leave_out_unlike(ALL, {"place": 0.8, "why": 0.2}) == [UNKNOWN, WRITTEN]


def test_where_nobody_knows_the_kinds_all_stays() -> None:
    assert leave_out_unlike(ALL, {}) == ALL
