"""Options on a whole connection: compression, messages, prompts, signs of life, choices."""

from __future__ import annotations

import json
import re
import zlib
from typing import Any

import pytest

from server.telnet.codes import TelnetOption, subnegotiation
from server.telnet.pulse import PULSE_SECONDS
from tests.server.telnet.house import Client, House

DO = b"\xff\xfd"
START = b"\xff\xfa\x56\xff\xf0"


def settle(house: House) -> None:
    """Let two turns of the loop pass: one for what is planned, one for its flush."""
    house.clock.advance(0)
    house.clock.advance(0)


def test_everything_behind_the_start_is_compressed() -> None:
    """IAC SB 86 IAC SE stands in a segment with nothing behind it; then all is one zlib stream."""
    house = House()
    client = house.guest()
    client.transport.segments.clear()
    client.send(DO + b"\x56")
    assert client.transport.segments == [START]
    client.take()
    stream = zlib.decompressobj()
    for number in range(20):
        client.send(f"say number {number}\r\n".encode())
        settle(house)
        assert stream.decompress(client.take()) == f'You say, "number {number}"\r\n'.encode()


def test_one_turn_of_the_loop_is_one_flush() -> None:
    """Ten lines heard in one turn go out together."""
    house = House()
    client, talker = house.guest(), house.guest()
    client.send(DO + b"\x56")
    client.take()
    client.transport.segments.clear()
    for number in range(10):
        talker.protocol.dataReceived(f"say {number}\r\n".encode())
    settle(house)
    assert len([each for each in client.transport.segments if each]) <= 2
    assert zlib.decompressobj().decompress(client.take()).count(b"Guest2 says") == 10


@pytest.mark.parametrize("how", ["refused", "closed"])
def test_the_stream_ends_cleanly(how: str) -> None:
    """At DONT, and at the end of the connection, zlib reads its own end; then all is plain."""
    house = House()
    client = house.guest()
    client.send(DO + b"\x56")
    client.take()
    client.send(b"\xff\xfe\x56" if how == "refused" else b"quit\r\n")
    settle(house)
    stream = zlib.decompressobj()
    told = stream.decompress(client.take())
    assert stream.eof
    assert stream.unused_data == b""
    if how == "refused":
        assert told == b"\xff\xfc\x56"
        client.type("look")
        assert client.take().startswith(b"The Hall")
    else:
        assert b"Goodbye" in told


def test_compression_and_the_cap_on_output_work_together() -> None:
    """A client that does not read loses whole lines, is told how many, and reads all the rest."""
    house = House(output_bytes=2000, commands_per_second=0)
    slow, talker = house.guest(), house.guest()
    slow.send(DO + b"\x56")
    slow.take()
    slow.transport.room = 0
    for number in range(300):
        talker.type(
            f"say {number:03} " + "".join(chr(97 + (number * 7 + at * at) % 26) for at in range(60))
        )
        settle(house)
    assert len(slow.transport.waiting) <= 4000
    slow.transport.room = None
    slow.transport.flush()
    settle(house)
    heard = zlib.decompressobj().decompress(slow.take()).decode()
    told = heard.count("Guest2 says")
    lost = re.search(r"\[(\d+) lines lost", heard)
    assert lost
    assert 0 < told < 300
    assert told + int(lost[1]) == 300


def test_compression_never_starts_twice() -> None:
    client = House().guest()
    client.send(DO + b"\x56" + DO + b"\x56")
    assert client.take() == START


# --- GMCP -----------------------------------------------------------------------------


def messages(data: bytes) -> list[tuple[str, Any]]:
    """Return the GMCP messages in what was sent."""
    bodies = re.findall(rb"\xff\xfa\xc9(.*?)\xff\xf0", data)
    words = (each.decode().partition(" ") for each in bodies)
    return [(name, json.loads(body) if body else None) for name, _, body in words]


def ask(client: Client, *packages: str) -> None:
    client.send(DO + b"\xc9")
    body = f"Core.Supports.Set {json.dumps([*packages])}"
    client.send(subnegotiation(TelnetOption.GMCP, body.encode()))


def test_who_and_where_is_told_on_coming_in() -> None:
    """A client that asked at the door gets Char and Room as soon as the person is in the world."""
    client = House().connect()
    ask(client, "Char 1", "Room 1")
    assert messages(client.take()) == []
    client.type("guest")
    assert messages(client.take()) == [
        ("Char.Name", {"name": "Guest1", "fullname": "Guest1"}),
        ("Char.StatusVars", {"name": "Name", "rank": "Rank", "place": "Place"}),
        ("Char.Status", {"name": "Guest1", "rank": "guest", "place": "The Hall"}),
        (
            "Room.Info",
            {"num": 1, "name": "The Hall", "area": "Tarn", "exits": {"garden": 2, "stairs": 3}},
        ),
    ]


def test_a_client_that_asks_later_is_told_then() -> None:
    client = House().guest()
    ask(client, "Room 1")
    assert [name for name, _ in messages(client.take())] == ["Room.Info"]


def test_speech_and_rooms_come_as_messages_behind_their_text() -> None:
    house = House()
    client, talker = house.guest(), house.guest()
    ask(client, "Comm.Channel 1", "Room 1")
    client.take()
    talker.type("say good evening")
    sent = client.take()
    assert sent.startswith(b'Guest2 says, "good evening"\r\n\xff\xfa\xc9Comm.Channel.Text ')
    client.type("look")
    assert [name for name, _ in messages(client.take())] == ["Room.Info"]
    talker.take()
    assert not messages(talker.take())


def test_a_goodbye_says_why() -> None:
    client = House().guest()
    client.send(DO + b"\xc9")
    client.take()
    client.type("quit")
    [(name, why)] = messages(client.take())
    assert name == "Core.Goodbye"
    assert why.startswith("Goodbye.")


def test_messages_have_no_room_beyond_the_cap_and_cost_no_line() -> None:
    """A client that does not read misses messages; only lost lines are counted as lines."""
    house = House(output_bytes=500)
    client = house.guest()
    ask(client, "Tarn 1")
    client.take()
    client.transport.room = 0
    for _ in range(100):
        client.protocol.gmcp("Tarn.Think", {"text": "x" * 100})
    assert len(client.transport.waiting) <= 500
    client.transport.room = None
    client.transport.flush()
    sent = client.take()
    assert 0 < len(messages(sent)) < 5
    assert b"lines lost" not in sent


# --- prompts, signs of life, choices, listings ------------------------------------------


def test_a_prompt_in_the_world_for_whoever_wants_one() -> None:
    """Below all output, ended by a mark; other people's words move it down."""
    house = House()
    client, talker = house.guest(), house.guest()
    client.send(b"\xff\xfb\x1f")
    client.type("look")
    assert b"\xff\xf9" not in client.take()
    client.protocol.prefer({"prompt": "on"})
    client.type("say hi\r\nsay ho")
    settle(house)
    assert client.take() == b'You say, "hi"\r\nYou say, "ho"\r\n> \xff\xf9'
    talker.type("say hello")
    settle(house)
    assert client.take() == b'\r\nGuest2 says, "hello"\r\n> \xff\xf9'
    client.protocol.prefer({"prompt": "off"})
    client.type("say hi")
    settle(house)
    assert client.take() == b'You say, "hi"\r\n'


def test_a_silent_client_gets_a_sign_of_life_and_nc_does_not() -> None:
    """IAC NOP after a silent minute, and again; never to whoever does not speak telnet."""
    house = House(login_seconds=0, idle_seconds=0)
    telnet, plain = house.connect(), house.connect()
    telnet.send(b"\xff\xfb\x1f")
    telnet.take()
    plain.take()
    house.clock.advance(PULSE_SECONDS - 1)
    assert telnet.take() == b""
    house.clock.advance(1)
    assert telnet.take() == b"\xff\xf1"
    house.clock.advance(PULSE_SECONDS - 1)
    telnet.send(b"x")
    house.clock.advance(2)
    assert telnet.take() == b""
    house.clock.advance(PULSE_SECONDS)
    assert telnet.take() == b"\xff\xf1"
    assert plain.take() == b""


def test_what_a_person_chose_goes_before_what_the_client_said() -> None:
    """`set colour none` holds although the terminal says it has colours, then and later."""
    client = House().guest()
    client.send(b"\xff\xfb\x18\xff\xfa\x18\x00xterm-256color\xff\xf0")
    client.type("look")
    assert b"\x1b[38;5" in client.take()
    client.protocol.prefer({"colour": "none", "width": "40", "charset": "ascii"})
    client.send(b"\xff\xfb\x1f\xff\xfa\x1f\x00\x64\x00\x18\xff\xf0")
    client.take()
    client.type("look")
    sent = client.take()
    assert b"\x1b" not in sent
    assert max(map(len, sent.split(b"\r\n"))) <= 40
    client.type("say café")
    assert client.take() == b'You say, "cafe"\r\n'


def test_a_listing_is_answered_at_the_door_and_not_in_the_world() -> None:
    house = House()
    house.report["PLAYERS"] = "1"
    client = house.connect()
    client.take()
    client.type("MSSP-REQUEST")
    assert client.take() == b"\r\nMSSP-REPLY-START\r\nPLAYERS\t1\r\nMSSP-REPLY-END\r\n"
    client.type("guest")
    client.take()
    client.type("MSSP-REQUEST")
    assert client.take() == b"Unknown command: MSSP-REQUEST\r\n"
