"""A favour is answered by what is written for one of its kind, or for one as near to it."""

from __future__ import annotations

from dataclasses import replace

from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.turn.in_company import _leave_out_other

ASKED = "Will you accompany me as far as the gate?"
NEAR = "Will you walk with me to the gate?"
LIKELY = Candidate("As far as the gate.", Origin.VOICE, 0.86, near=NEAR, wording=NEAR, chance=0.9)


def test_a_near_favour_of_another_kind_answers_and_a_question_does_not() -> None:
    question = replace(LIKELY, wording="How far is the gate?")
    hardly = replace(LIKELY, chance=0.5)
    assert _leave_out_other(ASKED, [LIKELY, question, hardly]) == [LIKELY]
