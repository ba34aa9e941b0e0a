"""Finds model servers on this machine: programs that listen at the ports they usually have.

Only the loopback address is asked. Ollama lists its models at ``/api/tags``
(https://docs.ollama.com/api), the others at ``/v1/models``, as OpenAI's interface says.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

HOST = "127.0.0.1"
FIND_SECONDS = 5.0
"""How long a server may take to connect, and again to list its models: it may be at work."""
MOST_MODELS = 50
_LIST_BYTES = 1_000_000
_SMALL_PARAMETERS = 2e9
"""Models with fewer parameters copy a long prompt rather than understand it."""
_NAME = late_pattern(r"[\w./:@+-]{1,200}")
_SIZE = late_pattern(r"(?<![\w.])e?(\d+(?:\.\d+)?)([bm])(?![a-z0-9])", re.IGNORECASE)


@late_dataclass(frozen=True, slots=True)
class ServerPlace:
    """Where a kind of model server is looked for."""

    name: str
    port: int
    provider: str
    """The provider of profiles that use it."""
    list_path: str = "/v1/models"
    path: str = "/v1"
    """What a profile's address has behind the port."""


@late_dataclass(frozen=True, slots=True)
class FoundModel:
    """One model of a server."""

    name: str
    parameters: float = 0.0
    """How many it has; 0: neither the server nor the name says."""
    context_tokens: int = 0
    """The tokens of prompt and reply that the server gives it room for; 0: it does not say."""

    @property
    def is_small(self) -> bool:
        """Whether it is asked by scenes rather than shown a whole prompt."""
        return 0 < self.parameters < _SMALL_PARAMETERS


@late_dataclass(frozen=True, slots=True)
class FoundServer:
    """A model server that answered, with the models it offers."""

    place: ServerPlace
    models: tuple[FoundModel, ...]

    @property
    def url(self) -> str:
        """Its address as a profile names it."""
        return f"http://{HOST}:{self.place.port}{self.place.path}"

    def find_model(self, name: str) -> FoundModel | None:
        """Return the model of that name, with or without ``:latest``; None if there is none."""
        named = (each for each in self.models if each.name in (name, f"{name}:latest"))
        return next(named, None)


async def find_model_servers(
    places: Sequence[ServerPlace], seconds: float = FIND_SECONDS
) -> list[FoundServer]:
    """Return the servers that listen at `places` and list at least one model, in that order."""
    found = await asyncio.gather(*(_ask_place(place, seconds) for place in places))
    return [server for server in found if server is not None and server.models]


async def _ask_place(place: ServerPlace, seconds: float) -> FoundServer | None:
    if not await _is_open(place.port, seconds):
        return None
    # Loading an HTTP client takes memory, so it is done only where somebody listens.
    httpx = await asyncio.to_thread(_import_client)
    try:
        async with (
            httpx.AsyncClient(trust_env=False, verify=False, timeout=None) as client,
            asyncio.timeout(seconds),
        ):
            body = await _fetch(client, f"http://{HOST}:{place.port}{place.list_path}")
            return FoundServer(place, tuple(_read_models(json.loads(body)))[:MOST_MODELS])
    except (httpx.HTTPError, TimeoutError, ValueError, RecursionError):
        return None  # whatever listens there is no model server


def _import_client() -> Any:
    """Return httpx with the parts that it loads at a first request, before the time counts."""
    importlib.import_module("anyio._backends._asyncio")
    return importlib.import_module("httpx")


async def _is_open(port: int, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            _, writer = await asyncio.open_connection(HOST, port)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


async def _fetch(client: Any, url: str) -> bytes:
    """Return a body. Raises `ValueError` if it is too large or no success."""
    content = bytearray()
    async with client.stream("GET", url) as response:
        if response.status_code != HTTPStatus.OK:
            raise ValueError(f"status {response.status_code}")
        async for chunk in response.aiter_bytes():
            content += chunk
            if len(content) > _LIST_BYTES:
                raise ValueError("the list is too long")
    return bytes(content)


def _read_models(body: object) -> Iterator[FoundModel]:
    """Yield the models that can write, from either interface's list.

    llama.cpp answers with both lists; the one of OpenAI's interface tells more of a model.
    """
    listed = (body.get("data") or body.get("models")) if isinstance(body, dict) else None
    for each in listed if isinstance(listed, list) else ():
        name = (each.get("name") or each.get("id")) if isinstance(each, dict) else None
        if isinstance(name, str) and _NAME.fullmatch(name) and "embed" not in name.lower():
            yield FoundModel(name, _read_parameters(each, name), _read_context(each))


def _read_parameters(listed: Mapping[str, object], name: str) -> float:
    """Return how many parameters a list tells: llama.cpp the number, Ollama a text, or the name."""
    if said := _read_number(_find_group(listed, "meta").get("n_params")):
        return float(said)
    size = _find_group(listed, "details").get("parameter_size")
    return count_parameters(f"{size or ''} {name}")


def _read_context(listed: Mapping[str, object]) -> int:
    """Return the room that llama.cpp (``meta.n_ctx``) or vLLM (``max_model_len``) tells."""
    told = _find_group(listed, "meta").get("n_ctx") or listed.get("max_model_len")
    return _read_number(told)


def _find_group(listed: Mapping[str, object], key: str) -> Mapping[str, object]:
    found = listed.get(key)
    return found if isinstance(found, dict) else {}


def _read_number(told: object) -> int:
    return max(0, told) if isinstance(told, int) and not isinstance(told, bool) else 0


def count_parameters(text: str) -> float:
    """Return the parameters that a model's name or size tells, such as ``4b``; 0 if none."""
    found = _SIZE.search(re.sub(r"[:/_-]", " ", text))
    if found is None:
        return 0.0
    return float(found[1]) * (1e9 if found[2].lower() == "b" else 1e6)
