"""Finds which words of what somebody told answer a question: "whats my cat called?" – "turnip".

The question and each line, with what its speaker said before it, go through the sentence model
together, all of whose layers have learnt whether the line answers, and where in it an answer begins
and ends: from questions of visitors, with the words that answer marked by whoever wrote them
(``tools/asked/answers.py``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agents.models.embedding.parts_reader import PartsReader, read_taught, shape_parts

#: Tokens that are read: the first ones of the question and of a line, and the last ones of what was
#: said before it.
MOST_QUESTION, MOST_BEFORE, MOST_LINE = 48, 24, 96

#: An answer has at most so many tokens.
MOST_TOKENS_OF_ANSWER = 14

#: So many of the likeliest pieces are weighed against each other.
_WEIGHED = 20

#: The question is compared with both others.
_COMPARED = {"before": (0, 1), "line": (0, 2)}
#: What finds the edges of an answer, and how likely it is that no line answers.
_EDGES, _NONE = "span", "null"

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


class LineBehind(NamedTuple):
    """A line that somebody said."""

    before: str
    """What they said before it, which tells of whom or what it is; or empty."""
    line: str


class TokensOfLine(NamedTuple):
    """A line as it is read; its tokens begin and end with those that the model puts around it."""

    text: str
    before: Sequence[int]
    tokens: Sequence[int]
    places: Sequence[tuple[int, int]]
    """Where each token stands in the text; (0, 0): it is no part of it."""


class AnswerWordsReader(PartsReader):
    """Finds answers by the weights of a sentence model and the arrays of a file."""

    def find(self, question: Sequence[int], lines: Sequence[TokensOfLine]) -> list[AnswerWords]:
        """Return for each of `lines` how likely it answers, and with which words.

        `question` are its tokens, which begin and end as those of a line.
        """
        numpy = self._numpy
        if not lines:
            return []
        rated, edges = self.read(question, [(each.before, each.tokens) for each in lines])
        weights = numpy.append(rated, self._made[_NONE])
        raised = numpy.exp(weights - weights.max())
        likely = (raised / raised.sum()).tolist()
        found = (self._find_words(*each) for each in zip(lines, edges, strict=True))
        return [AnswerWords(one, *each) for one, each in zip(likely, found, strict=False)]

    def read(
        self, question: Sequence[int], lines: Sequence[tuple[Sequence[int], Sequence[int]]]
    ) -> tuple[Any, Any]:
        """Return a log of odds for each of `lines`, behind what was said before it, and for each of
        its tokens that is a part of it how well an answer begins and ends there: a table of two
        columns."""
        end = question[-1]
        asked = [question[0], *question[1:-1][:MOST_QUESTION], end]
        known = [([*e[1:-1][-MOST_BEFORE:], end], line[1:-1][:MOST_LINE]) for e, line in lines]
        rows = [(asked, before, [*line, end]) for before, line in known]
        rated, states, _ = self.rate_parts(rows, _COMPARED)
        edges = states @ self._made[_EDGES].T
        begins = (len(asked) + len(before) for before, _ in known)
        return rated, [
            row[begin : begin + len(line)]
            for row, begin, (_, line) in zip(edges, begins, known, strict=True)
        ]

    def _find_words(self, line: TokensOfLine, edges: Any) -> tuple[str, float]:
        """Return the words that have most in common with what may answer: "Mister Pudding" where
        "Mister" and "Pudding" are as likely."""
        spans = list(self._list_spans(line, edges)) if len(edges) else []
        if not spans:
            return "", 0.0
        best = sorted(spans, key=lambda each: -each[0])[:_WEIGHED]
        whole = sum(chance for chance, _, _ in best)
        shares = {
            (first, last): sum(chance * _share((first, last), other) for chance, *other in best)
            for _, first, last in best
        }
        first, last = max(shares, key=shares.__getitem__)
        words = _take_whole(line.text, *_find_edges(line, first, last))
        return words, shares[first, last] / whole * min(1.0, whole)

    def _list_spans(self, line: TokensOfLine, edges: Any) -> Iterator[tuple[float, int, int]]:
        """Yield how likely each piece answers, with the places of its first and last tokens among
        those of the line's own."""
        raised = self._numpy.exp(edges - edges.max(axis=0))
        chances = raised / raised.sum(axis=0)
        for first in range(len(edges)):
            for last in range(first, min(first + MOST_TOKENS_OF_ANSWER, len(edges))):
                text = _take_whole(line.text, *_find_edges(line, first, last))
                if _goes_over_end(text):
                    break
                yield float(chances[first, 0] * chances[last, 1]), first, last


def _find_edges(line: TokensOfLine, first: int, last: int) -> tuple[int, int]:
    """Return where a piece begins and ends in a text; its own tokens stand behind the first."""
    return line.places[first + 1][0], line.places[last + 1][1]


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
    path: Path, sha256: str, weights: Mapping[str, Any], layers: int
) -> dict[str, Any]:
    """Return the arrays of a file of `AnswerWordsReader`; raises as `read_taught` does."""
    shapes = shape_parts(weights, range(layers), layers, _COMPARED)
    shapes |= {_EDGES: (2, shapes["first"][0]), _NONE: (1,)}
    return read_taught(path, sha256, shapes)
