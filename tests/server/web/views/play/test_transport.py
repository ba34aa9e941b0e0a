"""A WebSocket that reads slowly is treated like a telnet client that does."""

from __future__ import annotations

from typing import Any

from twisted.internet.protocol import Protocol

from server.web.views.play.subprotocols import TELNET, make_subprotocol
from server.web.views.play.transport import SocketTransport


class FakeSocket:
    def __init__(self) -> None:
        self.sent: list[bytes | str] = []
        self.reading, self.open, self.code = True, True, 0

    def send(self, message: bytes | str) -> None:
        self.sent.append(message)

    def close(self, code: int = 1000) -> None:
        self.open, self.code = False, code

    def read(self, wanted: bool) -> None:
        self.reading = wanted


class Pull:
    """Telnet's outflow: gives one piece each time it is asked, then ends."""

    def __init__(self, transport: SocketTransport, pieces: list[bytes]) -> None:
        self._transport, self._pieces = transport, pieces

    def resumeProducing(self) -> None:
        if self._pieces:
            self._transport.write(self._pieces.pop(0))
        else:
            self._transport.unregisterProducer()


def open_transport() -> tuple[SocketTransport, FakeSocket]:
    transport = SocketTransport(Protocol(), make_subprotocol(TELNET), gone=lambda: None)
    socket: Any = FakeSocket()
    transport.opened(socket)
    return transport, socket


def test_a_full_browser_takes_nothing_and_is_sent_the_rest_later() -> None:
    transport, socket = open_transport()
    assert transport.writeSomeData(b"one") == 3
    transport.paused(True)
    assert transport.writeSomeData(b"two") == 0
    transport.registerProducer(Pull(transport, [b"two", b"three"]), False)
    assert socket.sent == [b"one"]
    transport.paused(False)
    assert socket.sent == [b"one", b"two", b"three"]


def test_it_hangs_up_once_all_is_sent() -> None:
    transport, socket = open_transport()
    transport.paused(True)
    transport.registerProducer(Pull(transport, [b"last words"]), False)
    transport.loseConnection()
    assert socket.open
    transport.paused(False)
    assert socket.sent == [b"last words"] and not socket.open


def test_telnet_can_stop_reading() -> None:
    transport, socket = open_transport()
    transport.pauseProducing()
    assert not socket.reading
    transport.resumeProducing()
    assert socket.reading


def test_a_browser_knows_whether_to_come_back() -> None:
    """After an upgrade it does by itself; after a goodbye its person says so."""
    for is_renewing, code in ((bool, 1000), (lambda: True, 1012)):
        transport = SocketTransport(
            Protocol(), make_subprotocol(TELNET), gone=lambda: None, is_renewing=is_renewing
        )
        socket: Any = FakeSocket()
        transport.opened(socket)
        transport.loseConnection()
        assert socket.code == code
