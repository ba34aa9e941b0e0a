"""What a line makes the server write is collected, and goes to each client at once."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pytest

from tests.server.telnet.flow.test_outflow import LINE, Reader
from tests.server.telnet.house import House


@contextmanager
def collected(reader: Reader) -> Iterator[None]:
    """Collect what is written during the block."""
    reader.outbox.open()
    yield
    reader.outbox.close()


def test_what_is_collected_goes_out_in_order_and_at_once() -> None:
    reader = Reader()
    with collected(reader):
        reader.outflow.write(b"one\r\n")
        reader.outflow.write_control(b"\xff\xf1")
        reader.outflow.write_aside(b"two")
        assert reader.transport.segments == []
    assert reader.transport.segments == [b"one\r\n\xff\xf1two"]
    reader.outflow.write(b"three\r\n")
    assert reader.transport.segments[1:] == [b"three\r\n"]


def test_who_opens_it_closes_it() -> None:
    reader = Reader()
    assert reader.outbox.open()
    assert not reader.outbox.open()
    reader.outflow.write(LINE)
    assert reader.transport.segments == []
    reader.outbox.close()
    assert reader.transport.segments == [LINE]


@pytest.mark.parametrize("fault", [RuntimeError, BlockingIOError])
def test_a_fault_of_one_output_does_not_silence_the_others(fault: type[Exception]) -> None:
    """Each of the others gets its own once; what the faulty one was to get waits."""

    def fail(data: bytes) -> int:
        raise fault

    readers = [Reader() for _ in range(5)]
    for each in readers:
        each.outflow._outbox = readers[0].outbox
    readers[2].outflow.send_now = fail
    raising = pytest.raises(fault) if fault is RuntimeError else nullcontext()
    with raising, collected(readers[0]):
        for number, each in enumerate(readers):
            each.outflow.write(b"%d\r\n" % number)
    sent = [each.transport.segments for each in readers]
    assert sent == [[b"0\r\n"], [b"1\r\n"], [], [b"3\r\n"], [b"4\r\n"]]
    readers[2].transport.flush()
    assert readers[2].transport.sent == b"2\r\n"


def test_who_waits_twice_is_sent_everything_once() -> None:
    """More than the cap is sent at once in between."""
    reader = Reader()
    with collected(reader):
        reader.outflow.write(LINE)
        reader.outflow.write_aside(LINE * 10)
        reader.outflow.write_aside(LINE)
        assert len(reader.outbox.waiting) > 1
    assert reader.transport.sent == LINE * 12


def test_what_is_shown_goes_out_though_a_line_fails() -> None:
    house = House()
    client = house.guest()
    client.take()

    def fail(text: str) -> None:
        client.protocol.show("so far", "result")
        raise RuntimeError

    client.protocol._listener.on_line = fail
    with pytest.raises(RuntimeError):
        client.type("look")
    assert client.take() == b"so far\r\n"
    assert not client.protocol._parts.outbox.is_open


def test_no_more_is_collected_than_the_cap() -> None:
    """A client that reads gets everything, one that does not loses no more than without outbox."""
    for room in (None, 0):
        reader = Reader(room=room)
        with collected(reader):
            for _ in range(30):
                reader.outflow.write(LINE)
        if room is None:
            assert [len(each) for each in reader.transport.segments] == [1000] * 3
        else:
            assert reader.outflow.clogged
            assert len(reader.transport.waiting) <= 1000
            assert reader.outflow.lost == 20


def test_many_messages_beside_the_text_stay_within_the_cap_and_are_sent() -> None:
    reader = Reader()
    with collected(reader):
        for _ in range(30):
            reader.outflow.write_aside(LINE)
    assert reader.transport.sent == LINE * 30
    assert max(map(len, reader.transport.segments)) <= 1000


def test_compression_that_begins_meanwhile_covers_what_follows_alone() -> None:
    reader = Reader()
    with collected(reader):
        reader.outflow.write(b"plain\r\n")
        reader.outflow.compress(wanted=True)
        reader.outflow.write(b"packed\r\n")
        reader.outflow.finish()
        reader.outflow.write(b"plain again\r\n")
    sent = reader.transport.sent
    assert sent.startswith(b"plain\r\n") and sent.endswith(b"plain again\r\n")
    packed = sent.removeprefix(b"plain\r\n").removesuffix(b"plain again\r\n")
    assert zlib.decompress(packed) == b"packed\r\n"


def test_a_closed_connection_sends_nothing_more() -> None:
    reader = Reader()
    with collected(reader):
        reader.outflow.write(LINE)
        reader.outflow.end()
    assert reader.transport.segments == []


def test_a_line_is_one_send_for_each_who_hears_it() -> None:
    house = House()
    actor, bystander = house.guest(), house.guest()
    for client in (actor, bystander):
        client.take()
        client.transport.segments.clear()
    actor.type("spam 3")
    assert len(actor.transport.segments) == 1
    before = len(bystander.transport.segments)
    actor.type("say hi")
    assert bystander.transport.segments[before:] == [b'Guest1 says, "hi"\r\n']


def test_what_others_see_can_be_sent_before_the_line_ends() -> None:
    """So that the time which that takes is counted with the command's."""
    house = House()
    actor, bystander = house.guest(), house.guest()
    bystander.take()
    sent: list[bytes] = []
    perform = house.gate.perform

    def perform_and_send(character: int, line: str) -> Any:
        settling = perform(character, line)
        house.factory.send_collected()
        sent.append(bystander.take())
        return settling

    gate: Any = house.gate
    gate.perform = perform_and_send
    actor.take()
    actor.type("say hi")
    assert sent == [b'Guest1 says, "hi"\r\n'] and bystander.take() == b""
    assert actor.take() == b'You say, "hi"\r\n'


def test_the_last_words_go_out_before_the_connection_closes() -> None:
    """Twisted closes at once when nothing waits with it."""
    client = House().guest()
    told: list[bytes] = []
    transport: Any = client.transport
    transport.loseConnection = lambda: told.append(transport.sent)
    client.type("quit")
    assert told and told[0] and told[0] == transport.sent
