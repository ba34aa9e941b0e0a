"""A house of connections on transports in memory, and its clients."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from config.server import ConnectionLimits
from server.telnet.factory import TelnetFactory, TurnedAway
from server.telnet.negotiator import Negotiator
from server.telnet.protocol import TelnetProtocol
from tests.server.session.fakes import MemoryAccounts, OneRoom
from tests.server.telnet.fakes import MemoryTransport
from tests.texts import shipped_texts


def caller(host: str) -> Any:
    """Return the address of a connection, as far as the factory looks at it."""
    return SimpleNamespace(host=host)


OPENING = Negotiator().opening()


class House:
    """A factory with its clock, gate and log."""

    def __init__(self, **limits: Any) -> None:
        self.clock = Clock()
        self.gate = OneRoom()
        self.log: list[str] = []
        self.report: dict[str, str] = {}
        self.factory = TelnetFactory(
            self.clock,
            self.gate,
            MemoryAccounts(),
            shipped_texts(),
            limits=ConnectionLimits(**limits),
            log=self.log.append,
            report=lambda: self.report,
            cost=self.clock.seconds,
        )

    def connect(self, address: str = "192.0.2.1", room: int | None = None) -> Client:
        return Client(self, address, room)

    def guest(self, **how: Any) -> Client:
        client = self.connect(**how)
        client.type("guest")
        client.take()
        return client


class Client:
    """One connection to a house."""

    def __init__(self, house: House, address: str, room: int | None) -> None:
        self.house = house
        self.transport = MemoryTransport(room)
        made = house.factory.buildProtocol(caller(address))
        assert isinstance(made, TelnetProtocol)
        self.protocol: Any = cast(Any, made)
        self.protocol.transport = self.transport
        self.protocol.connectionMade()

    def type(self, line: str) -> None:
        self.send(line.encode() + b"\r\n")

    def send(self, data: bytes) -> None:
        self.protocol.dataReceived(data)
        self.house.clock.advance(0)

    def take(self) -> bytes:
        return self.transport.take()

    def lose(self) -> None:
        done = Failure(ConnectionDone())  # type: ignore[no-untyped-call]
        self.protocol.connectionLost(done)


def read_refusal(house: House, host: str) -> MemoryTransport:
    """Return what a connection from `host` is told that the house refuses."""
    transport = MemoryTransport()
    refused: Any = house.factory.buildProtocol(caller(host))
    refused.makeConnection(transport)
    assert isinstance(refused, TurnedAway)
    return transport
