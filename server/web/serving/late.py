"""Begins to serve the page when the first browser connects, so that nobody else pays for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from twisted.internet.protocol import Factory, Protocol

from late.late_dataclass import late_dataclass
from server.logs.log import Log
from server.telnet.boundaries import Transport
from server.telnet.flow.accepting import Accepting
from server.tls.ports import await_twisted
from server.web.serving.port import WebPort

FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 23\r\n"
    b"Content-Type: text/plain\r\n\r\nToo many connections.\r\n"
)
"""What a browser is told for which this process has no descriptor left."""


BROKEN = (
    b"HTTP/1.1 500 Internal Server Error\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n"
    b"The page cannot be served; the server's log says why.\r\n"
)


class Broken(Protocol):
    """Says that there is no page, and hangs up."""

    def connectionMade(self) -> None:  # noqa: N802  # Twisted's name
        """Say so."""
        transport = cast(Transport, self.transport)
        transport.write(BROKEN)
        transport.loseConnection()


@late_dataclass(frozen=True, slots=True)
class LoadedPage:
    """The factory for browsers' connections, and what it leaves to the program to come."""

    factory: Any
    hand_over: Callable[[], Mapping[str, Any]]


class LatePage:
    """Waits at a bound port; connections wait in its queue until `load` has made a factory.

    `reactor` is Twisted's; its interfaces are for run time only. `carried` is what the page of
    the program before this one has left: then browsers come back, and nobody is waited for.
    """

    def __init__(
        self,
        reactor: Any,
        port: WebPort,
        load: Callable[[], Awaitable[LoadedPage]],
        log: Log,
        carried: Mapping[str, Any],
    ) -> None:
        self._reactor = reactor
        self._bound = port.listening
        self._load = load
        self._log = log
        self._carried = carried
        self.is_handed_over = False
        """Whether a program to come has been given what this one knows."""
        self._loaded: LoadedPage | None = None
        self._loading: asyncio.Task[None] | None = None
        self._port: Any = None
        self._guard: Accepting | None = None

    def open(self) -> None:
        """Wait for the first connection."""
        asyncio.get_running_loop().add_reader(self._bound, self._begin)
        if self._carried:
            self._begin()

    def hand_over(self) -> Mapping[str, Any]:
        """Return what the program to come needs to go on with the open pages."""
        self.is_handed_over = True
        return self._loaded.hand_over() if self._loaded else self._carried

    def _begin(self) -> None:
        asyncio.get_running_loop().remove_reader(self._bound)
        self._loading = asyncio.ensure_future(self._serve())

    async def _serve(self) -> None:
        try:
            self._loaded = await self._load()
            factory = self._loaded.factory
        except Exception as error:
            # A broken installation must not cost the world anything but the page.
            self._log.event("web.fault", "error", f"the page cannot be served: {error!r}")
            factory = Factory.forProtocol(Broken)
        self._port = self._reactor.adoptStreamPort(
            self._bound.fileno(), self._bound.family, factory
        )
        self._guard = Accepting(self._port, self._reactor, words=lambda: FULL, log=self._log)

    async def close(self) -> None:
        """Let no more connections in."""
        if self._bound.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self._bound)
        if self._loading is not None and not self._loading.done():
            self._loading.cancel()
        if self._port is not None:
            port, self._port = self._port, None
            await await_twisted(port.stopListening())
        if self._guard is not None:
            self._guard.end()
