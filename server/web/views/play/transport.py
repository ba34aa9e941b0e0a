"""A WebSocket as telnet sees it: a transport that takes bytes and asks for more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, cast

from twisted.internet.interfaces import ITransport
from twisted.internet.protocol import Protocol as TwistedProtocol
from twisted.python.failure import Failure

from server.telnet.boundaries import SocketHandle, Transport
from server.web.serving.websocket import NORMAL, RESTART, Messages, WebSocket
from server.web.views.play.subprotocols import Subprotocol, TooLong


class _Producer(Protocol):
    """Telnet's outflow (``IPullProducer``)."""

    def resumeProducing(self) -> None:  # noqa: N802  # Twisted's name
        ...


class SocketTransport:
    """Carries one visit; `gone` is called when it is over.

    `is_renewing` says, when it is hung up on, whether the server will be there again at once.
    """

    def __init__(
        self,
        visit: TwistedProtocol,
        subprotocol: Subprotocol,
        gone: Callable[[], None],
        is_renewing: Callable[[], bool] = lambda: False,
    ) -> None:
        self._visit = visit
        self._subprotocol = subprotocol
        self._gone, self._is_renewing = gone, is_renewing
        self._socket: WebSocket | None = None
        self._producer: _Producer | None = None
        self._full = False
        self._leaving = False

    # --- the WebSocket ------------------------------------------------------------------

    def opened(self, socket: WebSocket) -> None:
        """Begin the visit."""
        self._socket = socket
        self._visit.makeConnection(cast(ITransport, self))  # type: ignore[no-untyped-call]
        begun = self._subprotocol.begin()
        if begun:
            self._visit.dataReceived(begun)

    def received(self, piece: bytes | str, *, whole: bool) -> None:
        """Pass on what was typed."""
        try:
            data = self._subprotocol.decode(piece, whole=whole)
        except TooLong:
            self.abortConnection()
            return
        if data:
            self._visit.dataReceived(data)

    def paused(self, full: bool) -> None:
        """Let telnet keep what it has, or ask for it."""
        self._full = full
        self._pull()

    def closed(self, reason: Failure) -> None:
        """End the visit."""
        self._socket = None
        self._visit.connectionLost(reason)
        self._gone()

    # --- telnet -------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Send in the background."""
        if self._socket is not None:
            for message in self._subprotocol.encode(data):
                self._socket.send(message)

    def writeSomeData(self, data: bytes) -> int | BaseException:  # noqa: N802  # Twisted's name
        """Send all of it; nothing while the browser takes nothing."""
        if self._full:
            return 0
        self.write(data)
        return len(data)

    def registerProducer(self, producer: object, streaming: bool) -> None:  # noqa: N802
        """Ask `producer` whenever all is sent."""
        self._producer = cast(_Producer, producer)
        self._pull()

    def unregisterProducer(self) -> None:  # noqa: N802  # Twisted's name
        """Stop asking, and hang up if that was wanted."""
        self._producer = None
        if self._leaving:
            self.loseConnection()

    def _pull(self) -> None:
        while self._producer is not None and not self._full:
            self._producer.resumeProducing()

    def pauseProducing(self) -> None:  # noqa: N802  # Twisted's name
        """Read nothing more."""
        if self._socket is not None:
            self._socket.read(False)

    def resumeProducing(self) -> None:  # noqa: N802  # Twisted's name
        """Read again."""
        if self._socket is not None:
            self._socket.read(True)

    def loseConnection(self) -> None:  # noqa: N802  # Twisted's name
        """Hang up once all is sent."""
        self._leaving = True
        if self._socket is not None and self._producer is None:
            self._socket.close(RESTART if self._is_renewing() else NORMAL)

    def abortConnection(self) -> None:  # noqa: N802  # Twisted's name
        """Hang up now."""
        if self._socket is not None:
            self._socket.abort()

    def setTcpNoDelay(self, enabled: bool) -> None:  # noqa: N802  # Twisted's name
        """Do nothing: HTTP has done it."""

    def getHandle(self) -> SocketHandle:  # noqa: N802  # Twisted's name
        """Return the socket, to be tuned."""
        assert self._socket is not None
        return self._socket.handle


_check: tuple[type[Messages], type[Transport]] = SocketTransport, SocketTransport
