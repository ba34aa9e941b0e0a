"""Stands in for an embedder that cannot be made."""

from __future__ import annotations

from collections.abc import Sequence

from agents.boundaries import ModelRejected
from agents.models.embedding.protocol import Embedder


class AbsentEmbedder:
    """Fails with the same reason whenever it is asked."""

    def __init__(self, name: str, why: str) -> None:
        self._name, self._why = name, why

    @property
    def name(self) -> str:
        """Which embedder is not there."""
        return self._name

    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Raise `ModelRejected`."""
        raise ModelRejected(self._why)

    def embed_at_once(self, text: str) -> bytes | None:
        """Return None."""
        return None

    async def close(self) -> None:
        """Do nothing: there is nothing to close."""


_embedder: type[Embedder] = AbsentEmbedder
