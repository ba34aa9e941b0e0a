"""Finds which words of what somebody told answer a question: "whats my cat called?" – "turnip".

The question and each line are read side by side (`AlignedNet`), which rates whether the line
answers, and where in it an answer begins and ends.  Learnt from questions of visitors, with the
words that answer marked by whoever wrote them (``tools/asked``).
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agents.models.embedding.aligned_net import AlignedNet, read_aligned_file

#: An answer has at most so many tokens.
MOST_TOKENS_OF_ANSWER = 14

_HEAD, _NONE = "span", "null"

#: A mark that ends a sentence; no answer goes on behind it.
_ENDS = (".", "!", "?", ";")


class AnswerWords(NamedTuple):
    """What answers a question in one of several lines."""

    likely: float
    """How likely the line answers, 0 to 1; of all lines and of none together 1."""
    words: str
    """The words of the line that answer."""
    surely: float
    """How likely it is just these words, if the line answers, 0 to 1."""


class TokensOfLine(NamedTuple):
    """A line as it is read."""

    text: str
    states: Any
    """A row for each of its tokens."""
    places: Sequence[tuple[int, int]]
    """Where each token stands in the text; (0, 0): it is no part of it."""


class AnswerWordsReader:
    """Finds answers by the arrays of a file."""

    def __init__(self, made: Mapping[str, Any]) -> None:
        self._numpy: Any = importlib.import_module("numpy")
        self._net = AlignedNet(made)
        self._none = float(made[_NONE][0])

    def find(self, question: Any, lines: Sequence[TokensOfLine]) -> list[AnswerWords]:
        """Return for each of `lines` how likely it answers, and with which words.

        `question` are the states of its tokens.
        """
        numpy, rated, found = self._numpy, [], []
        for each in lines:
            logits, states = self._net.read(each.states, question)
            rated.append(float(logits[0]))
            found.append(self._find_words(each, self._net.apply_head(_HEAD, states)))
        weights = numpy.array([*rated, self._none])
        raised = numpy.exp(weights - weights.max())
        likely = (raised / raised.sum()).tolist()
        return [AnswerWords(one, *each) for one, each in zip(likely, found, strict=False)]

    def _find_words(self, line: TokensOfLine, edges: Any) -> tuple[str, float]:
        """Return the likeliest words by the logits of their first and last tokens."""
        numpy = self._numpy
        inner = [at for at, (begin, end) in enumerate(line.places) if end > begin]
        if not inner:
            return "", 0.0
        logs = edges - edges.max(axis=0)
        logs = logs - numpy.log(numpy.exp(logs).sum(axis=0))
        best, words = -numpy.inf, ""
        for first in inner:
            for last in range(first, min(first + MOST_TOKENS_OF_ANSWER, inner[-1] + 1)):
                text = _take_whole(line.text, line.places[first][0], line.places[last][1])
                if _goes_over_end(text):
                    break
                if (logs[first, 0] + logs[last, 1]) > best:
                    best, words = logs[first, 0] + logs[last, 1], text
        return words, float(numpy.exp(best))


def _take_whole(text: str, begin: int, end: int) -> str:
    """Return a piece of a text; of a word that has several tokens all of it."""
    while begin and text[begin - 1].isalnum() and text[begin].isalnum():
        begin -= 1
    while end < len(text) and text[end - 1].isalnum() and text[end].isalnum():
        end += 1
    return text[begin:end]


def _goes_over_end(text: str) -> bool:
    """Return whether words go on behind the end of a sentence."""
    return any(f"{mark} " in text for mark in _ENDS) or text[-1:] in _ENDS


def read_answer_words_file(
    path: Path, sha256: str, weights: Mapping[str, Any], _layers: int
) -> dict[str, Any]:
    """Return the arrays of a file of `AnswerWordsReader`, for a model of these `weights`.

    Raises `ValueError` and `OSError` as `read_aligned_file` does.
    """
    return read_aligned_file(path, sha256, weights, {"out.3": 1, _HEAD: 2}, (_NONE,))
