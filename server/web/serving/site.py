"""HTTP by Twisted: turns requests into calls and replies into answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Mapping
from http import HTTPStatus
from io import BytesIO
from typing import Any

from twisted.internet.interfaces import IReactorTime
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request, Site

from server.web.boundaries import Call, Reply
from server.web.serving.headers import COOKIE

MOST_BODY_BYTES = 8192
"""The longest body of a request."""

MOST_TRUSTED_BYTES = 600_000
"""The longest body of somebody's who may write files: a text of theirs as JSON."""

TOO_LONG = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"

IDLE_SECONDS = 60.0
"""A connection on which no request begins or ends for so long is closed."""

COMMON = {"server": "Tarn", "cache-control": "no-store"}
"""Headers of every answer that says nothing else."""

Handle = Callable[[Call], Awaitable[Reply]]

OpenSocket = Callable[[Request, Call], Awaitable[Reply | None]]
"""Turns a request into a WebSocket; returns the reply if it is refused."""


class PageRequest(Request):
    """A request whose body is short, unless it is of somebody who may write files."""

    _too_long = False

    def gotLength(self, length: int | None) -> None:  # noqa: N802  # Twisted's name
        """Refuse a body that is too long, or of no known length, before it is read."""
        self.content = BytesIO()
        channel: Any = self.channel
        trusted = channel.site.trusts(_decode(self.received_cookies.get(COOKIE.encode(), b"")))
        channel.transport.trusted = trusted
        if length is None or length > (MOST_TRUSTED_BYTES if trusted else MOST_BODY_BYTES):
            self._too_long = True
            channel.transport.write(TOO_LONG)
            channel.loseConnection()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802  # Twisted's name
        """Keep a part of the body."""
        if not self._too_long:
            super().handleContentChunk(data)  # type: ignore[no-untyped-call]

    def process(self) -> None:
        """Answer, unless that has been done."""
        if not self._too_long:
            super().process()  # type: ignore[no-untyped-call]


class PageResource(Resource):
    """Every address of the page. `sockets` by path answer what asks for a WebSocket."""

    isLeaf = True  # noqa: N815  # Twisted's name

    def __init__(
        self,
        handle: Handle,
        sockets: Mapping[str, OpenSocket],
        headers: Mapping[str, str],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._handle, self._sockets = handle, sockets
        self._headers, self._spawn = headers, spawn

    def render(self, request: Request) -> int:
        """Begin to answer."""
        self._spawn(self._answer(request))
        return NOT_DONE_YET

    async def _answer(self, request: Request) -> None:
        gone: list[object] = []
        request.notifyFinish().addBoth(gone.append)
        call = make_call(request)
        open_socket = self._sockets.get(call.path) if "upgrade" in call.headers else None
        if open_socket is not None:
            reply = await open_socket(request, call)
            if reply is None:
                return
        else:
            reply = await self._handle(call)
        if not gone:
            self._send(request, reply)

    def _send(self, request: Request, reply: Reply) -> None:
        request.setResponseCode(reply.status, HTTPStatus(reply.status).phrase.encode())
        headers = {**COMMON, **self._headers, **reply.headers}
        for name, value in headers.items():
            request.setHeader(name, value)  # type: ignore[no-untyped-call]
        if reply.status not in (204, 304):
            request.setHeader("content-type", reply.kind)  # type: ignore[no-untyped-call]
            request.setHeader("content-length", str(len(reply.body)))  # type: ignore[no-untyped-call]
            if request.method != b"HEAD":
                request.write(reply.body)  # type: ignore[no-untyped-call]
        request.finish()  # type: ignore[no-untyped-call]


def make_call(request: Request) -> Call:
    """Return what a request asks; of what comes twice, the first counts."""
    raw = request.requestHeaders.getAllRawHeaders()
    body = request.content.read() if request.content is not None else b""
    return Call(
        method=_decode(request.method),
        path=_decode(request.path),
        address=str(getattr(request.getClientAddress(), "host", "?")),  # type: ignore[no-untyped-call]
        headers={_decode(name).lower(): _decode(values[0]) for name, values in raw},
        cookies={_decode(name): _decode(value) for name, value in request.received_cookies.items()},
        query={_decode(name): _decode(values[0]) for name, values in request.args.items()},
        body=body,
    )


def _decode(value: bytes | str) -> str:
    return value if isinstance(value, str) else value.decode("utf-8", "replace")


def make_site(resource: PageResource, reactor: IReactorTime, trusts: Callable[[str], bool]) -> Site:
    """Return the factory that serves a resource; it logs nothing of ordinary requests.

    `trusts` tells of the token in a cookie whether its owner may write files.
    """
    site = PageSite(resource, requestFactory=PageRequest, timeout=IDLE_SECONDS, reactor=reactor)  # type: ignore[no-untyped-call]
    site.trusts = trusts
    return site


class PageSite(Site):
    """Serves one resource."""

    noisy = False
    displayTracebacks = False  # noqa: N815  # Twisted's name
    trusts: Callable[[str], bool]

    def log(self, request: object) -> None:
        """Log nothing."""
