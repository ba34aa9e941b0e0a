"""Just enough HTTP/1.1 for a model server: requests with a length, responses whole or chunked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from agents.boundaries import Clock

#: A prompt is at most a few megabytes.
BODY_LIMIT = 64 * 1024 * 1024

JSON = "application/json"


class BadRequest(Exception):
    """A request that cannot be read; the connection ends with this status."""

    def __init__(self, status: HTTPStatus, message: str) -> None:
        """Keep the status to answer with."""
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request. Header names are in small letters."""

    method: str
    path: str
    """Without what stands behind a question mark."""
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    version: str = "HTTP/1.1"

    @property
    def keeps(self) -> bool:
        """Whether the client may send another request on this connection."""
        wish = self.headers.get("connection", "").lower()
        return wish != "close" and (self.version == "HTTP/1.1" or wish == "keep-alive")


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """One response; several `pieces` are sent as chunks, one by one."""

    pieces: Sequence[bytes]
    status: int = HTTPStatus.OK
    type: str = JSON
    chunked: bool = False
    drip: float = 0.0
    """Seconds after each byte of the body."""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def head(self) -> bytes:
        """The status line and the headers."""
        length = sum(map(len, self.pieces))
        framing = ("Transfer-Encoding", "chunked")
        if not self.chunked:
            framing = ("Content-Length", str(length))
        lines = {"Content-Type": self.type, framing[0]: framing[1], **self.headers}
        first = f"HTTP/1.1 {int(self.status)} {_phrase(self.status)}"
        named = [f"{name}: {value}" for name, value in lines.items()]
        return "\r\n".join([first, *named, "", ""]).encode("ascii")

    @property
    def frames(self) -> list[bytes]:
        """The body as it goes over the wire."""
        if not self.chunked:
            return list(self.pieces)
        return [b"%x\r\n%s\r\n" % (len(each), each) for each in self.pieces] + [b"0\r\n\r\n"]


def _phrase(status: int) -> str:
    return HTTPStatus(status).phrase if status in set(HTTPStatus) else "Error"


def json_response(
    value: Mapping[str, Any], status: int = HTTPStatus.OK, drip: float = 0.0
) -> HttpResponse:
    """A response of one JSON object."""
    return HttpResponse([json.dumps(value).encode()], status, drip=drip)


async def read_request(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> HttpRequest | None:
    """The next request; None when the client has gone. Raises `BadRequest`."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        request = _parse_head(head.decode("latin-1"))
        length = _length(request.headers)
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


def _length(headers: Mapping[str, str]) -> int:
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
    """Write `response`; a dripping one takes its time."""
    writer.write(response.head)
    for frame in response.frames:
        if response.drip:
            await _drip(writer, frame, response.drip, clock)
        else:
            writer.write(frame)
            await writer.drain()


async def _drip(writer: asyncio.StreamWriter, frame: bytes, seconds: float, clock: Clock) -> None:
    for byte in frame:
        writer.write(bytes([byte]))
        await writer.drain()
        await clock.sleep(seconds)
