"""Wrong passwords are throttled by address; right ones never are."""

from __future__ import annotations

import asyncio
from typing import Any

from twisted.internet.task import Clock

from server.boundaries import Overloaded
from server.session.door import TRIES
from server.session.entry.throttle import ALLOWED, FIRST_WAIT, LONGEST_WAIT, TRACKED, Throttle
from tests.server.session.entrance import Entrance


async def test_three_wrong_passwords_close_the_connection() -> None:
    visit = Entrance(Rowan="hazel").visit()
    for _ in range(TRIES - 1):
        assert "do not belong together" in await visit.type("connect Rowan wrong")
        assert visit.wire.closed is None
    await visit.type("connect Rowan wrong")
    assert visit.wire.closed == "That was wrong 3 times. Goodbye."


async def wrong(entrance: Entrance, name: str, address: str, times: int) -> None:
    for _ in range(times):
        await entrance.visit(address).type(f"connect {name} wrong")


async def test_nobody_locks_the_owner_out_by_guessing() -> None:
    """From wherever and however often wrong passwords are tried: the owner gets in."""
    entrance = Entrance(Rowan="hazel")
    for number in range(ALLOWED * 5):
        await entrance.visit(f"198.51.100.{number % 20}").type("connect Rowan wrong")
    assert "Welcome, Rowan." in await entrance.visit("192.0.2.1").type("connect Rowan hazel")
    guesser = entrance.visit("198.51.100.3")
    for _ in range(ALLOWED):
        await entrance.visit("198.51.100.3").type("connect Rowan wrong")
    assert "Too many wrong passwords" in await guesser.type("connect Rowan hazel")


async def test_addresses_of_one_customer_are_throttled_together() -> None:
    """Else an IPv6 customer would have 2^64 addresses to guess from."""
    entrance = Entrance(Rowan="hazel")
    for number in range(ALLOWED):
        await entrance.visit(f"2001:db8::{number}").type("connect Rowan wrong")
    late = entrance.visit("2001:db8::ffff")
    assert "Too many wrong passwords" in await late.type("connect Rowan hazel")


async def test_a_queue_that_is_full_costs_nobody_a_try() -> None:
    entrance = Entrance(Rowan="hazel")
    entrance.accounts.fault = Overloaded("Many people are coming in.")
    for _ in range(ALLOWED * 2):
        assert "Many people" in await entrance.visit().type("connect Rowan wrong")
    entrance.accounts.fault = None
    assert "Welcome" in await entrance.visit().type("connect Rowan hazel")


async def test_eight_wrong_passwords_throttle_the_address_for_any_account() -> None:
    entrance = Entrance(Rowan="hazel")
    for number in range(ALLOWED):
        await wrong(entrance, f"Nobody{number}", "192.0.2.7", 1)
    assert "Try again in" in await entrance.visit().type("connect Rowan hazel")
    assert "Welcome, Rowan" in await entrance.visit("192.0.2.8").type("connect Rowan hazel")


async def test_right_passwords_are_never_throttled() -> None:
    """Fifty people from one address may come in one after the other."""
    entrance = Entrance(Rowan="hazel")
    for _ in range(50):
        assert "Welcome" in await entrance.visit().type("connect Rowan hazel")


async def test_a_right_password_makes_no_wait_longer() -> None:
    """After the wait for wrong ones, all who have the right one come in one after the other."""
    entrance = Entrance(Rowan="hazel")
    await wrong(entrance, "Nobody", "192.0.2.7", ALLOWED)
    entrance.clock.advance(FIRST_WAIT)
    for _ in range(3):
        assert "Welcome, Rowan" in await entrance.visit().type("connect Rowan hazel")
    await wrong(entrance, "Nobody", "192.0.2.7", 1)
    assert "Try again in 120 seconds" in await entrance.visit().type("connect Rowan hazel")


async def test_many_tries_at_once_gain_nothing() -> None:
    """Tries count from their start, so parallel connections share the eight."""
    entrance = Entrance(Rowan="hazel")
    entrance.accounts.hashing = asyncio.Event()
    visits = [entrance.visit() for _ in range(20)]
    for visit in visits:
        visit.door.on_line("connect Rowan wrong")
    await asyncio.sleep(0)
    entrance.accounts.hashing.set()
    await entrance.tasks.done()
    assert entrance.accounts.checks == ALLOWED


async def test_a_house_full_of_right_passwords_comes_in_at_once() -> None:
    """Too many at once for as many wrong ones: they wait for each other and are not refused."""
    people: dict[str, Any] = {f"Rowan{letter}": "hazel" for letter in "abcdefghijklmnop"}
    entrance = Entrance(**people)
    entrance.accounts.hashing = asyncio.Event()
    visits = {name: entrance.visit() for name in people}
    for name, visit in visits.items():
        visit.door.on_line(f"connect {name} hazel")
    await asyncio.sleep(0)
    entrance.accounts.hashing.set()
    await entrance.tasks.done()
    assert all(f"Welcome, {name}." in visit.wire.take() for name, visit in visits.items())


async def test_a_fault_of_ours_does_not_count_against_the_person() -> None:
    entrance = Entrance(Rowan="hazel")
    entrance.accounts.fault = OSError("disk full")
    for _ in range(ALLOWED + 1):
        await entrance.visit().type("connect Rowan hazel")
    entrance.accounts.fault = None
    assert "Welcome" in await entrance.visit().type("connect Rowan hazel")


def test_waits_double_up_to_a_longest_and_are_forgiven() -> None:
    clock = Clock()
    throttle = Throttle(clock.seconds)
    for _ in range(ALLOWED):
        assert throttle.wait(["a"]) == 0
        throttle.begin(["a"])
    waits = []
    for _ in range(6):
        waits.append(throttle.wait(["a", "b"]))
        clock.advance(waits[-1])
        throttle.begin(["a"])
    assert waits == [60, 120, 240, 480, 900, 900]
    clock.advance(LONGEST_WAIT + 1)
    throttle.begin(["a"])
    assert throttle.wait(["a"]) == 0


def test_the_throttle_remembers_a_bounded_number_of_keys() -> None:
    throttle = Throttle(Clock().seconds)
    for number in range(TRACKED + 50):
        throttle.begin([f"account {number}"])
    assert len(throttle._records) == TRACKED
