"""Limits of the connections of browsers: how many there may be, and how much each may send."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, cast

from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.protocols.policies import ProtocolWrapper, WrappingFactory
from twisted.python.failure import Failure

from config.server import ConnectionLimits
from server.session.entry.addresses import address_key
from server.telnet.flow.bucket import TokenBucket

AT_ONCE = 16
"""A connection may send so many seconds' worth of bytes at once."""

MOST_BYTES = 1_000_000
"""Bytes that a connection may send in all; browsers then open another. Visits have no such end."""


class BrowserIntake(WrappingFactory[Any]):
    """Counts the connections of a factory and meters what they send."""

    noisy = False

    def __init__(
        self, wrapped: Factory[Any], limits: ConnectionLimits, seconds: Callable[[], float]
    ) -> None:
        super().__init__(wrapped)  # type: ignore[no-untyped-call]
        self._limits = limits
        self._seconds = seconds
        self._counts: Counter[str] = Counter()

    def buildProtocol(self, addr: IAddress | None) -> Protocol | None:  # noqa: N802  # Twisted's name
        """Return the protocol of a connection; None, which closes it, if there are too many."""
        key = address_key(str(getattr(addr, "host", "?")))
        limits = self._limits
        if limits.connections and self._counts.total() >= limits.connections:
            return None
        most = limits.connections_per_address
        if most and self._counts[key] >= most:
            return None
        inner = self.wrappedFactory.buildProtocol(addr)
        if inner is None:
            return None
        self._counts[key] += 1
        rate = limits.input_bytes_per_second
        bucket = TokenBucket(rate, int(rate * AT_ONCE), self._seconds)
        return MeteredConnection(self, inner, bucket, lambda: self._forget(key))

    def _forget(self, key: str) -> None:
        self._counts[key] -= 1
        if self._counts[key] <= 0:
            del self._counts[key]


class MeteredConnection(ProtocolWrapper):
    """Closes a connection that sends too much; `gone` is called once it is closed."""

    def __init__(
        self, factory: BrowserIntake, inner: Any, bucket: TokenBucket, gone: Callable[[], None]
    ) -> None:
        super().__init__(factory, inner)
        self.trusted = False
        """Whether it is not metered: it is of somebody who may write files."""
        self._bucket = bucket
        self._gone = gone
        self._received = 0
        self._visits = False

    def begin_visit(self) -> Callable[[int], bool]:
        """Leave the bytes to telnet, which reads slowly what comes fast, from now on.

        Returns what counts the rest, such as frames: it says whether so much is still allowed.
        """
        self._visits = True
        return self._bucket.spend

    def dataReceived(self, data: bytes) -> None:  # noqa: N802  # Twisted's name
        """Pass bytes on, within the limits."""
        if not (self.trusted or self._visits) and not self._may_receive(len(data)):
            self.abortConnection()
            return
        super().dataReceived(data)  # type: ignore[no-untyped-call]

    def _may_receive(self, count: int) -> bool:
        self._received += count
        return self._received <= MOST_BYTES and self._bucket.spend(count)

    def abortConnection(self) -> None:  # noqa: N802  # Twisted's name
        """Close at once."""
        cast(Any, self.transport).abortConnection()

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802  # Twisted's name
        """Tell the protocol, and count the connection no more."""
        self._gone()
        super().connectionLost(reason)  # type: ignore[no-untyped-call]
