"""A BERT encoder in numpy: texts as numbers of tokens to vectors (Devlin et al., 2018)."""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

#: Tokens that are computed together, of texts of like length: their layers' numbers take 8 MB.
TOGETHER = 512

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
        for places in _list_batches([len(text) for text in texts]):
            rows[places] = self._embed_batch([texts[place] for place in places])
        return rows

    def _embed_batch(self, texts: Sequence[Sequence[int]]) -> Any:
        tokens, there = self.lay_out(texts)
        places = self._numpy.arange(tokens.shape[1])[None, :]
        return self.find_means(self.encode(tokens, there, places), there)

    def lay_out(self, texts: Sequence[Sequence[int]]) -> tuple[Any, Any]:
        """Return texts as rows of one table, and 1 where a token is; rows end in zeros."""
        longest = max(map(len, texts))
        tokens = self._numpy.zeros((len(texts), longest), int)
        there = self._numpy.zeros((len(texts), longest), "f4")
        for row, text in enumerate(texts):
            tokens[row, : len(text)] = text
            there[row, : len(text)] = 1
        return tokens, there

    def encode(self, tokens: Any, there: Any, places: Any, added: Any = 0.0) -> Any:
        """Return what the last layer has for each token that is `there`.

        `places` are the tokens' positions; `added` joins what is looked up for them.
        """
        state = self._look_up(tokens, places, added)
        hidden = ((1 - there) * self._numpy.float32(-1e9))[:, None, None, :]
        for layer in range(self._layers):
            state = self._apply_layer(f"encoder.layer.{layer}.", state, hidden)
        return state

    def find_means(self, state: Any, there: Any) -> Any:
        """Return for each text the mean of the tokens that are `there`, of length 1."""
        means = (state * there[:, :, None]).sum(axis=1) / there.sum(axis=1, keepdims=True)
        lengths = self._numpy.linalg.norm(means, axis=1, keepdims=True)
        return means / self._numpy.maximum(lengths, 1e-9)

    def _look_up(self, tokens: Any, places: Any, added: Any) -> Any:
        weights, name = self._weights, "embeddings."
        state = weights[f"{name}word_embeddings.weight"][tokens]
        state = state + weights[f"{name}position_embeddings.weight"][places]
        state += weights[f"{name}token_type_embeddings.weight"][0]
        state += added
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
        shares = query @ key.transpose(0, 1, 3, 2)
        shares /= numpy.float32(math.sqrt(each))
        shares += hidden
        shares -= shares.max(axis=-1, keepdims=True)
        numpy.exp(shares, out=shares)
        shares /= shares.sum(axis=-1, keepdims=True)
        return (shares @ value).transpose(0, 2, 1, 3).reshape(texts, longest, size)

    def _apply_linear(self, name: str, state: Any) -> Any:
        weight = self._find_matrix(name)
        # As one matrix: of three dimensions it would go through the weights once for each text.
        flat = state.reshape(-1, weight.shape[1]) @ weight.T
        flat += self._weights[f"{name}.bias"]
        return flat.reshape(*state.shape[:-1], weight.shape[0])

    def _find_matrix(self, name: str) -> Any:
        return self._weights[f"{name}.weight"]

    def _normalise(self, name: str, state: Any) -> Any:
        numpy = self._numpy
        state = state - state.mean(axis=-1, keepdims=True)
        state /= numpy.sqrt((state * state).mean(axis=-1, keepdims=True) + _EPSILON)
        state *= self._weights[f"{name}.weight"]
        state += self._weights[f"{name}.bias"]
        return state

    def _apply_gelu(self, state: Any) -> Any:
        return apply_gelu(state)


def apply_gelu(state: Any) -> Any:
    """Return x times the normal distribution's share below x.

    The error function is Abramowitz and Stegun's 7.1.26, to 1.5e-7.
    """
    numpy: Any = importlib.import_module("numpy")
    scaled = state * numpy.float32(math.sqrt(0.5))
    size = numpy.abs(scaled)
    t = size * numpy.float32(0.3275911)
    t += 1
    numpy.reciprocal(t, out=t)
    total = numpy.zeros_like(t)
    for term in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        total += numpy.float32(term)
        total *= t
    size *= size
    numpy.negative(size, out=size)
    total *= numpy.exp(size, out=size)
    numpy.subtract(1, total, out=total)
    error = numpy.copysign(total, scaled, out=total)
    error += 1
    error *= numpy.float32(0.5)
    error *= state
    return error


def _list_batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield the places of texts, shortest first, of which each batch is `TOGETHER` or one."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and lengths[place] * (len(batch) + 1) > TOGETHER:
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch
