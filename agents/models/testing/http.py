"""The part of HTTP/1.1 that a model server needs: requests with a length, and responses."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from http import HTTPStatus
from typing import Any

from agents.boundaries import Clock
from late.late_dataclass import late_dataclass

#: The largest body in bytes; a prompt has at most a few megabytes.
BODY_LIMIT = 64 * 1024 * 1024

JSON = "application/json"


class BadRequest(Exception):
    """A request cannot be read; the connection ends with `status`."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        """Store the message and the status of the response."""
        super().__init__(message)
        self.status = status


@late_dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request. Header names are in lower case."""

    method: str
    path: str
    """The path without the query."""
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    version: str = "HTTP/1.1"

    @property
    def keeps(self) -> bool:
        """Whether the connection stays open for another request."""
        wish = self.headers.get("connection", "").lower()
        return wish != "close" and (self.version == "HTTP/1.1" or wish == "keep-alive")


@late_dataclass(frozen=True, slots=True)
class HttpResponse:
    """One response; a chunked one sends each of `pieces` as a chunk."""

    pieces: Sequence[bytes]
    status: int = HTTPStatus.OK
    type: str = JSON
    chunked: bool = False
    drip: float = 0.0
    """The pause after each byte of the body (seconds)."""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def head(self) -> bytes:
        """The status line and the headers."""
        length = sum(map(len, self.pieces))
        framing = ("Transfer-Encoding", "chunked")
        if not self.chunked:
            framing = ("Content-Length", str(length))
        lines = {"Content-Type": self.type, framing[0]: framing[1], **self.headers}
        first = f"HTTP/1.1 {int(self.status)} {_find_phrase(self.status)}"
        named = [f"{name}: {value}" for name, value in lines.items()]
        return "\r\n".join([first, *named, "", ""]).encode("ascii")

    @property
    def frames(self) -> list[bytes]:
        """The encoded parts of the body."""
        if not self.chunked:
            return list(self.pieces)
        return [b"%x\r\n%s\r\n" % (len(each), each) for each in self.pieces] + [b"0\r\n\r\n"]


def _find_phrase(status: int) -> str:
    return HTTPStatus(status).phrase if status in set(HTTPStatus) else "Error"


def json_response(
    value: Mapping[str, Any], status: int = HTTPStatus.OK, drip: float = 0.0
) -> HttpResponse:
    """Return a response with one JSON object."""
    return HttpResponse([json.dumps(value).encode()], status, drip=drip)


async def read_request(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> HttpRequest | None:
    """Return the next request; None if the client has disconnected. Raises `BadRequest`."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        request = _parse_head(head.decode("latin-1"))
        length = _parse_length(request.headers)
        if request.headers.get("expect", "").lower() == "100-continue":
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await reader.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    except asyncio.LimitOverrunError:
        raise BadRequest(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "the headers are too long"
        ) from None
    return HttpRequest(request.method, request.path, body, request.headers, request.version)


def _parse_head(head: str) -> HttpRequest:
    first, *lines = head.rstrip("\r\n").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        raise BadRequest(HTTPStatus.BAD_REQUEST, f"not an HTTP/1.1 request: {first[:80]!r}")
    pairs = (line.partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    return HttpRequest(words[0], words[1].partition("?")[0], headers=headers, version=words[2])


def _parse_length(headers: Mapping[str, str]) -> int:
    if "transfer-encoding" in headers:
        raise BadRequest(HTTPStatus.LENGTH_REQUIRED, "send the body with a Content-Length")
    text = headers.get("content-length", "0")
    if not (text.isascii() and text.isdigit()):
        raise BadRequest(HTTPStatus.BAD_REQUEST, f"Content-Length: read {text[:40]!r}")
    if int(text[:12]) > BODY_LIMIT:
        raise BadRequest(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"the body is larger than {BODY_LIMIT} bytes"
        )
    return int(text)


async def send_response(writer: asyncio.StreamWriter, response: HttpResponse, clock: Clock) -> None:
    """Write `response`, with a pause after each byte if it drips."""
    writer.write(response.head)
    for frame in response.frames:
        if response.drip:
            await _write_slowly(writer, frame, response.drip, clock)
        else:
            writer.write(frame)
            await writer.drain()


async def _write_slowly(
    writer: asyncio.StreamWriter, frame: bytes, seconds: float, clock: Clock
) -> None:
    for byte in frame:
        writer.write(bytes([byte]))
        await writer.drain()
        await clock.sleep(seconds)
