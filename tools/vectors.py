"""Learns weights of the numbers of lines' vectors by the sentence model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy

from agents.mind.speech.kinds.vector_weights import ROWS
from agents.mind.voice.sentence_likeness import NoSentenceMeanings
from agents.models.embedding.sentence import SentenceEmbedder

#: Steps, their size, and how strongly weights are held near 0; a vector's numbers are small.
ROUNDS, STEP, HELD, OF_VECTOR = 1500, 0.03, 2e-4, 6.0

#: Texts are embedded so many at a time.
_AT_ONCE = 64


class KnownVectors(NoSentenceMeanings):
    """Compares texts of which all vectors are made beforehand."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._rows: dict[str, Any] = {}
        asyncio.run(self._make(list(dict.fromkeys(texts))))

    async def _make(self, texts: Sequence[str]) -> None:
        embedder = SentenceEmbedder()
        for begin in range(0, len(texts), _AT_ONCE):
            some = texts[begin : begin + _AT_ONCE]
            made = (numpy.frombuffer(each, "<f4") for each in await embedder.embed(some))
            self._rows |= zip(some, made, strict=True)

    def find_vector(self, heard: str) -> Any:
        """Return the vector of a text."""
        return self._rows[heard]

    def compare_each(self, heard: str, lines: Sequence[str]) -> Sequence[float]:
        """Return the cosines, from 0 on."""
        one = self._rows[heard]
        return [max(0.0, float(self._rows[each] @ one)) for each in lines]


def descend(weights: Any, find_slope: Callable[[Any], Any]) -> Any:
    """Return `weights` after steps against the slope that `find_slope` finds (Adam)."""
    first, second = numpy.zeros_like(weights), numpy.zeros_like(weights)
    for at in range(1, ROUNDS + 1):
        slope = find_slope(weights)
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope * slope
        size = STEP * min(1.0, 2 * (1 - at / ROUNDS))
        weights = weights - size * (first / (1 - 0.9**at)) / (
            numpy.sqrt(second / (1 - 0.99**at)) + 1e-8
        )
    return weights


def write_rows(path: Path, rows: Any) -> None:
    """Write weights of vectors, a row for each thing, as the program reads them."""
    numpy.savez_compressed(path, **{ROWS: rows.astype("f4")})
