"""An encrypted connection as telnet uses one: it says how much it takes, and when it has room.

Twisted's own TLS transport takes everything and keeps it, so that a client that never reads would
cost memory without end.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from twisted.internet.interfaces import IAddress, IOpenSSLServerConnectionCreator
from twisted.internet.protocol import Protocol
from zope.interface import directlyProvides

from server.telnet.boundaries import DelayedCall, SocketHandle, Timers, Transport
from server.telnet.factory import TelnetFactory, TurnedAway

#: Type checkers cannot read Twisted's own interfaces.
TWISTED_TLS: Any = import_module("twisted.protocols.tls")

HANDSHAKE_SECONDS = 20.0
"""Seconds that a client has to begin TLS, even if it is turned away."""

MOST_TURNED_AWAY = 16
"""Connections that are turned away and may begin TLS all the same, to read why.

They belong to no address's share and would cost descriptors; further ones are closed at once.
"""


class _Room:
    """Twisted's push producer: it learns when the socket has room, and when not."""

    def __init__(self, connection: SecureTransport) -> None:
        self._connection = connection

    def pauseProducing(self) -> None:  # noqa: N802  # Twisted's name
        # While TLS begins, the few words of the greeting are kept, and reading must go on.
        self._connection.full = self._connection.stands

    def resumeProducing(self) -> None:  # noqa: N802
        self._connection.full = False
        self._connection.pull()

    def stopProducing(self) -> None:  # noqa: N802
        self._connection.stop_puller()


class SecureTransport(TWISTED_TLS.TLSMemoryBIOProtocol):  # type: ignore[misc]
    """One TLS connection; a `server.telnet.boundaries.Transport`.

    Twisted buffers 64 KB, then it says that it is full; the rest waits in the connection's outflow,
    under its cap.
    """

    full = False
    _puller: Any = None
    _watched = False
    _ending = False
    _late: DelayedCall | None = None

    def makeConnection(self, transport: Any) -> None:  # noqa: N802
        """Begin, with a limit to the time until TLS stands."""
        clock: Timers = self.factory.clock
        self._late = clock.callLater(HANDSHAKE_SECONDS, self._give_up)
        super().makeConnection(transport)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        """End everything that belongs to the connection."""
        if self._late is not None and self._late.active():
            self._late.cancel()
        self.factory.turned_away.discard(self)
        super().connectionLost(reason)

    @property
    def stands(self) -> bool:
        """Whether the handshake is done."""
        return super().getHandle().get_finished() is not None

    def _give_up(self) -> None:
        if not self.stands:
            self.abortConnection()

    # --- output -----------------------------------------------------------------------

    def writeSomeData(self, data: bytes) -> int:  # noqa: N802
        """Send `data` if there is room; return how much was taken: all or nothing."""
        self._watch()
        if self.full or self.disconnecting:
            return 0
        self.write(data)
        return len(data)

    def registerProducer(self, producer: Any, streaming: bool) -> None:  # noqa: N802
        """Call the producer's resumeProducing, now and whenever there is room."""
        self._watch()
        self._puller = producer
        self.pull()

    def unregisterProducer(self) -> None:  # noqa: N802
        """Stop asking the producer; hang up now if that was waiting."""
        self._puller = None
        if self._ending:
            self._end()

    def loseConnection(self) -> None:  # noqa: N802
        """Hang up once all is sent."""
        self._ending = True
        if self._puller is None:
            self._end()

    def pull(self) -> None:
        """Ask the producer for more, as long as there is room."""
        while self._puller is not None and not self.full:
            self._puller.resumeProducing()

    def stop_puller(self) -> None:
        """Tell the producer that the connection is closed."""
        puller, self._puller = self._puller, None
        if puller is not None:
            puller.stopProducing()

    def _watch(self) -> None:
        if not self._watched:
            self._watched = True
            super().registerProducer(_Room(self), True)

    def _end(self) -> None:
        # Twisted closes nothing as long as a producer is registered.
        super().unregisterProducer()
        super().loseConnection()

    # --- the socket -------------------------------------------------------------------

    def getHandle(self) -> SocketHandle:  # noqa: N802
        """Return the socket below."""
        handle: SocketHandle = self.transport.getHandle()
        return handle


class SecureFactory(TWISTED_TLS.TLSMemoryBIOFactory):  # type: ignore[misc]
    """Puts TLS below the connections of the telnet factory, which counts and closes them."""

    protocol = SecureTransport
    noisy = False

    def __init__(self, certificates: Any, telnet: TelnetFactory, clock: Timers) -> None:
        """`certificates` makes the TLS state of each connection."""
        directlyProvides(certificates, IOpenSSLServerConnectionCreator)
        super().__init__(certificates, False, telnet, clock)
        self._telnet = telnet
        self.clock = clock
        self.turned_away: set[SecureTransport] = set()

    def buildProtocol(self, addr: IAddress | None) -> Protocol | None:  # noqa: N802
        """Make the connection, or none if the inner factory makes none."""
        inner = self._telnet.build_encrypted(addr)
        if inner is None:
            return None
        connection = self.protocol(self, inner)
        if isinstance(inner, TurnedAway):
            if len(self.turned_away) >= MOST_TURNED_AWAY:
                return None
            self.turned_away.add(connection)
        return connection


_check: type[Transport] = SecureTransport
