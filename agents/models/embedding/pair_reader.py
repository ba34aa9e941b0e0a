"""Reads two lines together with the sentence model: the tokens of both go through it at once.

So each sees the other line.  A file of small matrices changes the model's weights (low-rank
adapters: Hu et al., 2021, https://arxiv.org/abs/2106.09685).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from agents.models.embedding.bert import Bert

#: Tokens that are read of the line heard, and of the wording.
MOST_HEARD, MOST_KNOWN = 48, 32

#: Returns the shapes of what a score is made of besides the adapters, of a model whose states have
#: so many numbers.
ShapeHead = Callable[[Mapping[str, Any], int], dict[str, tuple[int, ...]]]


class ReadTogether(NamedTuple):
    """What the model makes of a line with each of others, a row for each."""

    first: Any
    """The state of the first token."""
    one: Any
    """The mean of the line's tokens, of length 1."""
    other: Any
    """The mean of the other line's tokens, of length 1."""


class PairReader(Bert):
    """Reads pairs by the weights of a sentence model and the arrays of an adapter's file."""

    def __init__(
        self, weights: Mapping[str, Any], adapter: Mapping[str, Any], layers: int, heads: int
    ) -> None:
        super().__init__(weights, layers, heads)
        self._adapter = adapter

    def read_together(self, heard: Sequence[int], known: Sequence[Sequence[int]]) -> ReadTogether:
        """Return what the model makes of `heard` with each of `known`, in one pass."""
        numpy, adapter = self._numpy, self._adapter
        first = [*heard[: MOST_HEARD + 1], heard[-1]] if len(heard) > MOST_HEARD + 2 else heard
        second = [
            [*each[1 : MOST_KNOWN + 1], each[-1]] if len(each) > MOST_KNOWN + 2 else each[1:]
            for each in known
        ]
        tokens, there = self.lay_out([[*first, *each] for each in second])
        place, begin = numpy.arange(tokens.shape[1]), len(first)
        of_known = (place >= begin).astype(int)
        # Each line has the places that it would have alone: so they were learnt.
        places = numpy.where(of_known, place - begin + 1, place)[None, :]
        state = self.encode(tokens, there, places, adapter["types"][of_known][None])
        one = self.find_means(state, there * (1 - of_known).astype("f4"))
        other = self.find_means(state, there * of_known.astype("f4"))
        return ReadTogether(state[:, 0], one, other)

    def _apply_linear(self, name: str, state: Any) -> Any:
        # The matrices are not added up: that would hold another 40 MB.
        down, up = self._adapter[f"{name}.down"], self._adapter[f"{name}.up"]
        made = super()._apply_linear(name, state)
        made += ((state.reshape(-1, down.shape[1]) @ down.T) @ up.T).reshape(made.shape)
        return made


def read_adapter(
    path: Path,
    sha256: str,
    weights: Mapping[str, Any],
    layers: int,
    shape_head: ShapeHead,
) -> dict[str, Any]:
    """Return the arrays of an adapter's file; numbers as 32-bit floats.

    Raises `ValueError` if it is no such file, was made for weights of another digest than `sha256`,
    or its matrices do not fit `weights`; `OSError` if it cannot be read.
    """
    found = load_learnt(path, sha256)
    size = weights["embeddings.word_embeddings.weight"].shape[1]
    shapes = shape_head(found, size)
    for name in list_adapted(layers):
        rows, columns = weights[f"{name}.weight"].shape
        rank = found[f"{name}.down"].shape[0] if f"{name}.down" in found else 0
        shapes |= {f"{name}.down": (rank, columns), f"{name}.up": (rows, rank)}
    if {name: each.shape for name, each in found.items()} != shapes:
        raise ValueError(f"{path} has other matrices than the model")
    return {n: each if each.dtype.kind == "U" else each.astype("f4") for n, each in found.items()}


def load_learnt(path: Path, sha256: str) -> dict[str, Any]:
    """Return the arrays of a file that was learnt beside weights of the digest `sha256`.

    Raises `ValueError` if it is no such file, or was made for others; `OSError` if it cannot be
    read.
    """
    from zipfile import BadZipFile  # noqa: PLC0415  # settings import this module at each start

    numpy: Any = importlib.import_module("numpy")
    try:
        with numpy.load(path, allow_pickle=False) as file:
            found = {name: file[name] for name in file.files}
    except (BadZipFile, EOFError, ValueError) as error:
        raise ValueError(f"{path} has nothing that was learnt ({error})") from error
    if str(found.pop("weights", "")) != sha256:
        raise ValueError(f"{path} was made for other weights")
    return found


def list_adapted(layers: int) -> list[str]:
    """Return the names of all matrices that are changed."""
    parts = (
        *(f"attention.self.{part}" for part in ("query", "key", "value")),
        "attention.output.dense",
        "intermediate.dense",
        "output.dense",
    )
    return [f"encoder.layer.{layer}.{part}" for layer in range(layers) for part in parts]
