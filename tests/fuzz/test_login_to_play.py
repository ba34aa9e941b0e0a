"""From the greeting to play: whatever bytes arrive, nothing raises and the server still answers.

The cases below `FOUND` once were, or nearly were, faults; hypothesis looks for more.
"""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.telnet.codec import Codec
from tests.server.telnet.test_protocol import Client, House

FOUND = (
    b"\xff\xfa\xff\xf0look\r\n",
    b"\xff\x00\xff\xf0\xff\xee\xff\xec",
    b"guest\r\n\xff\xfd\x03\xff\xfb\x18\xff\xfa\x18\x00\xff\xf0say \xff\xff\r",
    b"connect\r\n\r\n\x00connect Rowan\r\nquit\r\n",
    b"guest\r\nsay |\r\n|\r\nquit|look\r\n",
    b"\xff\xfa\x2a\x01\xff\xf0\xff\xfa\x2a\x02\xff\xf0",
    b"\xff\xfa\x1f\xff\xff\xff\xff\xff\xf0guest\r\nlook\r\n",
    b"\xff\xfb\xc9\xff\xfd\xc9\xff\xfa\xc9Core.Hello {\xff\xf0\xff\xfa\xc9\xff\xf0",
    b"create {0} {name}\r\ncreate ../x y\r\n" + "create Адмin пароль\r\n".encode(),
)

WORDS = ("connect", "create", "guest", "who", "help", "quit", "look", "say", "Rowan", "|", "{0}")
OPTIONS = (0, 1, 3, 6, 24, 25, 31, 39, 42, 69, 70, 86, 91, 99, 201, 255)
lines = st.builds(
    lambda words, end: " ".join(words).encode() + end,
    st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=4),
    st.sampled_from([b"\r\n", b"\n", b"\r\x00", b"\r"]),
)
negotiations = st.builds(
    lambda verb, option: bytes((255, verb, option)),
    st.integers(251, 254),
    st.sampled_from(OPTIONS),
)
messages = st.builds(
    lambda option, body: bytes((255, 250, option)) + body + b"\xff\xf0",
    st.sampled_from(OPTIONS),
    st.binary(max_size=12),
)
streams = st.lists(lines | negotiations | messages | st.binary(max_size=8), max_size=20)


def play(client: Client, pieces: list[bytes]) -> None:
    for piece in pieces:
        client.send(piece)
        client.house.clock.pump([0.05] * 3)


def assert_still_there(house: House) -> None:
    """Another person comes in and looks; nothing in the log is a fault."""
    other = house.connect("192.0.2.99")
    other.type("guest")
    assert b"The Hall" in other.take()
    assert not [line for line in house.log if "fault" in line or "Traceback" in line]


@pytest.mark.parametrize("data", FOUND)
async def test_the_corpus(data: bytes) -> None:
    for pieces in ([data], [data[at : at + 1] for at in range(len(data))]):
        house = House()
        play(house.connect(), pieces)
        assert_still_there(house)


@settings(max_examples=150, deadline=None)
@given(streams)
async def test_nothing_that_arrives_raises_or_stops_the_server(pieces: list[bytes]) -> None:
    """Before and after the login; who is then still connected is answered."""
    house = House(commands_per_second=0)
    client = house.connect()
    play(client, pieces)
    play(client, [b"\xff\xf0\r\n", b"guest\r\n", *pieces])
    assert_still_there(house)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=8))
def test_the_codec_keeps_a_bounded_amount(pieces: list[bytes]) -> None:
    """However bytes repeat, what it holds does not grow with them."""
    codec = Codec(256, handled=(1, 24, 31))
    tracemalloc.start()
    for _ in range(100):
        for piece in pieces:
            codec.receive(piece * 10)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert size < 400_000
