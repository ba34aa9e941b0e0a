"""Questions for one thing that was told, each with all lines of its visit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tools.asked.visits import NONE, AskingVisit


class Question(NamedTuple):
    """A question, with all lines of its visit."""

    asked: str
    lines: Sequence[tuple[str, str]]
    """Each behind what was said before it."""
    answered_by: int
    """The place of the line that answers; as many as there are lines: none."""
    edges: tuple[int, int] = (0, 0)
    """Where the answer begins and ends in that line, in characters."""
    words: Sequence[str] = ()
    """Of which an answer has one."""


def list_questions(visits: Iterable[AskingVisit]) -> Iterator[Question]:
    """Yield the questions of visits whose answer is marked, or was not told, and lines that ask for
    nothing that was told: none answers these."""
    for visit in visits:
        lines = _list_behind(visit.lines)
        nothing = [*visit.unasked, *(e.question for e in visit.asked if e.answered_by == NONE)]
        for line in nothing:
            yield Question(line, lines, len(lines))
        for each in visit.asked:
            if not each.answered_by.isdigit() or int(each.answered_by) > len(visit.lines):
                continue
            at = int(each.answered_by) - 1
            ways = (each.answer, *each.words)
            words = next((one for one in ways if one and one in visit.lines[at]), "")
            if words:
                begin = visit.lines[at].index(words)
                edges = (begin, begin + len(words))
                yield Question(each.question, lines, at, edges, each.words)


def take_answers_away(questions: Iterable[Question]) -> Iterator[Question]:
    """Yield each question that a line answers as it would be if that line had not been said."""
    for each in questions:
        if each.answered_by < len(each.lines):
            left = [line for at, (_, line) in enumerate(each.lines) if at != each.answered_by]
            yield Question(each.asked, _list_behind(left), len(left))


def _list_behind(lines: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(("", *lines), lines, strict=False))
