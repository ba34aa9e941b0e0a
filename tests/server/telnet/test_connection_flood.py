"""More than a client sends that is no text ends the connection."""

from __future__ import annotations

import pytest

from server.telnet.flow.addresses import BARRED_SECONDS
from server.telnet.flow.meter import ADDRESS_SHARE, BURST_SECONDS
from tests.examples import choose_count
from tests.server.telnet.house import House, read_refusal

JUNK = {
    "commands": b"\xff\xf1",
    "options nobody has": b"\xff\xfd\x63\xff\xfe\x63",
    "options switched on and off": b"\xff\xfb\x1f\xff\xfc\x1f",
    "window sizes": b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0",
    "NULs": b"\x00",
    "erasures": b"a\x08",
    "are you there": b"\xff\xf6",
}


@pytest.mark.parametrize("kind", JUNK)
def test_more_than_a_client_sends_that_is_no_text_ends_the_connection(kind: str) -> None:
    """A second's worth passes unnoticed; a stream of it is cut off, with one line in the log."""
    house = House(input_bytes_per_second=1000)
    client = house.guest()
    client.send(JUNK[kind] * (10_000 // (100 * len(JUNK[kind]))))
    assert not client.transport.aborted
    for _ in range(200):
        client.send(JUNK[kind] * (10_000 // len(JUNK[kind])))
        house.clock.pump([0.05] * 10)
    assert client.transport.aborted
    assert [line for line in house.log if "flood" in line] == [
        'dropped "192.0.2.1": floods telnet commands or control characters'
    ]


def test_text_is_never_counted_as_a_flood() -> None:
    """Very much text, with the endings of CR NUL clients, closes nothing."""
    house = House(input_bytes_per_second=1000, commands_per_second=0)
    client = house.guest()
    count = choose_count(50, 200)
    for _ in range(count):
        client.send(b"say hello there\r\x00" * 300)
        client.take()
        house.clock.pump([0] * 80)
    assert not client.transport.aborted
    assert len(house.gate.lines) == 300 * count


def test_many_connections_of_one_address_share_one_allowance() -> None:
    """What each may send alone is too much for all; who sent next to nothing stays."""
    house = House(input_bytes_per_second=1000)
    quiet = house.guest()
    flood = [house.guest() for _ in range(ADDRESS_SHARE * 2)]
    for each in flood:
        for _ in range(BURST_SECONDS - 1):
            each.send(b"\x00" * 950)
    quiet.send(b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0")
    dropped = [each.transport.aborted for each in flood]
    assert dropped.count(True) >= ADDRESS_SHARE - 1
    assert not quiet.transport.aborted


def test_an_address_that_flooded_waits_before_it_comes_back() -> None:
    """It is told so, others are not concerned, and the log does not grow with its tries."""
    house = House(input_bytes_per_second=1000)
    client = house.guest()
    client.send(b"\x00" * 60_000)
    house.clock.pump([0] * 60)
    assert client.transport.aborted
    client.lose()
    logged = len(house.log)
    for _ in range(50):
        assert b"Please wait a few" in read_refusal(house, "192.0.2.1").waiting
    assert len(house.log) == logged + 1
    house.connect("192.0.2.2")
    house.clock.advance(BARRED_SECONDS)
    house.connect("192.0.2.1")
    house.clock.advance(60)
    house.factory._addresses.bar("192.0.2.1")
    read_refusal(house, "192.0.2.1")
    assert house.log[-1].endswith("(50 times)")
