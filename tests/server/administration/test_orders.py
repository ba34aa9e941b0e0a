"""Bans and mutes: in force at once, to their end, and after a restart."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from agents.clock import VirtualClock
from server.administration.durations import name_duration, split_duration, split_time_and_why
from server.administration.networks import TooWide, is_inside, is_loopback, parse_network
from server.administration.orders import (
    MOST_ORDERS,
    OrderKind,
    Orders,
    StandingOrder,
    TooManyOrders,
)
from server.people.entries import Entries
from server.people.store import PeopleStore


def give(orders: Orders, clock: VirtualClock, target: str, seconds: float = 0) -> None:
    until = clock.now() + timedelta(seconds=seconds) if seconds else None
    name, now = target.title(), clock.now()
    orders.give(StandingOrder(OrderKind.BAN_NAME, target, name, "Ada", now, until, "why"))


async def test_an_order_holds_until_its_end_and_across_a_restart(tmp_path: Path) -> None:
    """What is over is gone; what is lifted stays lifted."""
    clock, said = VirtualClock(), list[str]()
    store = await PeopleStore.open(tmp_path / "p", clock, said.append)
    orders = Orders(store, clock, said.append)
    give(orders, clock, "bob", 60)
    give(orders, clock, "cy")
    give(orders, clock, "eve")
    assert orders.lift(OrderKind.BAN_NAME, "eve") is not None
    assert orders.lift(OrderKind.BAN_NAME, "eve") is None
    store.put("", OrderKind.BAN_NAME, "mallory", "{torn")
    await store.close()
    store = await PeopleStore.open(tmp_path / "p", clock, said.append)
    orders = Orders(store, clock, said.append)
    assert len(said) == 1 and "mallory" in said[0]
    assert [each.name for each in orders.list(OrderKind.BAN_NAME)] == ["Bob", "Cy"]
    await clock.advance(59)
    found = orders.find(OrderKind.BAN_NAME, "bob")
    assert found is not None and (found.why, found.by) == ("why", "Ada")
    await clock.advance(1)
    assert orders.find(OrderKind.BAN_NAME, "bob") is None
    assert orders.find(OrderKind.MUTE, "cy") is None
    await store.close()


def test_orders_are_bounded_and_those_that_are_over_make_room() -> None:
    """A list of thousands is nobody's to read."""
    clock = VirtualClock()
    orders = Orders(Entries(), clock, print)
    give(orders, clock, "first", 10)
    for number in range(MOST_ORDERS - 1):
        give(orders, clock, f"n{number}", 20)
    with pytest.raises(TooManyOrders):
        give(orders, clock, "another")
    give(orders, clock, "first", 20)


@pytest.mark.parametrize(
    ("typed", "network", "inside", "outside"),
    [
        ("192.0.2.7", "192.0.2.7/32", "192.0.2.7", "192.0.2.8"),
        ("192.0.2.7/24", "192.0.2.0/24", "::ffff:192.0.2.9", "192.0.3.7"),
        ("::ffff:192.0.2.7", "192.0.2.7/32", "192.0.2.7", "::ffff:192.0.2.8"),
        ("2001:db8::1", "2001:db8::/64", "2001:db8::ffff:1", "2001:db8:0:1::1"),
        ("2001:db8::1/128", "2001:db8::1/128", "2001:db8::1", "2001:db8::2"),
        ("2001:db8::/32", "2001:db8::/32", "2001:db8:9::1%eth0", "192.0.2.7"),
    ],
)
def test_an_address_is_in_its_network(typed: str, network: str, inside: str, outside: str) -> None:
    """An IPv6 address alone is its customer's network."""
    parsed = parse_network(typed)
    assert parsed is not None and str(parsed) == network
    assert is_inside(inside, parsed) and not is_inside(outside, parsed)
    assert not is_inside("nowhere", parsed)


def test_names_are_no_networks_and_the_whole_net_is_none() -> None:
    assert parse_network("Mallory") is parse_network("192.0.2") is parse_network("1/2/3") is None
    for wide in ("0.0.0.0/0", "10.0.0.0/7", "::/0", "2000::/15"):
        with pytest.raises(TooWide):
            parse_network(wide)
    loopback = [parse_network(each) for each in ("127.0.0.5", "127.0.0.0/8", "::1", "192.0.2.1")]
    assert [each is not None and is_loopback(each) for each in loopback] == [True] * 3 + [False]


@pytest.mark.parametrize(
    ("typed", "seconds", "rest"),
    [
        ("for 30m", 1800, ""),
        ("for 2 days being rude", 172800, "being rude"),
        ("in 10 sec now", 10, "now"),
        ("FOR 1w x", 604800, "x"),
        ("1h", 3600, ""),
        ("2 hours rude", 7200, "rude"),
        ("for 1h30m rude", 5400, "rude"),
        ("1 day 12 hours", 129600, ""),
        ("for 2 months", 5184000, ""),
        ("3 insults", 0, "3 insults"),
        ("for spamming us", 0, "for spamming us"),
        ("for 3 insults", 0, "for 3 insults"),
        ("forever", 0, "forever"),
        ("", 0, ""),
    ],
)
def test_a_duration_is_read_and_what_is_none_is_the_reason(
    typed: str, seconds: float, rest: str
) -> None:
    assert split_duration(typed) == (seconds, rest)


@pytest.mark.parametrize("typed", ["for 0 minutes", "for 999999 days"])
def test_no_time_and_ages_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="for"):
        split_duration(typed)


@pytest.mark.parametrize(
    ("typed", "seconds", "why"),
    [
        ("", 0, ""),
        ("being rude", 0, "being rude"),
        ("forgery, and inane", 0, "forgery, and inane"),
        ("forever", 0, "forever"),
        ("for 2 days for being rude", 172800, "for being rude"),
        ("for 2 days rude for 1 hour", 172800, "rude for 1 hour"),
    ],
)
def test_a_reason_stands_behind_a_time_or_alone(typed: str, seconds: float, why: str) -> None:
    assert split_time_and_why(typed) == (seconds, why)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("for 2 dayz", "for 2 dayz"),
        ("for 3 parsecs", "for 3 parsecs"),
        ("for -5 days", "for -5 days"),
        ("for 99999999999 years", "for 99999999999 years"),
        ("fro 2 hours", "fro 2 hours"),
        ("fro 2 hourz", "fro 2 hourz"),
        ("2 dayz", "2 dayz"),
        ("-1 day", "-1 day"),
        ("until tomorrow", "until tomorrow"),
        ("for", "for"),
        ("being rude for 2 days", "being rude for 2 days"),
        ("for 1 day 12 huors", "12 huors"),
        ("for 0 minutes", "for 0 minutes"),
    ],
)
def test_a_mistyped_time_is_no_reason(typed: str, read: str) -> None:
    """Otherwise a slip would make an order without an end."""
    with pytest.raises(ValueError, match=f"^{read}$"):
        split_time_and_why(typed)


def test_durations_are_named_in_their_largest_whole_unit() -> None:
    named = [name_duration(each) for each in (0.4, 1, 90, 60, 7200, 172800, 604800)]
    assert named == [
        "0 seconds", "1 second", "90 seconds", "1 minute", "2 hours", "2 days", "1 week",
    ]  # fmt: skip
