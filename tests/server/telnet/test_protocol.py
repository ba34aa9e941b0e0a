"""A connection: what is typed reaches the session, what it says reaches the client."""

from __future__ import annotations

import gc
import socket
import weakref
from typing import Any

import pytest

from server.telnet.outflow import STUCK_SECONDS
from server.telnet.protocol import CLOSE_SECONDS
from tests.server.telnet.house import OPENING, House


def test_the_banner_goes_out_at_once() -> None:
    """The greeting waits for no answer and for no time; the socket is tuned first."""
    client = House().connect()
    sent = client.take()
    assert sent.startswith(OPENING)
    assert b"connect <name> <password>" in sent
    assert client.transport.no_delay
    options = client.transport.handle.options
    assert (socket.SOL_SOCKET, socket.SO_OOBINLINE, 1) in options
    assert (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1) in options
    assert (socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 4) in options


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r\x00", b"\r"])
def test_every_line_ending_works_at_one_byte_per_packet(end: bytes) -> None:
    """Actor and bystander see the same one line, however it ended and arrived."""
    house = House()
    actor, bystander = house.guest(), house.guest()
    actor.take()
    for byte in b"say hi" + end + b"say again" + end:
        actor.send(bytes([byte]))
    assert actor.take() == b'You say, "hi"\r\nYou say, "again"\r\n'
    assert bystander.take() == b'Guest1 says, "hi"\r\nGuest1 says, "again"\r\n'


def test_negotiation_is_answered_beside_the_lines() -> None:
    client = House().guest()
    client.send(b"lo\xff\xfd\x06o\xff\xfb\x1f\xff\xfa\x1f\x00\x28\x00\x18\xff\xf0k\r\n")
    sent = client.take()
    assert sent.startswith(b"\xff\xfc\x06The Hall\r\n")
    assert max(len(line) for line in sent[3:].split(b"\r\n")) <= 40


def test_are_you_there_gets_a_visible_answer() -> None:
    client = House().connect()
    client.take()
    client.send(b"\xff\xf6")
    assert client.take() == b"[Yes, we are here.]\r\n"


def test_a_line_too_long_is_told_once_and_not_carried_out() -> None:
    house = House(line_bytes=100)
    client = house.guest()
    for _ in range(50):
        client.send(b"say " + b"x" * 60)
    assert client.take() == b"That line is longer than 100 bytes, so none of it was read.\r\n"
    client.send(b"\r\nlook\r\n")
    assert client.take().startswith(b"The Hall")
    assert house.gate.lines == [("Guest1", "look")]


def test_an_endless_subnegotiation_drops_the_connection() -> None:
    house = House()
    client = house.connect()
    client.send(b"\xff\xfa\x1f" + b"x" * 5000)
    assert client.transport.aborted
    assert house.log == ['dropped "192.0.2.1": endless subnegotiation of option 31']


@pytest.mark.parametrize("typing", [b"", b"x"])
def test_the_login_time_is_limited_whatever_is_typed(typing: bytes) -> None:
    """Silent or one byte every half second: after login_seconds the connection is closed."""
    house = House(login_seconds=60)
    client = house.connect()
    client.take()
    for _ in range(119):
        house.clock.advance(0.5)
        client.send(typing)
    assert not client.transport.closing
    house.clock.advance(0.5)
    assert client.transport.closing
    assert client.take() == b"Nobody came in for 60 seconds. Goodbye; call again.\r\n"


def test_in_the_world_the_idle_time_counts_instead() -> None:
    house = House(login_seconds=60, idle_seconds=600)
    client = house.guest()
    house.clock.advance(500)
    client.type("look")
    house.clock.advance(500)
    assert not client.transport.closing
    house.clock.advance(101)
    assert client.transport.closing
    assert client.take().endswith(b"Nothing was heard from you for 10 minutes. Goodbye.\r\n")


def test_time_limits_of_zero_are_none() -> None:
    house = House(login_seconds=0, idle_seconds=0)
    door, player = house.connect(), house.guest()
    house.clock.advance(1e7)
    assert not door.transport.closing
    assert not player.transport.closing


def test_a_client_that_does_not_read_the_last_words_is_cut_off() -> None:
    house = House()
    client = house.connect()
    client.transport.room = 0
    client.type("quit")
    house.clock.advance(CLOSE_SECONDS)
    assert client.transport.aborted


def test_a_client_that_never_reads_is_dropped_and_others_do_not_notice() -> None:
    """Output is capped, then the connection is dropped with a line in the log."""
    house = House(output_bytes=2000, commands_per_second=0)
    deaf, talker = house.guest(), house.guest()
    deaf.transport.room = 0
    for _ in range(100):
        talker.type("say " + "x" * 60)
    assert len(deaf.transport.waiting) <= 2000
    assert talker.take().count(b"You say") == 100
    house.clock.advance(STUCK_SECONDS)
    assert deaf.transport.aborted
    assert house.log[-1] == 'dropped "192.0.2.1": does not read'


def test_a_client_that_reads_again_learns_what_it_lost() -> None:
    house = House(output_bytes=2000, commands_per_second=0)
    slow, talker = house.guest(), house.guest()
    slow.take()
    slow.transport.room = 0
    for _ in range(100):
        talker.type("say " + "x" * 60)
    slow.transport.room = None
    slow.transport.flush()
    heard = slow.take()
    told = heard.count(b"Guest2 says")
    assert told + 1 == len(heard.splitlines())
    assert f"[{100 - told} lines lost".encode() in heard


def test_who_does_not_read_answers_has_no_more_commands_carried_out() -> None:
    """Commands wait while their answers do, and go on when the client reads."""
    house = House(output_bytes=65536, commands_per_second=0)
    client = house.guest()
    client.transport.room = 10
    client.send(b"look\r\n" * 50)
    assert len(house.gate.lines) == 1
    assert not client.transport.reading
    client.transport.room = None
    client.transport.flush()
    house.clock.advance(0)
    assert len(house.gate.lines) == 50
    assert client.transport.reading


def test_five_thousand_commands_are_slowed_down_with_one_warning() -> None:
    house = House()
    client = house.guest()
    client.send(b"look\r\n" * 5000)
    assert len(house.gate.lines) <= 100
    assert not client.transport.reading
    house.clock.pump([0.5] * 20)
    assert 250 < len(house.gate.lines) < 320
    assert client.take().count(b"faster than this world") == 1


def test_a_pasted_block_is_carried_out_at_once() -> None:
    house = House()
    client = house.guest()
    client.send(b"look\r\n" * 20)
    assert len(house.gate.lines) == 20
    assert b"faster" not in client.take()


def test_a_lost_connection_leaves_the_world_and_no_timer() -> None:
    house = House()
    client, bystander = house.guest(), house.guest()
    client.lose()
    assert bystander.take() == b"Guest1 leaves.\r\n"
    bystander.lose()
    assert house.gate.minds == {}
    assert house.factory.connections == 0
    assert house.clock.getDelayedCalls() == []


def test_a_prompt_ends_in_go_ahead_only_for_telnet_clients() -> None:
    """nc would show the two bytes as junk; telnet clients show the prompt at once."""
    house = House()
    plain, telnet = house.connect(), house.connect()
    telnet.send(b"\xff\xfb\x1f")
    for client in (plain, telnet):
        client.take()
        client.type("connect Rowan")
    assert plain.take().endswith(b"Password: ")
    assert telnet.take() == b"\xff\xfb\x01Password: \xff\xf9"


def test_colours_follow_what_the_client_says() -> None:
    """The same room is plain for one and coloured for the other."""
    house = House()
    plain, coloured = house.guest(), house.guest()
    coloured.send(b"\xff\xfb\x18\xff\xfa\x18\x00xterm\xff\xf0")
    coloured.take()
    for client in (plain, coloured):
        client.take()
        client.type("look")
    assert b"\x1b" not in plain.take()
    seen = coloured.take()
    assert seen.startswith(b"\x1b[1mThe Hall\x1b[0m\r\n")
    assert seen.endswith(b"\x1b[36mExits: garden, stairs\x1b[0m\r\n")


@pytest.mark.parametrize("end", ["quit", "lost"])
def test_a_connection_that_is_gone_is_freed_at_once(end: str) -> None:
    """No part of it refers to itself in a circle: nothing waits for a search for garbage."""
    house = House()
    bystander = house.guest()
    client = house.guest()
    client.send(b"say hello\r\n\xff\xfd\xc9\xff\xfa\xc9Core.Hello {}\xff\xf0look\r\nsay half a")
    protocol = client.protocol
    kept = [(name, getattr(protocol, name)) for name in type(protocol).__slots__]
    assert "_outflow" in dict(kept)
    parts: dict[str, Any] = {
        name: weakref.ref(part)
        for name, part in {
            "itself": protocol, "its session": protocol._listener._session,
            **{name: part for name, part in kept if hasattr(part, "__weakref__")},
        }.items()
        if name not in ("_parts", "_clock", "_renderer", "_transport")
    }  # fmt: skip
    del protocol, kept
    gc.collect()
    gc.disable()
    try:
        if end == "quit":
            client.type("quit")
        client.lose()
        del client.protocol
        assert [name for name, part in parts.items() if part() is not None] == []
    finally:
        gc.enable()
    bystander.lose()


def test_before_people_are_admitted_they_are_greeted_and_nothing_they_send_is_lost() -> None:
    """Commands and minds come after the ready line: what is typed before waits for them."""
    house = House()
    house.factory.admitting = False
    client = house.connect()
    assert b"guest" in client.take()
    assert not client.transport.reading
    client.send(b"guest\r\nsay hello\r\n")
    assert client.take() == b"" and not house.gate.lines
    house.factory.admit()
    house.clock.advance(1)
    assert "say hello" in str(house.gate.lines)
    assert client.transport.reading
    assert house.connect().transport.reading
