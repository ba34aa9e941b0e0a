"""A plain client of the page's WebSockets, by wsproto."""

from __future__ import annotations

import re
import socket
import time
import urllib.parse
from collections.abc import Sequence

from wsproto import WSConnection
from wsproto.connection import ConnectionType
from wsproto.events import (
    AcceptConnection,
    BytesMessage,
    CloseConnection,
    Event,
    RejectConnection,
    Request,
    TextMessage,
)

from tests.limits import HANG_SECONDS


class SocketClient:
    """One connection to `path`; `refused` is the status if there is none."""

    def __init__(
        self,
        url: str,
        subprotocols: Sequence[str],
        *,
        cookie: str = "",
        origin: str | None = None,
        query: str = "",
        path: str = "/play",
    ) -> None:
        address = urllib.parse.urlsplit(url)
        assert address.hostname and address.port
        self._tcp = socket.create_connection((address.hostname, address.port), HANG_SECONDS)
        self._web = WSConnection(ConnectionType.CLIENT)
        self.bytes, self.texts, self.closed = b"", list[str](), 0
        self.refused, self.subprotocol = 0, ""
        headers = [(b"Origin", (url if origin is None else origin).encode())]
        if cookie:
            headers.append((b"Cookie", cookie.encode()))
        asked = Request(
            address.netloc,
            f"{path}{query}",
            subprotocols=list(subprotocols),
            extra_headers=headers,
        )
        self._tcp.sendall(self._web.send(asked))
        self.until(lambda: bool(self.subprotocol or self.refused), "an answer")

    def _take(self, event: Event) -> None:
        if isinstance(event, AcceptConnection):
            self.subprotocol = event.subprotocol or "none"
        elif isinstance(event, RejectConnection):
            self.refused = event.status_code
        elif isinstance(event, BytesMessage):
            self.bytes += bytes(event.data)
        elif isinstance(event, TextMessage):
            self.texts.append(event.data)
        elif isinstance(event, CloseConnection):
            self.closed = event.code

    def until(self, done: object, what: str) -> None:
        """Receive until `done` returns true."""
        assert callable(done)
        end = time.monotonic() + HANG_SECONDS
        while not done():
            assert time.monotonic() < end, f"never: {what}\n{self.text}"
            data = self._tcp.recv(65536)
            self._web.receive_data(data or None)
            for event in self._web.events():
                self._take(event)
            if not data and not done():
                raise AssertionError(f"hung up, and never: {what}\n{self.text}")

    @property
    def text(self) -> str:
        return self.bytes.decode("utf-8", "replace")

    def expect(self, pattern: str) -> str:
        """Receive until the text fits; return what came and forget it."""
        found: list[re.Match[str]] = []

        def look() -> bool:
            found[:] = [m] if (m := re.search(pattern, self.text, re.DOTALL)) else []
            return bool(found)

        self.until(look, pattern)
        text, self.bytes = self.text, b""
        return text

    def send(self, message: bytes | str, *, whole: bool = True) -> None:
        event = (
            TextMessage(message, message_finished=whole)
            if isinstance(message, str)
            else BytesMessage(message, message_finished=whole)
        )
        self._tcp.sendall(self._web.send(event))

    def send_raw(self, data: bytes) -> None:
        self._tcp.sendall(data)

    def drop(self) -> None:
        """Be gone without a word."""
        self._tcp.close()
