"""What a person has told already is not asked of them."""

from __future__ import annotations

import pytest

from agents.mind.speech.candidates import Candidate, Origin, SpeechMoment
from agents.mind.speech.told.asking.answer_readings import NO_ANSWERS, AnswerReadings
from agents.mind.speech.told.telling_back import ToldLine
from agents.mind.turn.answering import answered_questions
from agents.mind.turn.answering.answered_questions import leave_out_answered, turn_to_asker
from tests.agents.mind.manners.asking.test_told_kinds import Finder

MOMENT = SpeechMoment("Moss", "Breda", "I do flowers for funerals.")
TOLD = [ToldLine("I live in Ballyhale.", 3), ToldLine("I do flowers for funerals.", 5)]
FROM = "Where do you come from?"
ANSWERED = {"Where do I come from?": 0.9}


def offer(*words: str) -> list[Candidate]:
    """Return candidates, the first of which fits best."""
    return [Candidate(each, Origin.VOICE, fit=0.9 - at / 100) for at, each in enumerate(words)]


async def leave_out(found: list[Candidate], finder: Finder) -> list[str]:
    kept = await leave_out_answered(found, MOMENT, TOLD, AnswerReadings(finder))
    return [each.words for each in kept]


async def test_a_question_that_is_answered_goes_and_the_rest_stays() -> None:
    found = offer(f"Rushes, mostly. {FROM}", f"A fine trade. {FROM}")
    # Only what would be said is looked at.
    assert await leave_out(found, Finder(ANSWERED)) == ["Rushes, mostly.", f"A fine trade. {FROM}"]


async def test_what_only_asks_that_goes_and_the_next_is_looked_at() -> None:
    found = offer(FROM, f"A fine trade. {FROM}", "Go on.")
    assert await leave_out(found, Finder(ANSWERED)) == ["A fine trade.", "Go on."]
    assert await leave_out(offer(FROM), Finder(ANSWERED)) == []


async def test_what_is_not_answered_is_asked() -> None:
    for chance in (0.0, answered_questions.ANSWERED - 0.1):
        finder = Finder({"Where do I come from?": chance})
        assert await leave_out(offer(f"Well. {FROM}"), finder) == [f"Well. {FROM}"]
        assert finder.asked == ["Where do I come from?"]


async def test_what_asks_nothing_of_the_hearer_is_not_read() -> None:
    for words in ("Rushes, mostly.", "Is the pot full?", "What did he say?"):
        finder = Finder({"Is the pot full?": 1.0, "What did he say?": 1.0})
        assert await leave_out(offer(words), finder) == [words]
        assert finder.asked == []
    found = offer(f"Well. {FROM}")
    assert await leave_out_answered(found, MOMENT, TOLD, NO_ANSWERS) == found
    finder = Finder(ANSWERED)
    assert await leave_out_answered(found, MOMENT, [], AnswerReadings(finder)) == found
    assert finder.asked == []


async def test_of_many_lines_the_latest_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answered_questions, "READ", 1)
    lines: list[str] = []

    class Keeping(Finder):
        async def read_answers(self, question, lines_read):  # type: ignore[no-untyped-def]
            lines.extend(each.line for each in lines_read)
            return await super().read_answers(question, lines_read)

    await leave_out(offer(f"Well. {FROM}"), Keeping(ANSWERED))
    assert lines == [TOLD[-1].words]


@pytest.mark.parametrize(
    ("asked", "turned"),
    [
        ("What is your trade?", "What is my trade?"),
        ("Where are you from, Breda?", "Where am I from, Breda?"),
        ("How did you hurt your hand?", "How did I hurt my hand?"),
        ("What brings you here?", "What brings me here?"),
        ("Who waits for you at home?", "Who waits for me at home?"),
        ("Who sent you?", "Who sent me?"),
        ("Is it yours, and were you yourself there?", "Is it mine, and was I myself there?"),
    ],
)
def test_it_is_asked_as_the_hearer_would_ask_it(asked: str, turned: str) -> None:
    assert turn_to_asker(asked) == turned
