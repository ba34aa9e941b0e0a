"""What a fuzzer runs: functions of bytes that raise if a promise does not hold.

The first byte says how the rest arrives: 0 in one piece, else in pieces of so many bytes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path

from server.telnet.codec import ANY_OPTION, SUBNEGOTIATION_BYTES, Codec, Event, TypedLine
from tests.server.telnet.house import Client, House

CORPUS = Path(__file__).with_name("corpus")
"""A folder of inputs for each target."""

#: Bytes of a line; what the codec holds is bounded by this and a subnegotiation's bytes.
LINE_BYTES = 64


def cut(data: bytes) -> list[bytes]:
    """Return the pieces in which an input arrives."""
    size, rest = (data[0] if data else 0), data[1:]
    return [rest[at : at + size] for at in range(0, len(rest), size)] if size else [rest]


def decode(data: bytes) -> None:
    """Decode an input; how it is cut changes nothing, and what is held stays bounded."""
    for handled in (ANY_OPTION, (1, 24, 31)):
        codec, events = Codec(LINE_BYTES, handled), list[Event]()
        for piece in cut(data):
            events += codec.receive(piece)
            assert len(codec.pending()) <= LINE_BYTES + SUBNEGOTIATION_BYTES + 16
        assert events == Codec(LINE_BYTES, handled).receive(data[1:])
        for event in events:
            if isinstance(event, TypedLine):
                assert not any(ord(each) < ord(" ") for each in event.text)


def log_in_and_play(data: bytes) -> None:
    """Visit with an input, in its pieces."""
    visit(cut(data))


def visit(pieces: list[bytes]) -> None:
    """Send the pieces at the door and again in the world; somebody else comes in and looks."""
    house = House(commands_per_second=0)
    client = house.connect()
    play(client, pieces)
    play(client, [b"\xff\xf0\r\n", b"guest\r\n", *pieces])
    assert_still_there(house)


def play(client: Client, pieces: list[bytes]) -> None:
    """Send the pieces one after the other."""
    for piece in itertools.islice(pieces, 200):
        client.send(piece)
        client.house.clock.pump([0.05] * 3)


def assert_still_there(house: House) -> None:
    """Another person comes in and looks; nothing in the log is a fault."""
    other = house.connect("192.0.2.99")
    other.type("guest")
    assert b"The Hall" in other.take()
    assert not [line for line in house.log if "fault" in line or "Traceback" in line]


TARGETS: Mapping[str, Callable[[bytes], None]] = {"codec": decode, "login": log_in_and_play}
