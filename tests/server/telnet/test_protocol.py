"""The protocol and the factory on a transport in memory and a clock that stands still."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any, cast

import pytest
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from config.server import ConnectionLimits
from server.session.entry.addresses import address_key
from server.telnet.factory import KEPT_LOGIN_SECONDS, TelnetFactory, TurnedAway
from server.telnet.flow.addresses import BARRED_SECONDS
from server.telnet.flow.meter import ADDRESS_SHARE, BURST_SECONDS
from server.telnet.negotiator import Negotiator
from server.telnet.outflow import STUCK_SECONDS
from server.telnet.protocol import CLOSE_SECONDS, TelnetProtocol
from tests.server.session.fakes import MemoryAccounts, OneRoom, texts
from tests.server.telnet.fakes import MemoryTransport


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
            texts(),
            limits=ConnectionLimits(**limits),
            log=self.log.append,
            report=lambda: self.report,
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


def read_refusal(house: House, host: str) -> MemoryTransport:
    """Return what a connection from `host` is told that the house refuses."""
    transport = MemoryTransport()
    refused: Any = house.factory.buildProtocol(caller(host))
    refused.makeConnection(transport)
    assert isinstance(refused, TurnedAway)
    return transport


def test_connections_beyond_an_address_share_are_told_and_closed() -> None:
    house = House(connections_per_address=2)
    first = house.connect()
    house.connect()
    transport = read_refusal(house, "192.0.2.1")
    assert b"already 2 connections from your address" in transport.waiting
    assert transport.closing
    assert house.factory.connections == 2
    house.connect(address="192.0.2.2")
    first.lose()
    house.connect()
    assert house.factory.connections == 3


def test_connections_beyond_the_total_are_told_and_closed() -> None:
    house = House(connections=2, places_for_administrators=0)
    house.connect("192.0.2.1")
    house.connect("192.0.2.2")
    transport = read_refusal(house, "192.0.2.3")
    assert b"Every place is taken" in transport.waiting
    assert transport.closing


def test_some_places_are_kept_for_administrators() -> None:
    """Who gets one is told so and has little time; one address cannot take them all."""
    house = House(connections=2, places_for_administrators=2)
    house.connect("192.0.2.1")
    house.connect("192.0.2.2")
    kept = house.connect("192.0.2.3")
    assert b"one that is kept for administrators" in kept.take()
    assert b"Every place is taken at the moment" in read_refusal(house, "192.0.2.3").waiting
    kept.type("guest")
    assert b"kept for administrators" in kept.take()
    assert house.gate.minds == {}
    other = house.connect("192.0.2.4")
    assert b"Every place is taken at the moment" in read_refusal(house, "192.0.2.5").waiting
    house.clock.advance(KEPT_LOGIN_SECONDS)
    assert kept.transport.closing
    assert b"Nobody came in for 20 seconds" in other.take()
    kept.lose()
    other.lose()
    assert b"kept for administrators" in house.connect("192.0.2.5").take()


def test_connection_limits_of_zero_are_none() -> None:
    house = House(connections=0, connections_per_address=0)
    for _ in range(50):
        house.connect()
    assert house.factory.connections == 50


def test_addresses_that_one_customer_has_count_as_one() -> None:
    """An IPv6 /64 is one address; a mapped IPv4 address is that IPv4 address."""
    assert address_key("192.0.2.1") == "192.0.2.1"
    assert address_key("::ffff:192.0.2.1") == "192.0.2.1"
    assert address_key("2001:db8::1") == address_key("2001:db8::ffff:2")
    assert address_key("2001:db8:0:1::1") != address_key("2001:db8::1")
    assert address_key("fe80::1%eth0") == address_key("fe80::2")
    assert address_key("not an address") == "not an address"


def test_a_line_can_be_sent_to_everyone() -> None:
    house = House()
    door, player = house.connect(), house.guest()
    door.take()
    house.factory.broadcast("The world is closing.")
    assert door.take() == player.take() == b"The world is closing.\r\n"


def test_closing_all_says_why_and_ends_when_they_are_gone() -> None:
    house = House()
    one, two = house.guest(), house.guest()
    one.take()
    ended: list[None] = []
    house.factory.close_all("Good night.").addCallback(ended.append)
    assert one.take() == two.take() == b"Good night.\r\n"
    assert one.transport.closing
    assert two.transport.closing
    assert house.factory.buildProtocol(caller("192.0.2.9")) is None
    one.lose()
    assert ended == []
    two.lose()
    assert ended == [None]
    assert house.gate.minds == {}
    assert house.clock.getDelayedCalls() == []


def test_closing_all_cuts_off_who_does_not_go() -> None:
    house = House()
    client = house.connect(room=0)
    house.factory.close_all("Good night.")
    house.clock.advance(2)
    assert client.transport.aborted


def test_closing_an_empty_house_ends_at_once() -> None:
    ended: list[None] = []
    House().factory.close_all().addCallback(ended.append)
    assert ended == [None]


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
    """A megabyte of text, with the endings of CR NUL clients, closes nothing."""
    house = House(input_bytes_per_second=1000, commands_per_second=0)
    client = house.guest()
    for _ in range(200):
        client.send(b"say hello there\r\x00" * 300)
        client.take()
        house.clock.pump([0] * 80)
    assert not client.transport.aborted
    assert len(house.gate.lines) == 60_000


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
