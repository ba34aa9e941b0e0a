"""How many connections there may be, and how all of them end."""

from __future__ import annotations

from server.session.entry.addresses import address_key
from server.telnet.factory import KEPT_LOGIN_SECONDS
from tests.server.telnet.house import House, caller, read_refusal


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
