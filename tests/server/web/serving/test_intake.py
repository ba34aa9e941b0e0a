"""Limits of browsers' connections: how many there may be, and how much each may send."""

from __future__ import annotations

from typing import Any, cast

from twisted.internet.address import IPv4Address
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.internet.testing import StringTransport

from agents.clock import VirtualClock
from config.server import ConnectionLimits
from server.web.serving.intake import AT_ONCE, MOST_BYTES, BrowserIntake, MeteredConnection


class Listener(Protocol):
    """Keeps what it is sent."""

    def __init__(self) -> None:
        self.received = b""

    def dataReceived(self, data: bytes) -> None:
        self.received += data


class Port:
    """An intake whose connections are in memory."""

    def __init__(self, **limits: float) -> None:
        self.clock = VirtualClock()
        factory: Any = Factory.forProtocol(Listener)
        settings = ConnectionLimits(**limits)  # type: ignore[arg-type]
        self.intake = BrowserIntake(factory, settings, self.clock.monotonic)

    def connect(self, address: str = "192.0.2.7") -> MeteredConnection | None:
        made = self.intake.buildProtocol(cast(IAddress, IPv4Address("TCP", address, 4001)))
        assert made is None or isinstance(made, MeteredConnection)
        if made is not None:
            transport = StringTransport()  # type: ignore[no-untyped-call]
            made.makeConnection(transport)  # type: ignore[no-untyped-call]
        return made


def received(connection: MeteredConnection) -> int:
    inner: Any = connection.wrappedProtocol
    return len(inner.received)


def is_cut(connection: MeteredConnection) -> bool:
    transport: Any = connection.transport
    return bool(transport.disconnecting or transport.disconnected)


def test_connections_are_counted_by_address_and_in_all() -> None:
    """One that is closed makes room for another."""
    port = Port(connections=3, connections_per_address=2)
    first, second = port.connect(), port.connect()
    assert first and second and port.connect() is None
    assert port.connect("192.0.2.8") and port.connect("192.0.2.9") is None
    first.connectionLost(connectionDone)
    assert port.connect("192.0.2.9") and port.connect() is None
    second.connectionLost(connectionDone)
    assert port.connect()


async def test_bytes_come_back_at_the_rate_and_too_many_cut_off() -> None:
    port = Port(input_bytes_per_second=100)
    connection = port.connect()
    assert connection
    connection.dataReceived(b"x" * 100 * AT_ONCE)
    assert not is_cut(connection)
    await port.clock.advance(2.0)
    connection.dataReceived(b"x" * 200)
    assert received(connection) == 100 * AT_ONCE + 200 and not is_cut(connection)
    connection.dataReceived(b"xx")
    assert received(connection) == 100 * AT_ONCE + 200 and is_cut(connection)


def test_no_connection_sends_without_end_but_a_trusted_one() -> None:
    """Without a rate, there is still a most for each; not for somebody who may write files."""
    port = Port(input_bytes_per_second=0)
    connection, trusted = port.connect(), port.connect()
    assert connection and trusted
    trusted.trusted = True
    for each in (connection, trusted):
        each.dataReceived(b"x" * MOST_BYTES)
        assert not is_cut(each)
        each.dataReceived(b"x")
    assert is_cut(connection) and not is_cut(trusted)


def test_a_connection_is_let_in_without_limits() -> None:
    port = Port(connections=0, connections_per_address=0)
    assert all(port.connect() for _ in range(50))
