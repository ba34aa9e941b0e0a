"""An embedder with a little dictionary, for tests."""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence

from agents.boundaries import ModelUnavailable
from agents.models.embedding.protocol import Embedder

NUMBERS = 128
_MEANT = {"lantern": "light", "lamp": "light", "boat": "ship", "vessel": "ship"}


class Dictionary:
    """A vector for each meaning that its dictionary has, and another for any other text."""

    def __init__(self, name: str = "dictionary", *, at_once: bool = True) -> None:
        self._name = name
        self._at_once = at_once
        self.texts: list[str] = []
        self.why_not = ""
        """Why it fails; empty: it works."""

    @property
    def name(self) -> str:
        return self._name

    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        self._check()
        self.texts += texts
        return [make_vector(text) for text in texts]

    def embed_at_once(self, text: str) -> bytes | None:
        if not self._at_once:
            return None
        self._check()
        return make_vector(text)

    async def close(self) -> None:
        self.why_not = "closed"

    def _check(self) -> None:
        if self.why_not:
            raise ModelUnavailable(self.why_not)


def make_vector(text: str) -> bytes:
    meant = [_MEANT[word] for word in text.split() if word in _MEANT]
    numbers = random.Random((meant or [text])[0])
    return struct.pack(f"<{NUMBERS}f", *(numbers.gauss(0, 1) for _ in range(NUMBERS)))


_conforms: type[Embedder] = Dictionary
