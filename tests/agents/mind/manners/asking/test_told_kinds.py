"""What a line tells of its speaker's home, trade and errand need not be asked."""

from __future__ import annotations

from collections.abc import Sequence

from agents.mind.manners.asking.told_kinds import read_told_kinds
from agents.mind.speech.told.asking.answer_readings import NO_ANSWERS, AnswerReadings
from agents.models.embedding.answer_words import AnswerWords, LineBehind


class Finder:
    """Finds an answer wherever it is given one for a question; keeps what it was asked."""

    def __init__(self, chances: dict[str, float]) -> None:
        self._chances = chances
        self.asked: list[str] = []

    async def read_answers(
        self, question: str, lines: Sequence[LineBehind]
    ) -> Sequence[AnswerWords]:
        self.asked.append(question)
        share = self._chances.get(question, 0.0) / len(lines)
        return [AnswerWords(share, "here", 1.0) for _ in lines]


async def test_what_a_line_answers_is_told() -> None:
    finder = Finder({"Where do I live?": 0.9, "What brings me here?": 0.3})
    answers = AnswerReadings(finder)
    assert await read_told_kinds("We live in Carrick.", (), answers) == {"origin"}
    assert {"What do I do for a living?", "What did I do for a living?"} <= {*finder.asked}


async def test_what_is_known_is_not_looked_for() -> None:
    finder = Finder({"Where do I live?": 0.9})
    known = {"origin", "trade"}
    assert await read_told_kinds("We live in Carrick.", known, AnswerReadings(finder)) == set()
    assert finder.asked == ["What brings me here?"]


async def test_without_a_reader_nothing_is_told_by_it() -> None:
    assert await read_told_kinds("We live in Carrick.", (), NO_ANSWERS) == set()
