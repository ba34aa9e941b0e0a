"""Rates how likely an exchange of a voice answers a line: line, wording and answer read together.

A wording may ask nearly what the line asks, and its answer answer something else, or the other way
about; so all three texts go through the sentence model at once, all of whose layers have learnt
from answers that readers judged (``tools/exchanges/reader.py`` makes the file).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.models.embedding.parts_reader import PartsReader, read_taught, shape_parts

#: Tokens that are read of the line, of the wording and of the answer: their first ones.
MOST_LINE, MOST_WORDING, MOST_ANSWER = 48, 32, 48

#: The line is compared with both others.
_COMPARED = {"wording": (0, 1), "answer": (0, 2)}


class ExchangeReader(PartsReader):
    """Rates exchanges by the weights of a sentence model and the arrays of a file."""

    def rate(
        self, line: Sequence[int], exchanges: Sequence[tuple[Sequence[int], Sequence[int]]]
    ) -> list[float]:
        """Return a log of odds for each of `exchanges`, a wording and an answer, in one pass.

        Each text begins and ends with the tokens that the model puts around it.
        """
        end = line[-1]
        said = [line[0], *line[1:-1][:MOST_LINE], end]
        rows = [
            (said, [*wording[1:-1][:MOST_WORDING], end], [*answer[1:-1][:MOST_ANSWER], end])
            for wording, answer in exchanges
        ]
        rated: list[float] = self.rate_rows(rows, _COMPARED).tolist()
        return rated


def read_exchange_file(
    path: Path, sha256: str, weights: Mapping[str, Any], layers: int
) -> dict[str, Any]:
    """Return the arrays of a file of `ExchangeReader`; raises as `read_taught` does."""
    shapes = shape_parts(weights, range(layers), layers, _COMPARED)
    return read_taught(path, sha256, shapes)
