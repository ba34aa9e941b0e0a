"""Reads two texts side by side, token by token: what each token of one has in the other.

A text is a table with a row for each of its tokens, made of some layers of a sentence model
(`Bert.list_states`).  Each token meets the tokens of the other text that are likest to it, is
compared with them (Parikh et al., 2016, https://arxiv.org/abs/1606.01933), and two layers of
attention read all tokens of both.  Some 600,000 weights, which were learnt (``tools/asked``).
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agents.models.embedding.bert import apply_gelu
from agents.models.embedding.pair_reader import load_learnt

#: The layers of the sentence model whose states are read.
LAYERS = (0, 3, 6)

#: Heads of each layer of attention, and the names of these layers.
HEADS = 4
_DEEP = ("tr", "tr2")

#: How sharply a token chooses whom it meets.
SHARP = 4.0

_EPSILON = 1e-5


class AlignedNet:
    """Reads pairs of texts by the arrays of a file."""

    def __init__(self, made: Mapping[str, Any]) -> None:
        self._numpy: Any = importlib.import_module("numpy")
        self._made = made

    def read(self, first: Any, second: Any) -> tuple[Any, Any]:
        """Return the logits of the pair, and the state of each token of `first`.

        What is in `second` is looked for in `first`.
        """
        numpy = self._numpy
        likes = [_compare(one, other) for one, other in self._split(first, second)]
        shares = SHARP * self._weigh(likes, first, second)
        one, other = self._apply("proj", first), self._apply("proj", second)
        one, other = apply_gelu(one), apply_gelu(other)
        met_first = numpy.stack([each.max(axis=1) for each in likes], axis=-1)
        met_second = numpy.stack([each.max(axis=0) for each in likes], axis=-1)
        compared_second = self._compare_met(other, _share(shares.T) @ one, met_second)
        compared_first = self._compare_met(one, _share(shares) @ other, met_first)
        asked = _share(self._apply("pool", compared_second)[:, 0]) @ compared_second
        sought = numpy.broadcast_to(asked, compared_first.shape)
        joined = numpy.concatenate([compared_first, sought, compared_first * sought], axis=-1)
        both = numpy.concatenate([compared_second, apply_gelu(self._apply("cmq", joined))])
        for name in _DEEP:
            both = self._attend(name, both)
        of_second, of_first = both[: len(second)], both[len(second) :]
        pooled = [part for each in (of_second, of_first) for part in (each.mean(0), each.max(0))]
        inner = apply_gelu(self._apply("out.0", numpy.concatenate(pooled)))
        return self._apply("out.3", inner), of_first

    def apply_head(self, name: str, states: Any) -> Any:
        """Return what one more matrix of the file makes of tokens' states."""
        return self._apply(name, states)

    def _split(self, first: Any, second: Any) -> list[tuple[Any, Any]]:
        """Return both texts' states of each layer."""
        parts = (self._numpy.split(each, len(LAYERS), axis=-1) for each in (first, second))
        return list(zip(*parts, strict=True))

    def _weigh(self, likes: list[Any], first: Any, second: Any) -> Any:
        """Return how far each token of `first` meets each of `second`."""
        scale = self._made["scale"]
        learnt = self._apply("k", first) @ self._apply("q", second).T
        size = math.sqrt(len(self._made["q.bias"]))
        alike = sum(scale[at] * each for at, each in enumerate(likes))
        return alike + scale[len(likes)] * learnt / size

    def _compare_met(self, own: Any, met: Any, likest: Any) -> Any:
        joined = self._numpy.concatenate([own, met, own - met, own * met, likest], axis=-1)
        return apply_gelu(self._apply("cmp", joined))

    def _attend(self, name: str, state: Any) -> Any:
        made = self._made
        weight, bias = (
            made[f"{name}.self_attn.in_proj_weight"],
            made[f"{name}.self_attn.in_proj_bias"],
        )
        count, size = state.shape
        split = (state @ weight.T + bias).reshape(count, 3, HEADS, size // HEADS)
        query, key, value = split.transpose(1, 2, 0, 3)
        shares = _share(query @ key.transpose(0, 2, 1) / math.sqrt(size // HEADS))
        met = (shares @ value).transpose(1, 0, 2).reshape(count, size)
        state = self._normalise(
            f"{name}.norm1", state + self._apply(f"{name}.self_attn.out_proj", met)
        )
        inner = self._apply(f"{name}.linear2", apply_gelu(self._apply(f"{name}.linear1", state)))
        return self._normalise(f"{name}.norm2", state + inner)

    def _apply(self, name: str, state: Any) -> Any:
        return state @ self._made[f"{name}.weight"].T + self._made[f"{name}.bias"]

    def _normalise(self, name: str, state: Any) -> Any:
        state = state - state.mean(axis=-1, keepdims=True)
        state = state / self._numpy.sqrt((state * state).mean(axis=-1, keepdims=True) + _EPSILON)
        return state * self._made[f"{name}.weight"] + self._made[f"{name}.bias"]


def _compare(one: Any, other: Any) -> Any:
    """Return the cosine of each row of a table with each of another."""
    numpy: Any = importlib.import_module("numpy")
    rows = (each / numpy.linalg.norm(each, axis=-1, keepdims=True) for each in (one, other))
    first, second = rows
    return first @ second.T


def _share(weights: Any) -> Any:
    """Return numbers that add up to 1 along the last axis (softmax)."""
    numpy: Any = importlib.import_module("numpy")
    raised = numpy.exp(weights - weights.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def read_aligned_file(
    path: Path,
    sha256: str,
    weights: Mapping[str, Any],
    heads: Mapping[str, int],
    single: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the arrays of a file of `AlignedNet`, numbers as 32-bit floats.

    `weights` are those of the sentence model; `heads` are the matrices that read what the net
    makes, with their numbers of rows, and `single` further numbers that stand alone.

    Raises `ValueError` if it is no such file, was made for weights of another digest than `sha256`,
    or its arrays have other shapes; `OSError` if it cannot be read.
    """
    found = load_learnt(path, sha256)
    states = len(LAYERS) * weights["embeddings.word_embeddings.weight"].shape[1]
    wide = found["proj.bias"].shape[0] if "proj.bias" in found else 0
    if {name: each.shape for name, each in found.items()} != _list_shapes(
        states, wide, heads, single
    ):
        raise ValueError(f"{path} has other arrays than such a net")
    return {name: each.astype("f4") for name, each in found.items()}


def _list_shapes(
    states: int, wide: int, heads: Mapping[str, int], single: Sequence[str]
) -> dict[str, tuple[int, ...]]:
    """Return the shape of each array of a net of this width."""
    linear = dict.fromkeys(("proj", "q", "k"), (wide, states))
    linear |= {"cmp": (wide, 4 * wide + len(LAYERS)), "cmq": (wide, 3 * wide), "pool": (1, wide)}
    linear |= {"out.0": (wide, 4 * wide)}
    linear |= {name: (rows, wide) for name, rows in heads.items()}
    shapes: dict[str, tuple[int, ...]] = {"scale": (len(LAYERS) + 1,)}
    for name in _DEEP:
        linear |= {f"{name}.self_attn.out_proj": (wide, wide)}
        linear |= {f"{name}.linear1": (2 * wide, wide), f"{name}.linear2": (wide, 2 * wide)}
        shapes |= {
            f"{name}.norm{at}.{part}": (wide,) for at in (1, 2) for part in ("weight", "bias")
        }
        shapes |= {f"{name}.self_attn.in_proj_weight": (3 * wide, wide)}
        shapes |= {f"{name}.self_attn.in_proj_bias": (3 * wide,)}
    for name, (rows, columns) in linear.items():
        shapes |= {f"{name}.weight": (rows, columns), f"{name}.bias": (rows,)}
    return shapes | dict.fromkeys(single, (1,))
