"""A client that plays by script: a bare socket in the event loop, with little work of its own."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable

HANG_SECONDS = 60.0
"""Seconds after which a benchmark gives a missing answer up."""

_TELNET = re.compile(rb"\xff(?:[\xfb-\xfe].|\xfa.*?\xff\xf0|[\xf0-\xf9])", re.DOTALL)


DROPPED = b"Too much happens at once here"
"""With these words a Tarn server tells that it has dropped a line which waited too long."""


class LineDropped(Exception):
    """The server has dropped the line whose answer was waited for."""


class Player(asyncio.Protocol):
    """One connection. It refuses no telnet option: it says nothing about any."""

    def __init__(self) -> None:
        self.read = bytearray()
        self.bytes_read = 0
        self.heard: Callable[[bytes], None] | None = None
        """Called with all that arrives, instead of keeping it for `until`."""
        self.lost = False
        self._marker = b""
        self._found: asyncio.Future[None] | None = None
        self._transport: asyncio.Transport | None = None

    @classmethod
    async def connect(cls, host: str, port: int) -> Player:
        """Connect. Raises `OSError`."""
        loop = asyncio.get_running_loop()
        _, player = await loop.create_connection(cls, host, port)
        return player

    @classmethod
    async def arrive(cls, host: str, port: int, login: str, end: bytes) -> Player:
        """Connect, type the line `login` and read to `end`."""
        player = await cls.connect(host, port)
        await player.ask(login, end)
        return player

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Take what the server sent."""
        self.bytes_read += len(data)
        if self.heard is not None:
            self.heard(data)
            return
        self.read += data
        if self._found is not None:
            self._settle()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the server, or this side, has hung up."""
        self.lost = True
        if self._found is not None and not self._found.done():
            self._found.set_exception(ConnectionError("the server hung up"))

    def send(self, line: str) -> None:
        """Type one line."""
        self.send_bytes(line.encode() + b"\r\n")

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are."""
        if self._transport is not None:
            self._transport.write(data)

    async def until(self, marker: bytes) -> None:
        """Read until `marker` has arrived; what stands before and in it is gone then.

        Raises `LineDropped`, and `TimeoutError` after `HANG_SECONDS`.
        """
        self._marker = marker
        self._found = asyncio.get_running_loop().create_future()
        self._settle()
        async with asyncio.timeout(HANG_SECONDS):
            await self._found
        del self.read[: self.read.find(marker) + len(marker)]

    async def ask(self, line: str, end: bytes) -> float:
        """Type `line`; return the ms until `end` has arrived. Raises like `until`."""
        start = time.perf_counter()
        self.send(line)
        await self.until(end)
        return (time.perf_counter() - start) * 1000

    def close(self) -> None:
        """Hang up without a word."""
        if self._transport is not None:
            self._transport.abort()

    def _settle(self) -> None:
        """End the wait if what it is for has arrived, or will not come any more."""
        if self._found is None or self._found.done():
            return
        if self._marker in self.read:
            self._found.set_result(None)
        elif DROPPED in self.read:
            self.read.clear()
            self._found.set_exception(LineDropped())


def strip_telnet(data: bytes) -> bytes:
    """Return `data` without telnet's own commands."""
    return _TELNET.sub(b"", data)
