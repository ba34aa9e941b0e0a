"""Model servers of this machine are found by asking, over real HTTP."""

from __future__ import annotations

import asyncio
import json
from urllib.parse import urlsplit

import pytest

from agents.models.discovery import (
    FoundModel,
    FoundServer,
    ServerPlace,
    count_parameters,
    find_model_servers,
)
from agents.models.testing import ScriptedModelServer
from tests.agents.models.http_server import find_free_port
from tests.limits import HANG_SECONDS


async def test_both_interfaces_are_read_and_an_empty_port_is_passed_over() -> None:
    async with ScriptedModelServer() as server:
        port = urlsplit(server.url).port or 0
        found = await find_model_servers(
            [
                ServerPlace("ollama", port, "ollama", "/api/tags", ""),
                ServerPlace("nobody", find_free_port(), "openai"),
                ServerPlace("vllm", port, "openai"),
                ServerPlace("other", port, "openai", "/no-such-path"),
            ],
            HANG_SECONDS,
        )
    assert [each.place.name for each in found] == ["ollama", "vllm"]
    assert [each.url for each in found] == [server.url, f"{server.url}/v1"]
    assert found[0].models == found[1].models == (FoundModel("rehearsal"),)


#: As llama.cpp's server, build 11549, lists a model (shortened, of another size), and vLLM.
LLAMA_CPP = {
    "models": [{"name": "a.gguf", "details": {"format": "gguf", "parameter_size": ""}}],
    "data": [{"id": "a.gguf", "meta": {"n_ctx": 7168, "n_params": 7777088000, "size": 1111370240}}],
}
VLLM = {"data": [{"id": "Qwen/Qwen3-4B", "object": "model", "max_model_len": 32768}]}
ODD = {"data": [{"id": "x", "meta": {"n_ctx": "7168", "n_params": True}, "max_model_len": -1}]}


@pytest.mark.parametrize(
    ("body", "model"),
    [
        (LLAMA_CPP, FoundModel("a.gguf", 7777088000.0, 7168)),
        (VLLM, FoundModel("Qwen/Qwen3-4B", 4e9, 32768)),
        (ODD, FoundModel("x")),
        ({"data": [{"id": "x", "meta": [], "details": 4}]}, FoundModel("x")),
    ],
)
async def test_a_list_tells_a_models_size_and_its_room(body: object, model: FoundModel) -> None:
    (server,) = await _ask(json.dumps(body).encode())
    assert server.models == (model,)


@pytest.mark.parametrize(
    "body",
    [
        b"no JSON",
        b"[]",
        b'{"data": 3}',
        b'{"data": [{"id": "a b"}, {"id": 7}, 7, {"id": "nomic-embed-text"}]}',
        b'{"data": [' + b" " * 1_100_000 + b"]}",
    ],
)
async def test_whatever_else_listens_there_is_no_model_server(body: bytes) -> None:
    assert await _ask(body) == []


async def test_a_silent_listener_costs_the_time_out_and_no_more() -> None:
    async with asyncio.timeout(HANG_SECONDS):
        assert await _ask(None, seconds=0.1) == []


async def _ask(body: bytes | None, seconds: float = HANG_SECONDS) -> list[FoundServer]:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if body is None:
            await reader.read()
        elif await reader.readline():
            head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    found = await find_model_servers([ServerPlace("x", port, "openai")], seconds)
    server.close()
    return list(found)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("gemma3:4b", 4e9),
        ("gemma3:270m", 270e6),
        ("268.10M gemma3:latest", 268.1e6),
        ("Qwen/Qwen3-0.6B-GGUF", 0.6e9),
        ("mistral", 0),
        ("llama3.2:1b-instruct-q4_K_M", 1e9),
        ("gpt-4o", 0),
    ],
)
def test_a_models_size_is_read_from_its_name(text: str, count: float) -> None:
    assert count_parameters(text) == pytest.approx(count)


def test_models_that_copy_long_prompts_are_small_and_unknown_ones_are_not() -> None:
    assert FoundModel("a", 1e9).is_small
    assert not FoundModel("a", 4e9).is_small
    assert not FoundModel("a").is_small
