"""A BERT encoder in numpy: texts as numbers of tokens to vectors (Devlin et al., 2018)."""

from __future__ import annotations

import importlib
import math
from collections.abc import Mapping, Sequence
from typing import Any

#: Texts that are computed together, of like length.
TOGETHER = 8

_EPSILON = 1e-12


class Bert:
    """Reads lists of token numbers and returns the mean of the last layer, of length 1."""

    def __init__(self, weights: Mapping[str, Any], layers: int, heads: int) -> None:
        self._numpy: Any = importlib.import_module("numpy")
        self._weights = weights
        self._layers = layers
        self._heads = heads

    def embed(self, texts: Sequence[Sequence[int]]) -> Any:
        """Return a row of 32-bit floats for each of `texts`."""
        numpy = self._numpy
        size = self._weights["embeddings.word_embeddings.weight"].shape[1]
        rows = numpy.zeros((len(texts), size), "f4")
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        for begin in range(0, len(order), TOGETHER):
            places = order[begin : begin + TOGETHER]
            rows[places] = self._embed_batch([texts[place] for place in places])
        return rows

    def _embed_batch(self, texts: Sequence[Sequence[int]]) -> Any:
        numpy = self._numpy
        longest = max(map(len, texts))
        tokens = numpy.zeros((len(texts), longest), int)
        there = numpy.zeros((len(texts), longest), "f4")
        for row, text in enumerate(texts):
            tokens[row, : len(text)] = text
            there[row, : len(text)] = 1
        state = self._look_up(tokens)
        hidden = ((1 - there) * numpy.float32(-1e9))[:, None, None, :]
        for layer in range(self._layers):
            state = self._apply_layer(f"encoder.layer.{layer}.", state, hidden)
        means = (state * there[:, :, None]).sum(axis=1) / there.sum(axis=1, keepdims=True)
        return means / numpy.maximum(numpy.linalg.norm(means, axis=1, keepdims=True), 1e-9)

    def _look_up(self, tokens: Any) -> Any:
        weights, name = self._weights, "embeddings."
        state = weights[f"{name}word_embeddings.weight"][tokens]
        state = state + weights[f"{name}position_embeddings.weight"][: tokens.shape[1]]
        state += weights[f"{name}token_type_embeddings.weight"][0]
        return self._normalise(f"{name}LayerNorm", state)

    def _apply_layer(self, name: str, state: Any, hidden: Any) -> Any:
        attended = self._apply_linear(
            f"{name}attention.output.dense", self._attend(f"{name}attention.self.", state, hidden)
        )
        state = self._normalise(f"{name}attention.output.LayerNorm", state + attended)
        inner = self._apply_gelu(self._apply_linear(f"{name}intermediate.dense", state))
        outer = self._apply_linear(f"{name}output.dense", inner)
        return self._normalise(f"{name}output.LayerNorm", state + outer)

    def _attend(self, name: str, state: Any, hidden: Any) -> Any:
        numpy = self._numpy
        texts, longest, size = state.shape
        each = size // self._heads
        query, key, value = (
            self._apply_linear(f"{name}{part}", state)
            .reshape(texts, longest, self._heads, each)
            .transpose(0, 2, 1, 3)
            for part in ("query", "key", "value")
        )
        shares = query @ key.transpose(0, 1, 3, 2) / numpy.float32(math.sqrt(each)) + hidden
        shares = numpy.exp(shares - shares.max(axis=-1, keepdims=True))
        shares /= shares.sum(axis=-1, keepdims=True)
        return (shares @ value).transpose(0, 2, 1, 3).reshape(texts, longest, size)

    def _apply_linear(self, name: str, state: Any) -> Any:
        return state @ self._weights[f"{name}.weight"].T + self._weights[f"{name}.bias"]

    def _normalise(self, name: str, state: Any) -> Any:
        numpy = self._numpy
        state = state - state.mean(axis=-1, keepdims=True)
        spread = numpy.sqrt((state * state).mean(axis=-1, keepdims=True) + _EPSILON)
        return state / spread * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]

    def _apply_gelu(self, state: Any) -> Any:
        """Return x times the normal distribution's share below x.

        The error function is Abramowitz and Stegun's 7.1.26, to 1.5e-7.
        """
        numpy = self._numpy
        scaled = state * numpy.float32(math.sqrt(0.5))
        size = numpy.abs(scaled)
        t = 1 / (1 + numpy.float32(0.3275911) * size)
        terms = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
        total = numpy.zeros_like(t)
        for term in terms:
            total = (total + numpy.float32(term)) * t
        error = numpy.copysign(1 - total * numpy.exp(-size * size), scaled)
        return state * (1 + error) * numpy.float32(0.5)
