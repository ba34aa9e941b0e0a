"""A TCP transport in memory, with a socket that takes as much as the test allows."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

from server.telnet.boundaries import SocketHandle, Transport


class MemoryHandle:
    def __init__(self, send: Callable[[bytes], int]) -> None:
        self._send = send
        self.options: list[tuple[int, int, int]] = []

    @property
    def family(self) -> int:
        return int(socket.AF_INET)

    def fileno(self) -> int:
        raise OSError("a transport in memory has no descriptor")

    def send(self, data: bytes, /) -> int:
        return self._send(data)

    def setsockopt(self, level: int, option: int, value: int, /) -> None:
        self.options.append((level, option, value))


class MemoryTransport:
    """Twisted's TCP transport as telnet uses it; `flush` is a turn of the event loop."""

    def __init__(self, room: int | None = None) -> None:
        """`room` is how many bytes the socket takes; None is for ever."""
        self.room = room
        self.sent = b""
        self.segments: list[bytes] = []
        self.waiting = b""
        self.producer: Any = None
        self.reading = True
        self.closing = False
        self.aborted = False
        self.no_delay = False
        self.handle = MemoryHandle(self.writeSomeData)

    def write(self, data: bytes) -> None:
        self.waiting += data

    def writeSomeData(self, data: bytes) -> int:
        took = data if self.room is None else data[: self.room]
        self.sent += took
        self.segments.append(took)
        if self.room is not None:
            self.room -= len(took)
        return len(took)

    def flush(self) -> None:
        """Let the socket take what waits; the producer is asked for more, as in Twisted."""
        while True:
            self.waiting = self.waiting[self.writeSomeData(self.waiting) :]
            if self.waiting or self.producer is None:
                return
            self.producer.resumeProducing()

    def take(self) -> bytes:
        """Return what was sent since the last time."""
        taken, self.sent = self.sent, b""
        return taken

    def registerProducer(self, producer: object, streaming: bool) -> None:
        assert self.producer is None and not streaming
        self.producer = producer
        self.producer.resumeProducing()

    def unregisterProducer(self) -> None:
        self.producer = None

    def pauseProducing(self) -> None:
        self.reading = False

    def resumeProducing(self) -> None:
        self.reading = True

    def loseConnection(self) -> None:
        self.closing = True

    def abortConnection(self) -> None:
        self.aborted = True

    def setTcpNoDelay(self, enabled: bool) -> None:
        self.no_delay = enabled

    def getHandle(self) -> SocketHandle:
        return self.handle


_transport: type[Transport] = MemoryTransport
