import asyncio

import pytest

from agents.boundaries import (
    Completion,
    ModelBadReply,
    ModelError,
    ModelRateLimited,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
    Provider,
)
from agents.clock import SystemClock, VirtualClock
from agents.models.providers.json_http import retry_after_seconds
from agents.models.providers.ollama import OllamaProvider
from agents.models.providers.openai import OpenAiProvider
from tests.agents.models.http_server import free_port_url, model_server
from tests.limits import HANG_SECONDS

OLLAMA_REPLY = {
    "response": " say Good morning.",
    "done_reason": "stop",
    "prompt_eval_count": 11,
    "eval_count": 4,
}
OPENAI_REPLY = {
    "choices": [{"text": " say Good morning.", "finish_reason": "length"}],
    "usage": {
        "prompt_tokens": 11,
        "completion_tokens": 4,
        "prompt_tokens_details": {"cached_tokens": 8},
    },
}


def ollama(url: str, timeout: float = HANG_SECONDS) -> OllamaProvider:
    return OllamaProvider(url, "gemma3:1b", clock=SystemClock(), timeout=timeout, context_tokens=99)


def ollama_chat(url: str) -> OllamaProvider:
    return OllamaProvider(
        url,
        "gemma3:4b",
        clock=SystemClock(),
        timeout=HANG_SECONDS,
        context_tokens=99,
        chat=True,
    )


def openai(url: str, **values: object) -> OpenAiProvider:
    settings = {"clock": SystemClock(), "timeout": HANG_SECONDS, "environment": {}} | values
    return OpenAiProvider(url, "tiny", **settings)  # type: ignore[arg-type]


async def ask(provider: Provider, **values: object) -> Completion:
    settings = {"stop": ["\n"], "max_tokens": 9, "temperature": 0.5} | values
    try:
        return await provider.model_for("Moss").complete("~Moss>", **settings)  # type: ignore[arg-type]
    finally:
        await provider.close()


async def failure(provider: Provider) -> ModelError:
    with pytest.raises(ModelError) as caught:
        await ask(provider)
    return caught.value


async def test_ollama_sends_a_raw_prompt_and_reads_the_counts() -> None:
    """Ollama gets the prompt raw, with every option, and its counts are taken over."""
    async with model_server(reply=OLLAMA_REPLY) as server:
        completion = await ask(ollama(server.url + "/"), grammar='root ::= "look"')
    assert completion == Completion(" say Good morning.", 11, 4, "stop")
    line, _, body = server.requests[0]
    assert line == "POST /api/generate HTTP/1.1"
    assert body == {
        "model": "gemma3:1b",
        "prompt": "~Moss>",
        "raw": True,
        "stream": False,
        "options": {
            "temperature": 0.5,
            "num_predict": 9,
            "stop": ["\n"],
            "num_ctx": 99,
            "repeat_penalty": 1.1,
        },
    }


OLLAMA_CHAT_REPLY = {
    "message": {"role": "assistant", "content": "say Good morning."},
    "done_reason": "length",
    "prompt_eval_count": 11,
    "eval_count": 4,
}


async def test_ollama_chat_sends_one_message() -> None:
    """The model's own template is applied; a server that tells nothing of it gets no ``think``."""
    async with model_server(reply=OLLAMA_CHAT_REPLY) as server:
        completion = await ask(ollama_chat(server.url))
    assert completion == Completion("say Good morning.", 11, 4, "length")
    (shown, _, asked), (line, _, body) = server.requests
    assert (shown, asked) == ("POST /api/show HTTP/1.1", {"model": "gemma3:4b"})
    assert line == "POST /api/chat HTTP/1.1"
    assert body["messages"] == [{"role": "user", "content": "~Moss>"}]
    assert body["options"]["num_ctx"] == 99
    assert not {"raw", "prompt", "think"} & body.keys()


@pytest.mark.parametrize(
    ("told", "think"),
    [
        ({"capabilities": ["completion", "thinking"]}, False),
        ({"thinking": {"values": [False, True], "default": True}}, False),
        ({"thinking": {"values": ["low", "high"]}}, "low"),
        ({"capabilities": ["completion"]}, None),
    ],
)
async def test_ollama_is_asked_to_think_as_little_as_it_can(
    told: dict[str, object], think: object
) -> None:
    """What was told is asked once; a model that cannot think is not told about it."""
    async with model_server(reply=OLLAMA_CHAT_REPLY | told) as server:
        provider = ollama_chat(server.url)
        for _ in range(2):
            await provider.complete("x", stop=[], max_tokens=1, temperature=0)
        await provider.close()
    bodies = [body for line, _, body in server.requests if "/api/chat" in line]
    assert [body.get("think") for body in bodies] == [think, think]
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("told", "chats"),
    [
        ({"template": "{{ .Prompt }}"}, False),
        ({"template": ""}, False),
        ({"template": "<start_of_turn>user {{ .Content }}"}, True),
        ({"template": "", "template_source": "gguf_chat_template"}, True),
        ({}, False),
    ],
)
async def test_ollama_tells_whether_a_model_has_a_template_for_chats(
    told: dict[str, object], chats: bool
) -> None:
    async with model_server(reply=told) as server:
        provider = ollama_chat(server.url)
        assert (await provider.find_abilities()).chats is chats
        await provider.close()


async def test_ollama_without_counts_is_counted_roughly() -> None:
    """A reply without token counts still gives a completion with counts."""
    async with model_server(reply={"response": "12345678", "done_reason": "length"}) as server:
        assert await ask(ollama(server.url)) == Completion("12345678", 2, 2, "length")


async def test_the_connection_is_kept() -> None:
    """Several requests use one connection."""
    async with model_server(reply=OLLAMA_REPLY) as server:
        provider = ollama(server.url)
        for _ in range(3):
            await provider.complete("x", stop=[], max_tokens=1, temperature=0)
        await provider.close()
    assert (server.connections, len(server.requests)) == (1, 3)


@pytest.mark.parametrize("suffix", ["", "/", "/v1", "/v1/"])
async def test_openai_completions(suffix: str) -> None:
    """The address may or may not end in /v1, and usage and finish are read."""
    async with model_server(reply=OPENAI_REPLY) as server:
        completion = await ask(openai(server.url + suffix), stop=list("abcde"))
    assert completion == Completion(" say Good morning.", 11, 4, "length", cached_tokens=8)
    line, headers, body = server.requests[0]
    assert line == "POST /v1/completions HTTP/1.1"
    assert body["stop"] == list("abcd")
    assert body["prompt"] == "~Moss>"
    assert "authorization" not in headers


async def test_openai_chat() -> None:
    """The chat interface gets the prompt as one message."""
    reply = {"choices": [{"message": {"content": "look"}, "finish_reason": "stop"}]}
    async with model_server(reply=reply) as server:
        completion = await ask(
            openai(server.url, chat=True, api_key_env="KEY", environment={"KEY": "s3cret"}),
            stop=[],
        )
    assert (completion.text, completion.finish) == ("look", "stop")
    line, headers, body = server.requests[0]
    assert line == "POST /v1/chat/completions HTTP/1.1"
    assert headers["authorization"] == "bearer s3cret"
    assert body["messages"] == [{"role": "user", "content": "~Moss>"}]
    assert "stop" not in body


def test_a_missing_key_is_named() -> None:
    """A key variable that is not set is refused by its name, before any request."""
    with pytest.raises(ModelRejected, match="environment variable TARN_KEY holds no key"):
        openai("http://127.0.0.1:1", api_key_env="TARN_KEY", environment={"TARN_KEY": " "})


@pytest.mark.parametrize("make", [ollama, openai])
@pytest.mark.parametrize(
    ("mode", "kind", "text"),
    [
        ("500", ModelUnavailable, "HTTP 500"),
        ("503", ModelUnavailable, "HTTP 503"),
        ("408", ModelTimeout, "HTTP 408"),
        ("400", ModelRejected, "HTTP 400"),
        ("401", ModelRejected, "HTTP 401"),
        ("204", ModelBadReply, "HTTP 204"),
        ("302", ModelBadReply, "HTTP 302"),
        ("half", ModelUnavailable, "peer closed connection"),
        ("garbage", ModelBadReply, "not JSON: <html> [31mnot what you think</html>"),
        ("list", ModelBadReply, "not a JSON object"),
        ("huge", ModelBadReply, "larger than 1048576 bytes"),
    ],
)
async def test_failures(make: type, mode: str, kind: type[ModelError], text: str) -> None:
    """Each way in which a server fails has its own error, which names the model."""
    async with model_server(mode=mode) as server:
        error = await failure(make(server.url))
    assert type(error) is kind
    assert str(error).startswith(("ollama gemma3:1b at http://127", "openai tiny at http://127"))
    assert text in str(error)


async def test_an_unknown_model_is_rejected_with_the_servers_words() -> None:
    """404 is a refusal that says what the server said."""
    reply = {"error": "model 'gemma3:1b' not found"}
    async with model_server(mode="404", reply=reply) as server:
        error = await failure(ollama(server.url))
    assert isinstance(error, ModelRejected)
    assert str(error).endswith("HTTP 404: model 'gemma3:1b' not found")


async def test_a_rate_limit_tells_how_long_to_wait() -> None:
    """429 with Retry-After is passed on in seconds; without it, None."""
    async with model_server(
        mode="429", headers={"Retry-After": "7"}, reply={"error": {"message": "slow down"}}
    ) as server:
        error = await failure(openai(server.url))
        server.headers = {}
        bare = await failure(openai(server.url))
    assert isinstance(error, ModelRateLimited)
    assert error.retry_after == 7.0
    assert str(error).endswith("HTTP 429: slow down")
    assert isinstance(bare, ModelRateLimited)
    assert bare.retry_after is None


def test_retry_after_may_be_a_date() -> None:
    """Both forms of the header are read, a past date is no wait, nonsense is None."""
    now = VirtualClock().now()
    assert retry_after_seconds("Thu, 01 Jan 2026 00:01:30 GMT", now) == 90.0
    assert retry_after_seconds("Thu, 01 Jan 2026 00:01:30 -0000", now) == 90.0
    assert retry_after_seconds("Thu, 01 Jan 2015 00:00:00 GMT", now) == 0.0
    assert retry_after_seconds("soon", now) is None
    assert retry_after_seconds("", now) is None


@pytest.mark.parametrize(
    ("make", "reply", "text"),
    [
        (ollama, {}, "no `response`"),
        (ollama, {"response": 5}, "no `response`"),
        (ollama, {"error": "out of memory"}, "no `response`: out of memory"),
        (ollama, {"response": " \n"}, "said nothing"),
        (openai, {}, "no `choices`"),
        (openai, {"choices": []}, "no `choices`"),
        (openai, {"choices": ["x"]}, "no `choices`"),
        (openai, {"choices": [{"text": ["x"]}]}, "not text"),
        (openai, {"choices": [{"text": ""}]}, "said nothing"),
        (openai, {"choices": [{"message": {"content": None}}]}, "said nothing"),
    ],
)
async def test_replies_without_text(make: type, reply: dict[str, object], text: str) -> None:
    """A reply that lacks what the protocol promises, or is empty, is no success."""
    async with model_server(reply=reply) as server:
        error = await failure(make(server.url))
    assert isinstance(error, ModelBadReply)
    assert text in str(error)


async def test_nobody_listens() -> None:
    """A refused connection is unavailable, not a crash."""
    error = await failure(ollama(free_port_url()))
    assert type(error) is ModelUnavailable


async def test_not_an_address() -> None:
    """An address that cannot be used is rejected: trying again cannot help."""
    assert isinstance(await failure(ollama("ftp://127.0.0.1/")), ModelRejected)


async def test_silence_is_a_timeout() -> None:
    """A server that takes the request and never answers is a time-out."""
    async with model_server(mode="hang") as server:
        error = await failure(ollama(server.url, timeout=0.05))
    assert isinstance(error, ModelTimeout)


async def test_cancelling_lets_go_of_the_connection() -> None:
    """A cancelled request closes its connection; the next one has a new one."""
    async with model_server(mode="hang", reply=OLLAMA_REPLY) as server:
        provider = ollama(server.url)
        task = asyncio.ensure_future(provider.complete("x", stop=[], max_tokens=1, temperature=0))
        await server.asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        server.mode = "ok"
        assert (await ask(provider)).text == " say Good morning."
    assert server.connections == 2
