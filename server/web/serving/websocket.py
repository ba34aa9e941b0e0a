"""WebSockets whose messages are a stream: a subprotocol, pieces as they come, and no buffers.

Twisted's own `WebSocketResource` knows no subprotocols and keeps a message until it is whole,
however long it becomes; wsproto below it has neither limit (https://python-hyper.org/wsproto).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.interfaces import IPushProducer
from twisted.internet.protocol import Protocol as TwistedProtocol
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.web.server import Request
from wsproto.connection import Connection, ConnectionState, ConnectionType
from wsproto.events import AcceptConnection, BytesMessage, CloseConnection, Ping, TextMessage
from wsproto.handshake import H11Handshake
from wsproto.utilities import LocalProtocolError, RemoteProtocolError
from zope.interface import implementer

from server.telnet.boundaries import SocketHandle

FRAME_COST = 32
"""What a frame counts, in bytes, whatever is in it."""

NORMAL, WRONG, RESTART = 1000, 1002, 1012
"""Codes of closing (RFC 6455, 7.4.1, and IANA's registry)."""


class Messages(Protocol):
    """Who takes what comes over a WebSocket, and is told how the sending goes."""

    def opened(self, socket: WebSocket) -> None:
        """Begin: `socket` can be sent to."""
        ...

    def received(self, piece: bytes | str, *, whole: bool) -> None:
        """Take a piece of a message; `whole`: it is the last one."""
        ...

    def paused(self, full: bool) -> None:
        """Learn that the browser takes nothing more for now, or takes something again."""
        ...

    def closed(self, reason: Failure) -> None:
        """Learn that the connection is gone."""
        ...


@implementer(IPushProducer)
class WebSocket(TwistedProtocol):
    """One connection. `charge` counts what it costs and says whether that is still allowed."""

    def __init__(
        self, connection: Connection, messages: Messages, charge: Callable[[int], bool]
    ) -> None:
        self._connection = connection
        self._messages = messages
        self._charge = charge

    # --- Twisted ------------------------------------------------------------------------

    def connectionMade(self) -> None:  # noqa: N802  # Twisted's name
        """Take the connection over from HTTP, which was its producer."""
        self._below.unregisterProducer()
        self._below.registerProducer(self, True)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  # Twisted's name
        """Take bytes."""
        try:
            self._connection.receive_data(data)
            for event in self._connection.events():
                if not self._charge(FRAME_COST):
                    self.abort()
                    return
                self._take(event)
        except RemoteProtocolError:
            self.close(WRONG)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802
        """Pass it on."""
        self._messages.closed(reason)

    def pauseProducing(self) -> None:  # noqa: N802  # Twisted's name
        """Pass on that the browser takes nothing more for now."""
        self._messages.paused(True)

    def resumeProducing(self) -> None:  # noqa: N802  # Twisted's name
        """Pass on that it takes something again."""
        self._messages.paused(False)

    def stopProducing(self) -> None:  # noqa: N802  # Twisted's name
        """Do nothing: `connectionLost` follows."""

    def _take(self, event: object) -> None:
        if isinstance(event, BytesMessage):
            self._messages.received(bytes(event.data), whole=event.message_finished)
        elif isinstance(event, TextMessage):
            self._messages.received(event.data, whole=event.message_finished)
        elif isinstance(event, Ping):
            self._below.write(self._connection.send(event.response()))
        elif isinstance(event, CloseConnection):
            self._answer_close(event)

    def _answer_close(self, event: CloseConnection) -> None:
        if self._connection.state is not ConnectionState.CLOSED:
            self._below.write(self._connection.send(event.response()))
        self._below.loseConnection()

    # --- what is sent -------------------------------------------------------------------

    @property
    def _below(self) -> Any:
        return self.transport

    @property
    def handle(self) -> SocketHandle:
        """The socket itself."""
        handle: SocketHandle = self._below.getHandle()
        return handle

    def send(self, message: bytes | str) -> None:
        """Send a message; nothing once it is closed."""
        event = TextMessage(message) if isinstance(message, str) else BytesMessage(message)
        try:
            self._below.write(self._connection.send(event))
        except LocalProtocolError:  # the browser has said goodbye
            return

    def close(self, code: int = NORMAL) -> None:
        """Say goodbye and hang up once all is sent."""
        if self._connection.state is ConnectionState.OPEN:
            self._below.write(self._connection.send(CloseConnection(code)))
        self._below.loseConnection()

    def abort(self) -> None:
        """Hang up now."""
        self._below.abortConnection()

    def read(self, wanted: bool) -> None:
        """Read on, or nothing more for now."""
        if wanted:
            self._below.resumeProducing()
        else:
            self._below.pauseProducing()


def list_subprotocols(header: str) -> list[str]:
    """Return the subprotocols that a client offers, the best first."""
    return [name.strip() for name in header.split(",") if name.strip()]


def upgrade(request: Request, make: Callable[[], Messages], subprotocol: str) -> bool:
    """Turn a request into a WebSocket; return False if it does not ask for one properly.

    `make` makes who takes its messages, and may raise: then nothing has happened yet.
    """
    handshake = H11Handshake(ConnectionType.SERVER)
    raw = request.requestHeaders.getAllRawHeaders()
    try:
        handshake.initiate_upgrade_connection(
            [(name, value) for name, values in raw for value in values], request.path
        )
        accepted = handshake.send(AcceptConnection(subprotocol=subprotocol))
    except (RemoteProtocolError, LocalProtocolError):
        return False
    messages = make()
    channel: Any = request.channel
    below = channel.transport
    assert handshake.connection is not None
    socket = WebSocket(handshake.connection, messages, below.begin_visit())
    # Twisted has no public way from a request to its connection; its own resource uses this one.
    channel._protocolUpgradeForWebsockets(socket)
    below.write(accepted)
    messages.opened(socket)
    return True
