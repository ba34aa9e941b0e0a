"""JSON requests over HTTP, with a `ModelError` for each kind of failure.

Every HTTP provider uses it, so that the same failure gives the same error everywhere.
"""

from __future__ import annotations

import asyncio
import importlib
import ipaddress
import json
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

import httpx

from agents.boundaries import (
    Clock,
    ModelBadReply,
    ModelError,
    ModelRejected,
    ModelTimeout,
    ModelUnavailable,
)
from agents.models.providers.answers import error_for_status, excerpt_body

#: A reply is one line or a summary; a larger body (bytes) is no model's answer.
REPLY_LIMIT = 1024 * 1024

#: What the client imports at its first request: 0.2 s, for which the loop would stand still.
_BACKEND = "anyio._backends._asyncio"


class JsonEndpoint:
    """POSTs JSON to one server over a kept connection and returns its JSON objects.

    `label` names model and address in every error. `timeout` (seconds, 0: none) limits
    connecting and each wait for data, `reply_limit` the bytes of a reply.
    """

    def __init__(
        self,
        url: str,
        label: str,
        *,
        clock: Clock,
        timeout: float,
        headers: Mapping[str, str],
        reply_limit: int = REPLY_LIMIT,
    ) -> None:
        self._label = label
        self._clock = clock
        self._reply_limit = reply_limit
        self._client = httpx.AsyncClient(
            base_url=url,
            headers=dict(headers),
            timeout=timeout or None,
            # A proxy from the environment cannot reach a server on this machine.
            trust_env=not is_local(url),
            # The certificates of all authorities take 50 ms to load. Without TLS nobody is asked
            # for one; a server elsewhere may be reached through a proxy, which is.
            verify=url.startswith("https:") or not is_local(url),
        )

    async def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the reply's object. Raises `ModelError` for every failure."""
        if _BACKEND not in sys.modules:
            await asyncio.to_thread(importlib.import_module, _BACKEND)
        try:
            async with self._client.stream("POST", path, json=body) as response:
                content = await self._read(response)
        except httpx.TimeoutException as error:
            raise ModelTimeout(f"{self._label}: no answer in time") from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise ModelRejected(f"{self._label}: not a usable address: {error}") from error
        except httpx.HTTPError as error:
            raise ModelUnavailable(f"{self._label}: {_reason(error)}") from error
        if response.status_code != httpx.codes.OK:
            raise self._refusal(response, content)
        return self._object(content)

    async def close(self) -> None:
        """Close the connection; requests in flight raise `ModelUnavailable`."""
        await self._client.aclose()

    async def _read(self, response: httpx.Response) -> bytes:
        content = bytearray()
        async for chunk in response.aiter_bytes():
            content += chunk
            if len(content) > self._reply_limit:
                limit = self._reply_limit
                raise ModelBadReply(f"{self._label}: the reply is larger than {limit} bytes")
        return bytes(content)

    def _refusal(self, response: httpx.Response, content: bytes) -> ModelError:
        header = response.headers.get("Retry-After", "")
        retry_after = retry_after_seconds(header, self._clock.now())
        return error_for_status(
            self._label, response.status_code, error_detail(content), retry_after
        )

    def _object(self, content: bytes) -> dict[str, Any]:
        try:
            value = json.loads(content)
        except (ValueError, RecursionError) as error:
            said = excerpt_body(content)
            raise ModelBadReply(f"{self._label}: the reply is not JSON: {said}") from error
        if not isinstance(value, dict):
            raise ModelBadReply(
                f"{self._label}: the reply is not a JSON object: {excerpt_body(content)}"
            )
        return value


def retry_after_seconds(header: str, now: datetime) -> float | None:
    """Read a ``Retry-After`` header (RFC 9110, 10.2.3): seconds, or a date; None if neither."""
    text = header.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (aware - now).total_seconds())


def error_detail(content: bytes) -> str:
    """Return the text of an error's body: ``error.message``, ``error``, or its beginning."""
    try:
        error = json.loads(content)["error"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return excerpt_body(content)
    message = error.get("message", error) if isinstance(error, dict) else error
    return excerpt_body(str(message).encode())


def is_local(url: str) -> bool:
    """Return whether `url` points at this machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _reason(error: httpx.HTTPError) -> str:
    return str(error).strip() or type(error).__name__
