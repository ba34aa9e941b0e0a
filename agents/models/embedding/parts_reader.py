"""Reads several texts at once with the sentence model, some of whose layers have learnt to rate.

The tokens of all parts go through the model together, so that each sees the others.  What the
layers have learnt stands in a file: how each matrix differs from the model's, a byte for each
number and the size of its step for each row, and what takes the place of norms and biases.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.models.embedding.bert import Bert
from agents.models.embedding.pair_reader import list_adapted, load_learnt

#: Which two parts each sign of the head compares, by its name.
Compared = Mapping[str, tuple[int, int]]


class PartsReader(Bert):
    """Reads rows of three parts by the weights of a sentence model and the arrays of a file."""

    def __init__(
        self, weights: Mapping[str, Any], made: Mapping[str, Any], layers: int, heads: int
    ) -> None:
        super().__init__(ChainMap(dict(made), dict(weights)), layers, heads)
        self._made = made

    def rate_rows(self, rows: Sequence[Sequence[Sequence[int]]], compared: Compared) -> Any:
        """Return a log of odds for each row, which holds the tokens of each part.

        The first part begins with the token that the model puts before a text; all end with the
        one that it puts behind.
        """
        rated, _, _ = self.rate_parts(rows, compared)
        return rated

    def rate_parts(
        self, rows: Sequence[Sequence[Sequence[int]]], compared: Compared
    ) -> tuple[Any, Any, list[Any]]:
        """Return what `rate_rows` does, the states of all tokens, of each row in its order, and of
        each part the mean of its states, of length 1."""
        numpy, made = self._numpy, self._made
        state, means = self.read_parts(rows)
        total = state[:, 0] @ made["first"] + made["base"]
        for name, (one, other) in compared.items():
            total = total + (means[one] * means[other]) @ made[f"shared {name}"]
            total = total + numpy.abs(means[one] - means[other]) @ made[f"apart {name}"]
        return total, state, means

    def read_parts(self, rows: Sequence[Sequence[Sequence[int]]]) -> tuple[Any, list[Any]]:
        """Return the states of all tokens, a row for each, and each part's mean of length 1."""
        numpy = self._numpy
        tokens, there = self.lay_out([[each for part in row for each in part] for row in rows])
        places, of_part = numpy.zeros(tokens.shape, int), numpy.zeros(tokens.shape, int)
        for at, row in enumerate(rows):
            begin = 0
            for number, part in enumerate(row):
                end = begin + len(part)
                of_part[at, begin:end] = number
                # Each part has the places that it would have alone: so they were learnt.
                places[at, begin:end] = numpy.arange(len(part)) + (number > 0)
                begin = end
        state = self.encode(tokens, there, places, self._made["types"][of_part])
        count = len(self._made["types"])
        means = [self.find_means(state, there * (of_part == number)) for number in range(count)]
        return state, means

    def _find_matrix(self, name: str) -> Any:
        matrix = super()._find_matrix(name)
        if f"{name}.change" not in self._made:
            return matrix
        # Added up at each use, in some 0.3 ms: kept, they would hold another 40 MB.
        return matrix + self._made[f"{name}.change"] * self._made[f"{name}.step"][:, None]


def shape_parts(
    weights: Mapping[str, Any],
    learnt: Sequence[int],
    layers: int,
    compared: Compared,
) -> dict[str, tuple[int, ...]]:
    """Return the shapes that a file of a `PartsReader` has to have, some of whose layers have
    `learnt`."""
    size = weights["embeddings.word_embeddings.weight"].shape[1]
    shapes: dict[str, tuple[int, ...]] = {"types": (3, size), "base": (), "first": (size,)}
    for name in compared:
        shapes |= {f"shared {name}": (size,), f"apart {name}": (size,)}
    begins = tuple(f"encoder.layer.{layer}." for layer in learnt)
    for name in (each for each in list_adapted(layers) if each.startswith(begins)):
        rows, columns = weights[f"{name}.weight"].shape
        shapes |= {f"{name}.change": (rows, columns), f"{name}.step": (rows,)}
    changed = {
        name: each.shape
        for name, each in weights.items()
        if name.startswith(begins) and each.ndim == 1
    }
    return shapes | changed


def read_taught(path: Path, sha256: str, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Any]:
    """Return the arrays of a file as they are computed with.

    Raises `ValueError` if it is no such file, was made for weights of another digest than `sha256`,
    or has not these `shapes`; `OSError` if it cannot be read.
    """
    found = load_learnt(path, sha256)
    if {name: each.shape for name, each in found.items()} != shapes:
        raise ValueError(f"{path} has other matrices than the model")
    return widen(found)


def widen(found: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arrays of a file as they are computed with: 32-bit floats, and bytes as bytes."""
    return {
        name: each if name.endswith(".change") else each.astype("f4")
        for name, each in found.items()
    }
