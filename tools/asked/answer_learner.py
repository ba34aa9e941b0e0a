"""The sentence model, which learns which line answers a question, and with which of its words.

It needs torch and transformers, and nothing of this program.  ``embedding/answer_words.py`` reads
in numpy what is learnt here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from tools.asked.questions import Question
from tools.parts_learner import PartsForm, PartsLearner, torch

#: As in ``agents/models/embedding/answer_words.py``.
FORM = PartsForm((48, -24, 96), {"before": (0, 1), "line": (0, 2)}, (0, 1, 2, 3, 4, 5))

#: Each step is of so many questions, each with the line that answers and so many others.
TOGETHER, OTHERS = 12, 6

#: How much the words count beside the line.
OF_WORDS = 0.5


class AnswerLearner(PartsLearner):
    """Rates lines beside a question and finds the edges of answers, and learns to."""

    def make_head(self, size: int) -> dict[str, Any]:
        """Return what finds edges, and how likely it is that no line answers."""
        return {"span": torch.zeros(2, size), "null": torch.zeros(1)}

    def learn_questions(self, questions: Sequence[Question], rounds: int, size: float) -> None:
        """Learn from all questions, some rounds of them, with steps that begin with `size`."""
        order = random.Random(1)
        batches = [
            [_thin_out(each, order) for each in some]
            for _ in range(rounds)
            for some in _list_batches(questions, order)
        ]
        self.descend(batches, self._find_loss, size)

    def read(self, question: str, before: str, line: str) -> tuple[float, list[list[float]]]:
        """Return the log of odds that a line answers, behind what was said before it, and for each
        of its tokens how well an answer begins and ends there."""
        self._bert.eval()
        with torch.no_grad():
            state, of_part = self.encode([(question, before, line)])
            rated = self.rate_states(state, of_part)
            edges: list[list[float]] = self._find_edges(state, of_part, 0).tolist()
        return rated.item(), edges

    def _find_loss(self, some: Sequence[Question]) -> Any:
        cross, total, begin = torch.nn.functional.cross_entropy, 0, 0
        with torch.autocast("cpu", torch.bfloat16):
            state, of_part = self.encode([(e.asked, *line) for e in some for line in e.lines])
            rated = self.rate_states(state, of_part).float()
        for each in some:
            end = begin + len(each.lines)
            ratings = torch.cat([rated[begin:end], self._head["null"]])
            total = total + cross(ratings[None], torch.tensor([each.answered_by]))
            if each.answered_by < len(each.lines):
                edges = self._find_edges(state, of_part, begin + each.answered_by)
                places = self._list_tokens(each.lines[each.answered_by][1], each.edges)
                for column, place in enumerate(places):
                    right = torch.tensor([min(place, len(edges) - 1)])
                    total = total + OF_WORDS * cross(edges[:, column][None], right)
            begin = end
        return total / len(some)

    def _find_edges(self, state: Any, of_part: Any, row: int) -> Any:
        """Return what is made of the tokens of a row's line, without the one that ends it."""
        return state[row][of_part[row] == 2][:-1] @ self._head["span"].T

    def _list_tokens(self, line: str, edges: tuple[int, int]) -> tuple[int, int]:
        """Return the places of the first and the last token of a piece of a line."""
        read = self._tokenizer(line, add_special_tokens=False, return_offsets_mapping=True)
        inside = [
            at
            for at, (begin, end) in enumerate(read["offset_mapping"])
            if end > edges[0] and begin < edges[1]
        ]
        return inside[0], inside[-1]


def _thin_out(question: Question, order: random.Random) -> Question:
    """Return a question with the line that answers and some others."""
    right = question.answered_by
    others = [at for at in range(len(question.lines)) if at != right]
    kept = order.sample(others, min(OTHERS, len(others)))
    kept = [right, *kept] if right < len(question.lines) else kept
    lines = [question.lines[at] for at in kept]
    answered_by = 0 if right < len(question.lines) else len(lines)
    return question._replace(lines=lines, answered_by=answered_by)


def _list_batches(
    questions: Sequence[Question], order: random.Random
) -> Iterator[Sequence[Question]]:
    shuffled = order.sample(list(questions), len(questions))
    for begin in range(0, len(shuffled), TOGETHER):
        yield shuffled[begin : begin + TOGETHER]
