"""Embeds texts with wordllama: the mean of word vectors, whose weights come with the package."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Sequence

from agents.boundaries import ModelRejected
from agents.models.embedding.protocol import Embedder
from agents.word_vectors import PACKAGE, WordVectors, load_word_vectors


class WordLlamaEmbedder:
    """Makes vectors of 256 numbers, some 70 µs each.

    The model is loaded in a thread at the first text: 0.3 s and about 25 MB.
    """

    def __init__(self) -> None:
        self._model: WordVectors | None = None

    @property
    def name(self) -> str:
        """Which model it is."""
        return "wordllama l2_supercat 256"

    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Return a vector for each of `texts`.

        Raises `ModelRejected` where wordllama is not installed or its files are not what they
        should be.
        """
        return await asyncio.to_thread(self._embed_texts, list(texts))

    def embed_at_once(self, text: str) -> bytes | None:
        """Return the vector of `text`; None before the model is loaded."""
        return self._embed_texts([text])[0] if self._model is not None else None

    async def close(self) -> None:
        """Release the model."""
        self._model = None

    def _embed_texts(self, texts: list[str]) -> list[bytes]:
        if not texts:
            return []
        if self._model is None:
            self._model = _load_model()
        return [row.tobytes() for row in self._model.embed(texts).astype("<f4")]


def find_word_llama() -> WordLlamaEmbedder | None:
    """Return an embedder, still without its model; None where wordllama is not installed."""
    return WordLlamaEmbedder() if importlib.util.find_spec(PACKAGE) else None


def _load_model() -> WordVectors:
    try:
        return load_word_vectors()
    except (ImportError, OSError, ValueError) as error:
        raise ModelRejected(f"wordllama cannot be used ({error})") from error


_embedder: type[Embedder] = WordLlamaEmbedder
