"""Output to one client: order, the cap, and clients that do not read."""

from __future__ import annotations

from twisted.internet.task import Clock

from server.telnet.flow.outbox import Outbox
from server.telnet.outflow import STUCK_SECONDS, Outflow
from tests.server.telnet.fakes import MemoryTransport


class Reader:
    """An outflow to a client that reads what `room` allows."""

    def __init__(self, room: int | None = None, limit: int = 1000) -> None:
        self.clock = Clock()
        self.transport = MemoryTransport(room)
        self.outbox = Outbox()
        self.stuck = 0
        self.changes: list[bool] = []
        self.outflow = Outflow(
            self.transport,
            self.clock,
            limit,
            send_now=self.transport.writeSomeData,
            outbox=self.outbox,
            lost_notice=lambda count: f"[{count} lines lost]\r\n".encode(),
            on_change=lambda: self.changes.append(self.outflow.clogged),
            on_stuck=self.on_stuck,
        )

    def on_stuck(self) -> None:
        self.stuck += 1


LINE = b"x" * 98 + b"\r\n"


def test_output_goes_straight_to_a_client_that_reads() -> None:
    reader = Reader()
    for _ in range(50):
        reader.outflow.write(LINE)
    assert reader.transport.sent == LINE * 50
    assert not reader.outflow.clogged
    assert reader.changes == []


def test_what_the_socket_does_not_take_follows_in_order() -> None:
    reader = Reader(room=150)
    reader.outflow.write(LINE)
    reader.outflow.write(LINE)
    reader.outflow.write_control(b"\xff\xfb\x01")
    assert reader.outflow.clogged
    reader.transport.room = None
    reader.transport.flush()
    assert reader.transport.sent == LINE * 2 + b"\xff\xfb\x01"
    assert reader.changes == [True, False]
    reader.outflow.write(LINE)
    assert reader.transport.sent.endswith(b"\xff\xfb\x01" + LINE)


def test_a_client_that_never_reads_loses_lines_and_is_given_up() -> None:
    """Never more than the cap is held; after a while without reading it is stuck, once."""
    reader = Reader(room=0)
    for _ in range(500):
        reader.outflow.write(LINE)
    assert len(reader.transport.waiting) + sum(map(len, reader.outflow._queue)) == 1000
    assert reader.outflow.lost == 490
    reader.clock.advance(STUCK_SECONDS - 1)
    assert reader.stuck == 0
    reader.clock.advance(1)
    assert reader.stuck == 1


def test_a_client_that_reads_again_is_told_how_many_lines_it_lost() -> None:
    """The notice stands where the lines are missing, and later lines come after it."""
    reader = Reader(room=0)
    for _ in range(15):
        reader.outflow.write(LINE)
    reader.transport.room = None
    reader.transport.flush()
    reader.outflow.write(b"after\r\n")
    assert reader.transport.sent == LINE * 10 + b"[5 lines lost]\r\nafter\r\n"
    reader.clock.advance(STUCK_SECONDS * 2)
    assert reader.stuck == 0
    assert reader.changes == [True, False]


def test_one_text_larger_than_the_cap_reaches_a_client_that_reads() -> None:
    reader = Reader(limit=1000)
    reader.outflow.write(LINE * 50)
    assert reader.transport.sent == LINE * 50


def test_without_a_limit_nothing_is_dropped() -> None:
    reader = Reader(room=0, limit=0)
    for _ in range(500):
        reader.outflow.write(LINE)
    reader.transport.room = None
    reader.transport.flush()
    assert reader.transport.sent == LINE * 500


def test_a_slowly_reading_client_is_not_charged_for_what_it_has_read() -> None:
    """What was taken no longer counts against the cap."""
    reader = Reader(room=0)
    for _ in range(10):
        reader.outflow.write(LINE)
        reader.transport.room = 60
        reader.transport.flush()
    for _ in range(200):
        reader.transport.room = 500
        reader.transport.flush()
        reader.outflow.write(LINE)
    reader.transport.room = None
    reader.transport.flush()
    assert reader.transport.sent == LINE * 210


def test_after_the_end_nothing_is_written() -> None:
    reader = Reader(room=0)
    for _ in range(500):
        reader.outflow.write(LINE)
    reader.outflow.end()
    reader.outflow.write(LINE)
    assert reader.clock.getDelayedCalls() == []
