"""The rehearsed model on a real socket, asked by the product's own providers."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from agents.boundaries import (
    Completion,
    Model,
    ModelBadReply,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
)
from agents.clock import SystemClock, VirtualClock
from agents.models.providers.ollama import OllamaProvider
from agents.models.providers.openai import OpenAiProvider
from agents.models.providers.script_file import ScriptedFailure
from agents.models.testing import (
    MODES,
    RehearsalModel,
    ScriptedModelServer,
    find_fact_keys,
    plant_facts,
)
from agents.models.testing.lines import CALM
from agents.models.testing.performing import Answer
from tests.agents.models.testing.support import CITE, TURN, mixed, numbered, summary_prompt
from tests.limits import HANG_SECONDS

APIS = ("ollama", "completions", "chat")
FACTS = plant_facts(6, 21)
KEYS = {fact.key for fact in FACTS}
LINES = mixed(FACTS)
PROMPT = summary_prompt(numbered(LINES), CITE)
#: For an answer however busy the machine is, and short enough for the modes that give none.
PATIENT, SHORT = HANG_SECONDS, 0.05
SILENT = {"hang", "slow-drip"}
ERRORS = {
    "empty": ModelBadReply,
    "500": ModelUnavailable,
    "nonsense": ModelBadReply,
    "hang": ModelTimeout,
    "slow-drip": ModelTimeout,
}


@asynccontextmanager
async def provider(api: str, url: str, seconds: float = PATIENT) -> AsyncIterator[Model]:
    clock = SystemClock()
    made: OllamaProvider | OpenAiProvider
    if api == "ollama":
        made = OllamaProvider(url, "tiny", clock=clock, timeout=seconds, context_tokens=4096)
    else:
        made = OpenAiProvider(
            url,
            "tiny",
            clock=clock,
            timeout=seconds,
            environment={},
            chat=api == "chat",
        )
    try:
        yield made.model_for("Moss")
    finally:
        await made.close()


def plain(url: str) -> httpx.AsyncClient:
    """A client of no particular make, and past any proxy."""
    return httpx.AsyncClient(base_url=url, timeout=HANG_SECONDS, trust_env=False)


async def ask(model: Model, prompt: str, stop: tuple[str, ...] = ("\n#",)) -> Completion:
    return await model.complete(prompt, stop=stop, max_tokens=200, temperature=0.0)


@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("mode", MODES)
async def test_every_mode_reaches_the_products_providers(api: str, mode: str) -> None:
    """Over each interface a mode gives the text of the model in process, or its error."""
    inside = RehearsalModel()
    inside.change({"summaries": mode})
    async with ScriptedModelServer(drip=3600.0) as server:
        server.change({"summaries": mode})
        async with provider(api, server.url, SHORT if mode in SILENT else PATIENT) as model:
            if mode in ERRORS:
                while not server.prompts:  # on a busy machine the short time may be over before
                    with pytest.raises(ERRORS[mode]):
                        await ask(model, PROMPT)
            else:
                answer = await ask(model, PROMPT)
                assert answer.text == (await ask(inside, PROMPT)).text
                assert answer.finish == "stop" and answer.prompt_tokens > 100
            assert set(server.prompts) == {PROMPT}
            assert len(server.prompts) == 1 or mode in SILENT
        async with provider(api, server.url) as model:
            assert (await ask(model, TURN)).text == CALM
    assert len(set(server.paths)) == 1
    assert len(server.paths) == 2 or mode in SILENT


@pytest.mark.parametrize("api", APIS)
async def test_modes_of_turns_and_of_memories_are_apart(api: str) -> None:
    """While turns fail summaries are faithful, and the other way round, on one connection."""
    async with ScriptedModelServer(turns="500") as server, provider(api, server.url) as model:
        with pytest.raises(ModelUnavailable, match="HTTP 500: the model fell over"):
            await ask(model, TURN)
        assert find_fact_keys((await ask(model, PROMPT)).text) == KEYS
        server.turns, server.summaries = "ok", "refusal"
        faults = (
            ScriptedFailure("error", 404),
            ScriptedFailure("error", 599),
            ScriptedFailure("timeout"),
        )
        server.says("Moss", "say Good evening.\nsay more", *faults)
        assert (await ask(model, TURN, ("\n",))).text == "say Good evening."
        assert (await ask(model, PROMPT)).text.startswith("I'm sorry")
        for error in (ModelRejected, ModelUnavailable, ModelTimeout):
            with pytest.raises(error, match="as scripted"):
                await ask(model, TURN)


async def test_modes_are_changed_over_http() -> None:
    """POST /mode sets some values and tells all; what is wrong is a 400 that changes nothing."""
    async with ScriptedModelServer() as server, plain(server.url) as client:
        change = {"summaries": "lossy", "turns": "empty", "loss": 1}
        told = (await client.post("/mode", json=change)).json()
        assert told == (await client.get("/mode")).json()
        assert told == {"summaries": "lossy", "turns": "empty", "loss": 1, "drip": 1.0, "seed": 0}
        reply = await client.post("/api/generate", json={"prompt": PROMPT, "stream": False})
        assert find_fact_keys(reply.json()["response"]) == set()
        for body in (b'{"turns": "no"}', b'{"mode": "ok"}', b"[1]", b"{", b'{"loss": 2}'):
            refused = await client.post("/mode", content=body)
            assert refused.status_code == 400 and refused.json()["error"], body
        assert (await client.get("/mode")).json() == told


async def test_models_are_listed() -> None:
    """GET /api/tags and GET /v1/models name the one model, in each interface's shape."""
    async with ScriptedModelServer() as server, plain(server.url) as client:
        assert (await client.get("/api/tags")).json()["models"][0]["name"] == "rehearsal"
        listed = (await client.get("/v1/models?limit=1")).json()
        assert listed["object"] == "list" and listed["data"][0]["id"] == "rehearsal"


async def test_streams_hold_the_same_text() -> None:
    """Streamed word by word an answer is the same as whole, with its end and its counts."""
    long = {"stop": ["§"], "stream": True, "model": "any"}
    async with ScriptedModelServer() as server, plain(server.url) as client:
        server.says("Moss", *["say  one two\nthree § four"] * 3)
        reply = await client.post(
            "/api/generate", json={"prompt": TURN, "options": {"stop": "§"}, "model": "any"}
        )
        rows = [json.loads(line) for line in reply.text.splitlines()]
        assert "".join(row["response"] for row in rows) == "say  one two\nthree "
        assert [row["done"] for row in rows] == [False] * 4 + [True]
        assert rows[-1]["done_reason"] == "stop" and rows[-1]["model"] == "any"
        for path, body in (
            ("completions", {"prompt": TURN}),
            ("chat/completions", {"messages": [{"role": "user", "content": TURN}]}),
        ):
            reply = await client.post(f"/v1/{path}", json=body | long)
            assert reply.headers["content-type"] == "text/event-stream"
            *events, last = [each.removeprefix("data: ") for each in reply.text.split("\n\n")[:-1]]
            choices = [json.loads(each)["choices"][0] for each in events]
            said = [each.get("text", each.get("delta", {}).get("content", "")) for each in choices]
            assert "".join(said) == "say  one two\nthree "
            assert [each["finish_reason"] for each in choices] == [None] * 4 + ["stop"]
            assert last == "[DONE]"


async def test_chat_prompt_is_all_of_its_messages() -> None:
    """A persona in the system message and text in parts are both part of the prompt."""
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": "You are Fern, a gardener."},
        {"role": "user", "content": [{"type": "text", "text": "What do you do?"}]},
    ]
    async with ScriptedModelServer() as server, plain(server.url) as client:
        server.says("Fern", "say I dig.")
        reply = await client.post("/v1/chat/completions", json={"messages": messages})
        assert reply.json()["choices"][0]["message"]["content"] == "say I dig."
        assert server.prompts == ["You are Fern, a gardener.\n\nWhat do you do?"]


async def test_limits_are_honoured_where_wished() -> None:
    """An answer ends at max_tokens and says so, in either interface, if the server is told to."""
    async with ScriptedModelServer(honours_max_tokens=True) as server:
        server.says("Moss", "say " + "x" * 2000, "say " + "x" * 2000)
        for api in ("ollama", "chat"):
            async with provider(api, server.url) as model:
                answer = await ask(model, TURN)
                assert (len(answer.text), answer.finish) == (800, "length")


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("/api/generate", b"{", "not JSON"),
        ("/api/generate", b"[]", "not a JSON object"),
        ("/api/generate", b"{}", "prompt: read nothing"),
        ("/api/generate", b'{"prompt": 5}', "prompt: read 5"),
        ("/api/generate", b'{"prompt": "a", "options": 1}', "options: read 1"),
        ("/v1/completions", b'{"prompt": "a", "stop": [1]}', "stop: read"),
        ("/v1/chat/completions", b"{}", "messages: read nothing"),
        ("/v1/chat/completions", b'{"messages": [{"role": "user"}]}', "messages: read"),
        ("/v1/chat/completions", b'{"messages": ["a"]}', "messages: read 'a'"),
    ],
)
async def test_wrong_body_is_a_400_that_says_why(path: str, body: bytes, why: str) -> None:
    """What was read and what is allowed, in the words of the interface; nothing is counted."""
    async with ScriptedModelServer() as server, plain(server.url) as client:
        reply = await client.post(path, content=body)
        error = reply.json()["error"]
        assert reply.status_code == 400
        assert why in (error["message"] if path.startswith("/v1/") else error)
        assert server.prompts == []


async def test_wrong_paths_and_methods() -> None:
    """404 for what is not there, 405 for what is there in another way; the connection lives."""
    async with ScriptedModelServer() as server, plain(server.url) as client:
        assert (await client.get("/")).status_code == 404
        assert (await client.post("/api/pull", json={})).status_code == 404
        assert (await client.get("/api/generate")).status_code == 405
        assert (await client.put("/mode", json={})).status_code == 405
        assert (await client.get("/mode")).status_code == 200


async def _raw(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    address = urlsplit(url)
    return await asyncio.open_connection(address.hostname, address.port)


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"hello\r\n\r\n", 400),
        (b"POST /mode HTTP/1.1\r\nContent-Length: x\r\n\r\n", 400),
        (b"POST /mode HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413),
        (b"POST /mode HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
        (b"GET /mode HTTP/1.1\r\nA: " + b"a" * 70_000 + b"\r\n\r\n", 431),
        (b"GET /mode HTTP/1.0\r\n\r\n", 200),
        (b"GET /mode HTTP/1.1\r\nConnection: close\r\n\r\n", 200),
        (b"\xff\xfe /mode HTTP/1.1\r\nConnection: close\r\n\r\n", 405),
    ],
)
async def test_odd_requests_are_answered_and_the_connection_ends(
    request_: bytes, status: int
) -> None:
    """Whatever comes over the wire gets a status, and the server lives on."""
    async with ScriptedModelServer() as server:
        reader, writer = await _raw(server.url)
        writer.write(request_)
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 %d " % status), answer
        writer.close()
        async with provider("ollama", server.url) as model:
            assert (await ask(model, TURN)).text == CALM


async def test_client_that_asks_whether_to_go_on_is_told_to() -> None:
    """Expect: 100-continue, as curl sends it before a large body, is answered first."""
    async with ScriptedModelServer() as server:
        reader, writer = await _raw(server.url)
        body = json.dumps({"prompt": TURN, "stream": False}).encode()
        head = b"POST /api/generate HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n"
        writer.write(head % len(body))
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(body)
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200 OK\r\n")
        writer.close()


async def test_slow_drip_sends_a_byte_at_a_time() -> None:
    """The head comes at once, then every `drip` seconds one byte, streamed or not."""
    clock = VirtualClock()
    async with ScriptedModelServer(turns="slow-drip", drip=2.0, clock=clock) as server:
        reader, writer = await _raw(server.url)
        body = json.dumps({"prompt": TURN, "stream": False}).encode()
        writer.write(
            b"POST /api/generate HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % len(body) + body
        )
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
        got = await reader.read(length)
        assert len(got) == 1
        while len(got) < length:
            before = len(got)
            await clock.advance(2.0)
            got += await reader.read(length)
            assert len(got) == before + 1
        assert json.loads(got)["response"] == CALM
        writer.close()


def test_with_runs_in_a_thread_of_its_own() -> None:
    """Plain blocking code can use the server, change it while it runs, and use it again."""
    server = ScriptedModelServer(turns="500")
    for _ in range(2):
        server.turns = "500"
        with (
            server as model,
            httpx.Client(base_url=model.url, timeout=HANG_SECONDS, trust_env=False) as client,
        ):
            body = {"prompt": TURN, "stream": False}
            assert client.post("/api/generate", json=body).status_code == 500
            model.turns = "ok"
            assert client.post("/api/generate", json=body).json()["response"] == CALM
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{model.url}/mode", trust_env=False)
    assert len(server.prompts) == 4


def test_taken_port_is_told_to_whoever_starts_it() -> None:
    """The thread's error arrives where `with` stands."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        server = ScriptedModelServer(listen=taken.getsockname())
        with pytest.raises(OSError, match="in use"), server:
            pytest.fail("it did not start")


class Noticing(ScriptedModelServer):
    """Tells when it is asked."""

    def answer(self, prompt: str) -> Answer:
        self.asked.set()
        return super().answer(prompt)

    async def start(self) -> None:
        self.asked = asyncio.Event()
        await super().start()


async def test_close_hangs_up_on_those_who_wait() -> None:
    """A server that is closed ends the requests that hang in it."""
    server = Noticing(turns="hang")
    await server.start()
    async with provider("ollama", server.url) as model:
        waiting = asyncio.ensure_future(ask(model, TURN))
        await server.asked.wait()
        await server.close()
        with pytest.raises(ModelUnavailable):
            await waiting
