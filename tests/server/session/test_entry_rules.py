"""How many accounts and guests one address may have, and a place kept for administrators."""

from __future__ import annotations

import asyncio

from tests.server.session.entrance import Entrance


async def test_an_address_makes_so_many_accounts_an_hour() -> None:
    """On however many connections; what was refused does not count, other addresses go on."""
    entrance = Entrance(accounts_per_hour=3)
    for name in ("Ash", "Elm", "Elm", "Fir"):
        await entrance.visit().type(f"create {name} password")
    seen = await entrance.visit().type("create Oak password")
    assert "many accounts of late. It can make another in 60 minutes." in seen
    assert set(entrance.accounts.passwords) == {"Ash", "Elm", "Fir"}
    assert "Welcome, Oak." in await entrance.visit("192.0.2.8").type("create Oak password")
    entrance.clock.advance(3600)
    assert "Welcome, Yew." in await entrance.visit().type("create Yew password")


async def test_many_accounts_at_once_are_counted_from_their_start() -> None:
    entrance = Entrance(accounts_per_hour=3)
    entrance.accounts.hashing = asyncio.Event()
    for number in range(10):
        entrance.visit().door.on_line(f"create Tree{number} password")
    await asyncio.sleep(0)
    entrance.accounts.hashing.set()
    await entrance.tasks.done()
    assert len(entrance.accounts.passwords) == 3


async def test_so_many_guests_come_from_one_address() -> None:
    entrance = Entrance(guests=2)
    first, second = entrance.visit(), entrance.visit()
    await first.type("guest")
    await second.type("guest")
    third = entrance.visit()
    assert "already 2 guests from your address" in await third.type("guest")
    assert "Welcome" in await entrance.visit("192.0.2.8").type("guest")
    first.door.on_closed()
    assert "Welcome" in await third.type("guest")
    third.door.on_closed()
    second.door.on_closed()
    assert entrance.rules.guests_from("192.0.2.7") == 0


async def test_a_kept_place_lets_administrators_in_alone() -> None:
    """Everybody else is told plainly, with a right password too, and makes nothing."""
    entrance = Entrance(Rowan="hazel", Fern="fern")
    entrance.accounts.administrators.add("Rowan")
    visit = entrance.visit(kept=True)
    for line in ("guest", "create Oak password", "connect Fern fern"):
        assert "kept for administrators" in await visit.type(line), line
    assert "Oak" not in entrance.accounts.passwords
    assert entrance.gate.minds == {}
    assert "Welcome, Rowan." in await visit.type("connect Rowan hazel")
