"""The interface of an embedder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Embedder(Protocol):
    """Turns texts into vectors; texts of like meaning have vectors of like direction.

    A vector is the bytes of little-endian 32-bit floats, the same count for every text.
    """

    @property
    def name(self) -> str:
        """Which model it is: vectors of one name can be compared."""
        ...

    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Return a vector for each of `texts`, without blocking the loop. Raises `ModelError`."""
        ...

    def embed_at_once(self, text: str) -> bytes | None:
        """Return the vector of `text` if it takes well under a millisecond; None if it does not."""
        ...

    async def close(self) -> None:
        """Release what it holds."""
        ...
