"""Reads a line for whether its speaker asks for something that they have told, or for all of it.

The vector of the line by the sentence model tells that, and signs of its words: a regression, of
which ``tools/asked`` makes the weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from agents.mind.speech.kinds.vector_weights import VectorWeights, sum_weights
from agents.mind.speech.questions import wants_to_know
from agents.mind.speech.told.asking import asking_weights
from agents.mind.speech.told.asking.answer_readings import NO_ANSWERS, AnswerReadings
from agents.mind.speech.told.asking.signs import list_line_signs
from agents.prose import split_sentences

#: So many sentences of a line are read besides.
MOST_ASKING = 2


class Asks(NamedTuple):
    """How likely a line asks for what its speaker has told, 0 to 1."""

    one: float
    """For one thing."""
    all: float
    """For all that the hearer knows of them."""

    @property
    def any(self) -> float:
        """For either."""
        return self.one + self.all


class AskedPart(NamedTuple):
    """What asks for something that was told."""

    question: str
    """A line, or the sentence in it that asks for that likeliest."""
    asks: Asks


class AskingReader:
    """Reads lines by the weights of vectors in `path`; None: nobody reads.

    `answers` reads what was told for what answers them.
    """

    def __init__(
        self,
        path: Path | None,
        log: Callable[[str], None] = print,
        answers: AnswerReadings = NO_ANSWERS,
    ) -> None:
        self.answers = answers
        without = "rules alone tell who asks for what they told"
        self._weights = VectorWeights(path, len(Asks._fields), without, log)

    def find(self, words: str, find_vector: Callable[[str], Any]) -> AskedPart | None:
        """Return what in `words` asks for something that was told likeliest, by the vectors of
        `list_read`; None: nobody knows."""
        read = ((part, self.read(part, find_vector(part))) for part in list_read(words))
        found = [AskedPart(part, asks) for part, asks in read if asks]
        return max(found, key=lambda each: each.asks.any, default=None)

    def read(self, words: str, vector: Any) -> Asks | None:
        """Return for what `words` ask, of which `vector` is the vector; None: nobody knows."""
        by_vector = self._weights.weigh(vector)
        if not by_vector:
            return None
        signs = list_line_signs(words)
        one, whole = (
            math.exp(weighed + sum_weights(signs, weights))
            for weighed, weights in zip(
                by_vector, (asking_weights.ONE, asking_weights.ALL), strict=True
            )
        )
        return Asks(one / (1 + one + whole), whole / (1 + one + whole))


def list_read(words: str) -> list[str]:
    """Return what of a line is read: the line, and the last of its sentences that ask."""
    asking = [each for each in split_sentences(words) if wants_to_know(each)]
    return list(dict.fromkeys((words, *asking[-MOST_ASKING:])))


NO_ASKING = AskingReader(None)
