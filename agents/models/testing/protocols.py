"""The interfaces of model servers: requests, whole and streamed answers, and errors."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Protocol

from agents.models.providers.answers import estimate_tokens
from late.late_dataclass import late_dataclass

MODEL = "rehearsal"
"""The name of the only model; it also answers requests for any other."""

CACHED_PROMPTS = 8
"""So many of the latest prompts are kept, whose beginnings count as cached."""


class BadBody(Exception):
    """A request's body does not fit the interface; the message says why."""


@late_dataclass(frozen=True, slots=True)
class Ask:
    """One request for a completion."""

    prompt: str
    stop: tuple[str, ...] = ()
    max_tokens: int = 0
    """0: no limit."""
    stream: bool = False
    model: str = MODEL


@late_dataclass(frozen=True, slots=True)
class Spoken:
    """The answer to an `Ask`."""

    ask: Ask
    text: str
    finish: str
    """``stop`` or ``length``."""
    at: datetime


def _count_same(one: str, other: str) -> int:
    """Return with how many of the same characters two texts begin."""
    differ = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differ, min(len(one), len(other)))


class Interface(Protocol):
    """The interface of one path. Bodies are JSON objects."""

    @property
    def stream_type(self) -> str:
        """The media type of a streamed answer."""
        ...

    def ask(self, body: Mapping[str, Any]) -> Ask:
        """Return the request in `body`. Raises `BadBody`."""
        ...

    def whole(self, told: Spoken) -> dict[str, Any]:
        """Return the answer in one piece."""
        ...

    def pieces(self, told: Spoken) -> Iterator[bytes]:
        """Yield the answer word by word."""
        ...


class Ollama:
    """Speaks ``POST /api/generate``: https://docs.ollama.com/api (generate a completion)."""

    stream_type = "application/x-ndjson"

    def ask(self, body: Mapping[str, Any]) -> Ask:
        """Return the request; it streams unless ``stream`` is false. Raises `BadBody`."""
        options = body.get("options") or {}
        if not isinstance(options, dict):
            raise BadBody(f"options: read {options!r}, allowed: an object")
        return Ask(
            _text(body, "prompt"),
            _stops(options.get("stop")),
            _limit(options, "num_predict"),
            body.get("stream") is not False,
            str(body.get("model") or MODEL),
        )

    def whole(self, told: Spoken) -> dict[str, Any]:
        """Return one object with ``response``."""
        counts = {
            "prompt_eval_count": estimate_tokens(told.ask.prompt),
            "eval_count": estimate_tokens(told.text),
        }
        return self._piece(told, told.text) | {
            "done": True,
            "done_reason": told.finish,
            **counts,
        }

    def pieces(self, told: Spoken) -> Iterator[bytes]:
        """Yield one JSON line for each word, and a last one with the counts."""
        for word in _words(told.text):
            yield _json(self._piece(told, word)) + b"\n"
        yield _json(self.whole(told) | {"response": ""}) + b"\n"

    def _piece(self, told: Spoken, text: str) -> dict[str, Any]:
        at = told.at.isoformat().replace("+00:00", "Z")
        return {"model": told.ask.model, "created_at": at, "response": text, "done": False}


class OllamaChat(Ollama):
    """Speaks ``POST /api/chat``: https://docs.ollama.com/api (generate a chat message)."""

    def ask(self, body: Mapping[str, Any]) -> Ask:
        """Return the request; its prompt is its messages' texts. Raises `BadBody`."""
        return super().ask({**body, "prompt": _join_messages(body)})

    def _piece(self, told: Spoken, text: str) -> dict[str, Any]:
        piece = super()._piece(told, text)
        del piece["response"]
        return piece | {"message": {"role": "assistant", "content": text}}

    def pieces(self, told: Spoken) -> Iterator[bytes]:
        """Yield one JSON line for each word, and a last one with the counts."""
        for word in _words(told.text):
            yield _json(self._piece(told, word)) + b"\n"
        yield _json(self.whole(told) | self._piece(told, "") | {"done": True}) + b"\n"


class OpenAi:
    """Speaks OpenAI's ``POST /v1/completions`` and ``/v1/chat/completions``.

    https://platform.openai.com/docs/api-reference (completions, chat).
    """

    stream_type = "text/event-stream"

    def __init__(self, *, chat: bool) -> None:
        self._chat = chat
        self._object = "chat.completion" if chat else "text_completion"
        self._earlier: deque[str] = deque(maxlen=CACHED_PROMPTS)

    def ask(self, body: Mapping[str, Any]) -> Ask:
        """Return the request; a chat's prompt is its messages' texts. Raises `BadBody`."""
        return Ask(
            self._prompt(body),
            _stops(body.get("stop")),
            _limit(body, "max_completion_tokens") or _limit(body, "max_tokens"),
            body.get("stream") is True,
            str(body.get("model") or MODEL),
        )

    def whole(self, told: Spoken) -> dict[str, Any]:
        """Return one object with ``choices`` and ``usage``."""
        said = {"role": "assistant", "content": told.text}
        choice = {"message": said} if self._chat else {"text": told.text}
        prompt, answer = estimate_tokens(told.ask.prompt), estimate_tokens(told.text)
        usage = {
            "prompt_tokens": prompt,
            "completion_tokens": answer,
            "total_tokens": prompt + answer,
            "prompt_tokens_details": {"cached_tokens": self._count_cached(told.ask.prompt)},
        }
        return self._around(told, self._object, choice, told.finish) | {"usage": usage}

    def _count_cached(self, prompt: str) -> int:
        """Return the tokens with which an earlier prompt began as well, as servers keep them."""
        begun = max((_count_same(prompt, each) for each in self._earlier), default=0)
        self._earlier.append(prompt)
        return estimate_tokens(prompt[:begun])

    def pieces(self, told: Spoken) -> Iterator[bytes]:
        """Yield an event for each word, one with the reason of the end, and ``[DONE]``."""
        kind = "chat.completion.chunk" if self._chat else self._object
        for word in _words(told.text):
            choice = {"delta": {"content": word}} if self._chat else {"text": word}
            yield _event(self._around(told, kind, choice, None))
        last: dict[str, Any] = {"delta": {}} if self._chat else {"text": ""}
        yield _event(self._around(told, kind, last, told.finish))
        yield b"data: [DONE]\n\n"

    def _prompt(self, body: Mapping[str, Any]) -> str:
        if not self._chat:
            return _text(body, "prompt")
        return _join_messages(body)

    def _around(
        self, told: Spoken, kind: str, choice: Mapping[str, Any], finish: str | None
    ) -> dict[str, Any]:
        return {
            "id": "rehearsal",
            "object": kind,
            "created": int(told.at.timestamp()),
            "model": told.ask.model,
            "choices": [{"index": 0, **choice, "finish_reason": finish}],
        }


INTERFACES: Mapping[str, Interface] = {
    "/api/generate": Ollama(),
    "/api/chat": OllamaChat(),
    "/v1/completions": OpenAi(chat=False),
    "/v1/chat/completions": OpenAi(chat=True),
}
"""The interface of each path."""


def list_tags(at: datetime) -> dict[str, Any]:
    """Return the answer to Ollama's ``GET /api/tags``."""
    entry = {"name": MODEL, "model": MODEL, "modified_at": at.isoformat(), "size": 0}
    return {"models": [entry]}


def list_models(at: datetime) -> dict[str, Any]:
    """Return the answer to OpenAI's ``GET /v1/models``."""
    entry = {"id": MODEL, "object": "model", "created": int(at.timestamp()), "owned_by": "tarn"}
    return {"object": "list", "data": [entry]}


def error_body(path: str, message: str) -> dict[str, Any]:
    """Return an error's body in the interface of `path`."""
    return {"error": {"message": message} if path.startswith("/v1/") else message}


def show_model() -> dict[str, Any]:
    """Return the answer to Ollama's ``POST /api/show``: a model that chats and does not think."""
    template = "{{ range .Messages }}{{ .Role }}: {{ .Content }}\n{{ end }}"
    return {"template": template, "capabilities": ["completion"]}


def _join_messages(body: Mapping[str, Any]) -> str:
    messages = body.get("messages")
    if not isinstance(messages, list) or not messages:
        raise BadBody(f"messages: read {_format_value(messages)}, allowed: a list of messages")
    return "\n\n".join(_content(each) for each in messages)


def _content(message: object) -> str:
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, list):
        parts = (each.get("text") for each in content if isinstance(each, dict))
        content = "".join(part for part in parts if isinstance(part, str))
    if not isinstance(content, str):
        raise BadBody(
            f"messages: read {_format_value(message)}, allowed: objects with a text `content`"
        )
    return content


def _text(body: Mapping[str, Any], key: str) -> str:
    value = body.get(key)
    if not isinstance(value, str):
        raise BadBody(f"{key}: read {_format_value(value)}, allowed: a text")
    return value


def _stops(value: object) -> tuple[str, ...]:
    found = [value] if isinstance(value, str) else value or []
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise BadBody(f"stop: read {_format_value(value)}, allowed: a text or a list of texts")
    return tuple(found)


def _limit(values: Mapping[str, Any], key: str) -> int:
    value = values.get(key)
    return value if isinstance(value, int) and value > 0 else 0


def _format_value(value: object) -> str:
    return "nothing" if value is None else repr(value)[:80]


def _words(text: str) -> list[str]:
    return re.findall(r"\s*\S+\s*$|\s*\S+|\s+", text)


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value).encode()


def _event(value: Mapping[str, Any]) -> bytes:
    return b"data: " + _json(value) + b"\n\n"
