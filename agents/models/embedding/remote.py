"""Embeds texts at a server with Ollama's or OpenAI's interface."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from agents.boundaries import Clock, ModelBadReply
from agents.models.embedding.protocol import Embedder
from agents.models.providers.answers import excerpt_body

if TYPE_CHECKING:
    from agents.models.providers.json_http import JsonEndpoint

#: Texts in one request: reading a larger answer would hold up the loop.
ASKED_AT_ONCE = 16

#: The largest answer, in bytes.
MOST_BYTES = 4 * 1024 * 1024

OLLAMA_URL = "http://127.0.0.1:11434"

ReadVectors = Callable[[Mapping[str, Any]], object]
"""Return the list of vectors in an answer. Raises `KeyError`, `TypeError`, `ValueError`."""


class RemoteEmbedder:
    """POSTs texts to `path` of a server, a few at a time."""

    def __init__(
        self, model: str, path: str, connect: Callable[[str], JsonEndpoint], read: ReadVectors
    ) -> None:
        self._model, self._path, self._connect, self._read = model, path, connect, read
        self._endpoint: JsonEndpoint | None = None

    @property
    def name(self) -> str:
        """The model's name: its vectors are the same at any address."""
        return f"{self._path} {self._model}"

    async def embed(self, texts: Sequence[str]) -> Sequence[bytes]:
        """Return a vector for each of `texts`. Raises `ModelError`."""
        if self._endpoint is None:
            self._endpoint = self._connect(self._model)
        vectors: list[bytes] = []
        for begin in range(0, len(texts), ASKED_AT_ONCE):
            asked = list(texts[begin : begin + ASKED_AT_ONCE])
            reply = await self._endpoint.post(self._path, {"model": self._model, "input": asked})
            vectors += self._read_vectors(reply, len(asked))
        return vectors

    def embed_at_once(self, text: str) -> bytes | None:
        """Return None: a server has to be asked."""
        return None

    async def close(self) -> None:
        """Close the connection."""
        if self._endpoint is not None:
            await self._endpoint.close()

    def _read_vectors(self, reply: Mapping[str, Any], count: int) -> list[bytes]:
        try:
            found: Any = self._read(reply)
            vectors = [array("f", each) for each in found]
            sizes = {len(each) for each in vectors}
            sound = all(math.isfinite(value) for each in vectors for value in each)
        except (KeyError, TypeError, ValueError, OverflowError):
            vectors, sizes, sound = [], set(), False
        if len(vectors) != count or len(sizes) != 1 or sizes == {0} or not sound:
            said = excerpt_body(str(reply).encode())
            raise ModelBadReply(f"{self.name}: the reply has not {count} vectors: {said}")
        return [each.tobytes() for each in vectors]


def make_ollama(url: str, model: str, key: str, *, clock: Clock, timeout: float) -> RemoteEmbedder:
    """Return an embedder at an Ollama server (``POST {url}/api/embed``)."""
    address = (url or OLLAMA_URL).rstrip("/")
    return _make(address, "/api/embed", model, key, lambda reply: reply["embeddings"],
                 clock, timeout)  # fmt: skip


def make_openai(url: str, model: str, key: str, *, clock: Clock, timeout: float) -> RemoteEmbedder:
    """Return an embedder at a server with OpenAI's interface; `url` may end in ``/v1``."""
    address = url.rstrip("/").removesuffix("/v1") + "/v1"
    return _make(address, "/embeddings", model, key, _read_openai, clock, timeout)


def _read_openai(reply: Mapping[str, Any]) -> object:
    return [each["embedding"] for each in sorted(reply["data"], key=lambda each: each["index"])]


def _make(
    url: str,
    path: str,
    model: str,
    key: str,
    read: ReadVectors,
    clock: Clock,
    timeout: float,
) -> RemoteEmbedder:
    def connect(name: str) -> JsonEndpoint:
        # Imported here, because it loads an HTTP client (see `agents.models.providers.answers`).
        from agents.models.providers.json_http import JsonEndpoint  # noqa: PLC0415

        headers = {"Authorization": f"Bearer {key}"} if key else {}
        label = f"{name} at {url}"
        return JsonEndpoint(
            url, label, clock=clock, timeout=timeout, headers=headers, reply_limit=MOST_BYTES
        )

    return RemoteEmbedder(model, path, connect, read)


_embedder: type[Embedder] = RemoteEmbedder
