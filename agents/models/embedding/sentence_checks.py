"""Tells whether memories bear a sentence of a summary out, or contradict it, and whether what was
told later makes a note out of date.

The sentence and its memories go through the sentence model together, all of whose layers have
learnt from sentences that writers made beside memories: true ones in other words and in nearly the
same, false ones a word or two away from them, and open ones; and from what they had told later
beside a note (``tools/checks`` makes the file).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agents.models.embedding.parts_reader import PartsReader, read_taught, shape_parts

#: Tokens that are read: the first ones of the sentence and of its last memory, and the last ones of
#: the memories before that.
MOST_SENTENCE, MOST_EARLIER, MOST_LAST = 64, 80, 112

#: The sentence is compared with both others.
_COMPARED = {"before": (0, 1), "line": (0, 2)}

#: What rates single words of the sentence.
_WRONG = "wrong"
#: What rates whether it is borne out.
_BORNE, _OF_BORNE = "borne", ("borne first", "borne shared", "borne apart")
#: What rates whether a note is out of date.
_LATER, _OF_LATER = "later base", ("later", "later first", "later shared", "later apart")


class SentenceCheck(NamedTuple):
    """What memories say of a sentence."""

    borne_out: float
    """How likely they bear it out, 0 to 1."""
    contradicted: float
    """How likely they contradict it; what is left of 1: they tell nothing of it."""


class SentenceChecker(PartsReader):
    """Checks sentences by the weights of a sentence model and the arrays of a file."""

    def check(
        self, rows: Sequence[tuple[Sequence[int], Sequence[int], Sequence[int]]]
    ) -> list[SentenceCheck]:
        """Return what its memories say of each sentence, in one pass.

        A row has the tokens of a sentence, of its earlier memories and of the last.  Each text
        begins and ends with the tokens that the model puts around it.
        """
        numpy, made = self._numpy, self._made
        read = [_cut(*row) for row in rows]
        wrong, states, means = self.rate_parts(read, _COMPARED)
        for at, (sentence, _, _) in enumerate(read):
            wrong[at] += (states[at, : len(sentence)] @ made[_WRONG]).max()
        first, shared, apart = (made[name] for name in _OF_BORNE)
        said, _, told = means
        borne = states[:, 0] @ first + made[_BORNE]
        borne += (said * told) @ shared + numpy.abs(said - told) @ apart
        raised = numpy.exp(numpy.stack([borne, wrong, numpy.zeros(len(rows))]).T)
        chances = (raised / raised.sum(axis=1, keepdims=True)).tolist()
        return [SentenceCheck(yes, no) for yes, no, _ in chances]

    def rate_later(self, rows: Sequence[tuple[Sequence[int], Sequence[int]]]) -> list[float]:
        """Return how likely each note is out of date, 0 to 1, in one pass.

        A row has the tokens of the note and of what was told later, as `check` has them.
        """
        numpy, made = self._numpy, self._made
        read = [_cut(note, (note[0], note[-1]), later) for note, later in rows]
        word, first, shared, apart = (made[name] for name in _OF_LATER)
        states, (noted, _, told) = self.read_parts(read)
        rated = states[:, 0] @ first + made[_LATER]
        rated += (noted * told) @ shared + numpy.abs(noted - told) @ apart
        for at, (note, between, later) in enumerate(read):
            begin = len(note) + len(between)
            rated[at] += (states[at, begin : begin + len(later)] @ word).max()
        return [float(each) for each in 1 / (1 + numpy.exp(-rated))]


def _cut(
    sentence: Sequence[int], earlier: Sequence[int], last: Sequence[int]
) -> tuple[list[int], list[int], list[int]]:
    """Return the tokens that are read of each text."""
    end = sentence[-1]
    return (
        [sentence[0], *sentence[1:-1][:MOST_SENTENCE], end],
        [*earlier[1:-1][-MOST_EARLIER:], end],
        [*last[1:-1][:MOST_LAST], end],
    )


def read_checks_file(
    path: Path, sha256: str, weights: Mapping[str, Any], layers: int
) -> dict[str, Any]:
    """Return the arrays of a file of `SentenceChecker`; raises as `read_taught` does."""
    shapes = shape_parts(weights, range(layers), layers, _COMPARED)
    shapes |= dict.fromkeys((_WRONG, *_OF_BORNE, *_OF_LATER), shapes["first"])
    shapes |= {_BORNE: (), _LATER: ()}
    return read_taught(path, sha256, shapes)
