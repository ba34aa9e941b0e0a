"""What is costly is metered: for each account, and for all guests of an address together."""

from __future__ import annotations

import pytest

from agents.clock import VirtualClock
from server.boundaries import Account, Role
from server.web.allowance import MOST_KEPT, ReadingAllowance
from server.web.boundaries import Call, NotAnswered
from server.web.browser_sessions import BrowserSession
from server.web.routing import RouteCall

ADA = Account("Ada", Role.PLAYER)
GUEST = Account("Guest1", Role.GUEST)


def ask(account: Account = ADA, address: str = "192.0.2.7") -> RouteCall:
    return RouteCall(Call("GET", "/", address), BrowserSession("", account, address, 0.0), {})


async def test_what_was_spent_comes_back_with_time() -> None:
    """A refusal says when it may be asked again, and costs nothing."""
    clock = VirtualClock()
    allowance = ReadingAllowance(2.0, 10, clock.monotonic)
    allowance.spend(ask(), 9)
    for _ in range(3):
        with pytest.raises(NotAnswered, match=r"Ask again in 2 s\.") as refused:
            allowance.spend(ask(), 4)
        assert (refused.value.status, refused.value.retry_after) == (429, 2)
    await clock.advance(2)
    allowance.spend(ask(), 4)


def test_others_are_not_held_up_and_an_address_counts_once_for_all_its_guests() -> None:
    allowance = ReadingAllowance(1.0, 10, VirtualClock().monotonic)
    allowance.spend(ask(), 10)
    allowance.spend(ask(Account("Bert", Role.PLAYER)), 10)
    allowance.spend(ask(GUEST), 10)
    with pytest.raises(NotAnswered):
        allowance.spend(ask(Account("Guest2", Role.GUEST)), 1)
    allowance.spend(ask(GUEST, "192.0.2.8"), 10)


def test_what_costs_more_than_may_be_spent_at_once_takes_all() -> None:
    allowance = ReadingAllowance(1.0, 10, VirtualClock().monotonic)
    allowance.spend(ask(), 500)
    with pytest.raises(NotAnswered, match=r"in 10 s"):
        allowance.spend(ask(), 500)


async def test_who_has_not_asked_of_late_is_forgotten() -> None:
    clock = VirtualClock()
    allowance = ReadingAllowance(1.0, 10, clock.monotonic)
    for number in range(MOST_KEPT):
        allowance.spend(ask(GUEST, f"192.0.{number // 256}.{number % 256}"), 1)
    await clock.advance(60)
    allowance.spend(ask(), 1)
    assert len(allowance._buckets) == 1
