"""The ports that people connect to, plain and over TLS: opened, named in the ready line, closed."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

from server.telnet.factory import TelnetFactory
from server.telnet.flow.accepting import Accepting
from server.tls.port import TlsPort


class OpenPorts:
    """Listens on the bound sockets with one factory, which counts all connections."""

    def __init__(self, reactor: Any, listening: socket.socket, tls: TlsPort | None) -> None:
        """`reactor` is Twisted's; its interfaces are for run time only."""
        self._reactor = reactor
        self._listening = listening
        self._tls = tls
        self._ports: list[Any] = []
        self._guards: list[Accepting] = []
        self.numbers = int(listening.getsockname()[1]), tls.number if tls else 0
        """The plain port's, and that of TLS; 0: there is none."""

    def open(self, telnet: TelnetFactory) -> None:
        """Let connections in."""
        self._adopt(self._listening, telnet, telnet)
        if self._tls is not None:
            # OpenSSL takes time to load, and memory, which a server without TLS does not need.
            from server.tls.transport import SecureFactory  # noqa: PLC0415

            secure = SecureFactory(self._tls.certificates, telnet, self._reactor)
            self._adopt(self._tls.listening, telnet, secure)

    def _adopt(self, bound: socket.socket, telnet: TelnetFactory, factory: object) -> None:
        port = self._reactor.adoptStreamPort(bound.fileno(), bound.family, factory)
        self._ports.append(port)
        self._guards.append(telnet.guard(port))

    async def close(self) -> None:
        """Let no more connections in; what arrives waits in the bound sockets' queues."""
        while self._ports:
            await await_twisted(self._ports.pop().stopListening())
        while self._guards:
            self._guards.pop().end()


async def await_twisted(result: Any) -> None:
    """Await what Twisted returned: a Deferred, or nothing."""
    if result is not None:
        await result.asFuture(asyncio.get_running_loop())
