"""Finds which words of what somebody told answer a question: "whats my cat called?" – "turnip".

The question and each line are read side by side (`AlignedNet`), which rates whether the line
answers, and where in it an answer begins and ends.  Learnt from questions of visitors, with the
words that answer marked by whoever wrote them (``tools/asked``).
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agents.models.embedding.aligned_net import AlignedNet, read_aligned_file

#: An answer has at most so many tokens.
MOST_TOKENS_OF_ANSWER = 14

#: So many of the likeliest pieces are weighed against each other.
_WEIGHED = 20

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
    """How far these words are the right ones, if the line answers, 0 to 1."""


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
        """Return the words that have most in common with what may answer, by the logits of first
        and last tokens: "Mister Pudding" where "Mister" and "Pudding" are as likely."""
        spans = list(self._list_spans(line, edges))
        if not spans:
            return "", 0.0
        best = sorted(spans, key=lambda each: -each[0])[:_WEIGHED]
        whole = sum(chance for chance, _, _ in best)
        shares = {
            (first, last): sum(chance * _share((first, last), other) for chance, *other in best)
            for _, first, last in best
        }
        first, last = max(shares, key=shares.__getitem__)
        words = _take_whole(line.text, line.places[first][0], line.places[last][1])
        return words, shares[first, last] / whole * min(1.0, whole)

    def _list_spans(self, line: TokensOfLine, edges: Any) -> Iterator[tuple[float, int, int]]:
        """Yield how likely each piece answers, with the places of its first and last tokens."""
        inner = [at for at, (begin, end) in enumerate(line.places) if end > begin]
        raised = self._numpy.exp(edges - edges.max(axis=0))
        chances = raised / raised.sum(axis=0)
        for first in inner:
            for last in range(first, min(first + MOST_TOKENS_OF_ANSWER, inner[-1] + 1)):
                text = _take_whole(line.text, line.places[first][0], line.places[last][1])
                if _goes_over_end(text):
                    break
                yield float(chances[first, 0] * chances[last, 1]), first, last


def _share(one: Sequence[int], other: Sequence[int]) -> float:
    """Return how much two pieces have in common, 0 to 1: F1 of their tokens."""
    both = min(one[1], other[1]) - max(one[0], other[0]) + 1
    return max(0, both) * 2 / (one[1] - one[0] + other[1] - other[0] + 2)


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
