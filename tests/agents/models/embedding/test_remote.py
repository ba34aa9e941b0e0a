"""Embedders at a server, over a real socket."""

from __future__ import annotations

import math
import struct
from typing import Any

import pytest

from agents.boundaries import ModelBadReply, ModelError, ModelUnavailable
from agents.clock import SystemClock
from agents.models.embedding.absent import AbsentEmbedder
from agents.models.embedding.protocol import Embedder
from agents.models.embedding.remote import ASKED_AT_ONCE
from agents.models.embedding.settings import EmbeddingSettings
from agents.models.providers.protocol import ProviderResources
from agents.models.testing.server import ScriptedModelServer
from tests.agents.models.http_server import free_port_url, model_server
from tests.paths import ROOT


def make(environment: dict[str, str] | None = None, **values: Any) -> Embedder:
    resources = ProviderResources(1, ROOT, environment or {}, SystemClock())
    embedder = EmbeddingSettings(**values).make(resources)
    assert embedder is not None
    return embedder


def read_cosine(one: bytes, other: bytes) -> float:
    count = len(one) // 4
    first, second = (struct.unpack(f"<{count}f", each) for each in (one, other))
    product: float = sum(a * b for a, b in zip(first, second, strict=True))
    return product / math.hypot(*first) / math.hypot(*second)


@pytest.mark.parametrize(("provider", "path"), [("ollama", ""), ("openai", ""), ("openai", "/v1")])
async def test_texts_become_vectors_in_their_order(provider: str, path: str) -> None:
    """More texts than one request takes come back as many vectors."""
    texts = [f"a boat and a lantern, number {n}" for n in range(ASKED_AT_ONCE * 2 + 3)]
    async with ScriptedModelServer() as server:
        embedder = make(provider=provider, url=server.url + path, model="any")
        vectors = await embedder.embed(texts)
        again = await embedder.embed([texts[-1], "a wholly different thing"])
        await embedder.close()
    assert len(vectors) == len(texts)
    assert again[0] == vectors[-1]
    assert read_cosine(vectors[0], vectors[1]) > read_cosine(vectors[0], again[1]) + 0.3
    assert embedder.embed_at_once("a boat") is None


async def test_the_key_comes_from_the_environment() -> None:
    reply = {"data": [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [1, 0]}]}
    async with model_server(reply=reply) as server:
        values = {"provider": "openai", "url": server.url, "model": "m", "api_key_env": "KEY"}
        embedder = make({"KEY": "secret"}, **values)
        first, second = await embedder.embed(["a", "b"])
        await embedder.close()
        path, headers, body = server.requests[0]
    assert (struct.unpack("<2f", first), struct.unpack("<2f", second)) == ((1, 0), (0, 2))
    assert "POST /v1/embeddings " in path and body == {"model": "m", "input": ["a", "b"]}
    assert headers["authorization"] == "bearer secret"
    absent = make({}, **values)
    assert isinstance(absent, AbsentEmbedder)
    with pytest.raises(ModelError, match="the environment variable KEY is not set"):
        await absent.embed(["a"])


@pytest.mark.parametrize(
    "reply",
    [
        {},
        {"embeddings": 3},
        {"embeddings": [[1.0, 2.0]]},
        {"embeddings": [[1.0], [1.0, 2.0]]},
        {"embeddings": [[], []]},
        {"embeddings": [["a"], ["b"]]},
        {"embeddings": [[1e400], [1.0]]},
    ],
)
async def test_what_is_no_list_of_vectors_is_refused(reply: dict[str, Any]) -> None:
    async with model_server(reply=reply) as server:
        embedder = make(provider="ollama", url=server.url, model="m")
        with pytest.raises(ModelBadReply, match="the reply has not 2 vectors"):
            await embedder.embed(["a", "b"])
        await embedder.close()


async def test_a_server_that_is_not_there_is_an_error() -> None:
    embedder = make(provider="ollama", url=free_port_url(), model="m")
    with pytest.raises(ModelUnavailable):
        await embedder.embed(["a"])
    await embedder.close()
