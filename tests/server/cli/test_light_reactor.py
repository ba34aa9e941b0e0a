"""The server's reactor: what can be read is read, and a fault costs its connection alone."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from twisted.logger import globalLogPublisher

from server.cli.light_reactor import LightReactor


class Reading:
    """One end of a pair of sockets, as a reactor sees it; `over` ends with what came of it."""

    def __init__(self, reactor: Any, loop: asyncio.AbstractEventLoop, fault: str = "") -> None:
        self.socket, self.other = socket.socketpair()
        self.socket.setblocking(False)
        self.fileno = self.socket.fileno
        self._reactor, self._fault = reactor, fault
        self.over: asyncio.Future[object] = loop.create_future()

    def doRead(self) -> None:  # Twisted's name
        data = self.socket.recv(100)
        if self._fault:
            raise ValueError(self._fault)
        self.over.set_result(data)

    def connectionLost(self, reason: Any) -> None:  # Twisted's name
        self._reactor.removeReader(self)
        self.over.set_result(reason.value)


async def read(fault: str = "") -> object:
    """Return what comes of something to read; twice added, as after a pause."""
    loop = asyncio.get_running_loop()
    reactor: Any = LightReactor(loop)
    reading = Reading(reactor, loop, fault)
    with reading.socket, reading.other:
        reactor.addReader(reading)
        reactor.removeReader(reading)
        reactor.addReader(reading)
        reading.other.send(b"look\r\n")
        result = await reading.over
        reactor.removeReader(reading)
    reactor.removeReader(reactor.waker)
    reactor.waker.connectionLost(None)
    return result


async def test_what_can_be_read_is_read() -> None:
    assert await read() == b"look\r\n"


async def test_a_fault_is_logged_and_the_connection_lost() -> None:
    logged: list[Any] = []
    observer: Any = logged.append
    globalLogPublisher.addObserver(observer)
    try:
        lost = await read(fault="boom")
    finally:
        globalLogPublisher.removeObserver(observer)
    assert isinstance(lost, ValueError)
    assert [event["log_failure"].value.args for event in logged] == [("boom",)]
