"""What people may use up, by account and by address."""

from __future__ import annotations

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.task import Clock

from config.budgets import BudgetSettings
from server.budgets.budgets import TRACKED, Budgets, describe_wait, find_network
from server.budgets.kinds import BUDGET_KINDS
from tests.texts import shipped_texts
from world.costs.allowance import Allowance
from world.costs.cost import CostKind

TEXTS = shipped_texts()
NONE = BudgetSettings(**{each.name: 0 for each in fields(BudgetSettings)})


class Purse:
    """Budgets with settings that a test may change."""

    def __init__(self, **settings: float) -> None:
        self.clock = Clock()
        self.settings = replace(NONE, address_factor=2, **settings)
        self.budgets = Budgets(lambda: self.settings, self.clock.seconds, TEXTS)

    def spend(
        self, cost: CostKind, amount: float, who: str = "ada", where: str = "10.0.0.1"
    ) -> bool:
        return self.budgets.spend(who, where, cost, amount) is None


def test_every_cost_has_a_budget_and_every_budget_a_refusal_that_says_when() -> None:
    assert set(BUDGET_KINDS) == set(CostKind)
    for kind in BUDGET_KINDS.values():
        assert "3 minutes" in TEXTS.say(kind.refusal, wait="3 minutes")
        assert kind.find_amount(BudgetSettings()) > 0


def test_what_is_used_up_comes_back_evenly() -> None:
    purse = Purse(things_per_hour=60)
    assert all(purse.spend(CostKind.THINGS, 1) for _ in range(60))
    assert not purse.spend(CostKind.THINGS, 1)
    purse.clock.advance(59)
    assert not purse.spend(CostKind.THINGS, 1)
    purse.clock.advance(1)
    assert purse.spend(CostKind.THINGS, 1)
    assert not purse.spend(CostKind.THINGS, 1)


def test_a_refusal_charges_nothing_and_says_when() -> None:
    purse = Purse(rooms_per_hour=2, exits_per_hour=1)
    assert purse.budgets.spend_all("ada", "", {CostKind.ROOMS: 1, CostKind.EXITS: 1}) is None
    refusal = purse.budgets.spend_all("ada", "", {CostKind.ROOMS: 1, CostKind.EXITS: 1})
    assert refusal == TEXTS.say("budget.exits", wait="60 minutes")
    assert purse.spend(CostKind.ROOMS, 1)


def test_an_address_pays_for_all_its_accounts_and_no_account_for_another() -> None:
    purse = Purse(things_per_hour=10)
    assert purse.spend(CostKind.THINGS, 10, "ada")
    assert purse.spend(CostKind.THINGS, 10, "bea")
    assert not purse.spend(CostKind.THINGS, 1, "carl")
    assert purse.spend(CostKind.THINGS, 10, "carl", "10.0.0.2")
    assert not purse.spend(CostKind.THINGS, 1, "ada", "10.0.0.3")


def test_zero_means_no_limit() -> None:
    purse = Purse()
    assert all(purse.spend(cost, 1e15) for cost in CostKind)


def test_a_changed_setting_holds_at_once() -> None:
    purse = Purse(things_per_hour=1)
    assert purse.spend(CostKind.THINGS, 1)
    assert not purse.spend(CostKind.THINGS, 1)
    purse.settings = replace(purse.settings, things_per_hour=5)
    assert purse.spend(CostKind.THINGS, 1)


def test_what_is_charged_afterwards_is_owed() -> None:
    purse = Purse(command_seconds_per_minute=6)
    shares = purse.budgets.find_shares("ada", "", {CostKind.TIME: 0})
    purse.budgets.charge(shares, 12)
    assert not purse.spend(CostKind.TIME, 0, where="")
    purse.clock.advance(59)
    assert not purse.spend(CostKind.TIME, 0, where="")
    purse.clock.advance(1)
    assert purse.spend(CostKind.TIME, 0, where="")


def test_what_is_used_up_stays_so_in_another_program() -> None:
    """As plain data; what comes back meanwhile comes back, by the settings that are in force."""
    purse = Purse(things_per_hour=60, rooms_per_hour=1)
    assert purse.spend(CostKind.THINGS, 60) and purse.spend(CostKind.ROOMS, 0)
    purse.clock.advance(60)
    kept = json.loads(json.dumps(purse.budgets.hand_over()))
    later = Purse(things_per_hour=60, rooms_per_hour=1)
    later.clock.advance(5000)  # another program's clock began at another moment
    later.budgets.resume(kept)
    assert later.spend(CostKind.THINGS, 1)
    assert not later.spend(CostKind.THINGS, 1)
    assert later.spend(CostKind.ROOMS, 1)


def test_a_line_that_more_hear_than_the_budget_holds_can_be_said_now_and_then() -> None:
    purse = Purse(heard_per_minute=100)
    assert purse.spend(CostKind.HEARD, 1000, where="")
    assert not purse.spend(CostKind.HEARD, 1, where="")


def test_strangers_cannot_fill_the_memory_with_accounts() -> None:
    purse = Purse(things_per_hour=1)
    for number in range(TRACKED):
        purse.spend(CostKind.THINGS, 1, f"guest {number}", f"10.0.{number // 250}.{number % 250}")
    assert len(purse.budgets._allowances) == TRACKED


def test_guests_who_have_gone_leave_no_budgets_behind() -> None:
    """What has come back whole is forgotten; what somebody still owes is not."""
    purse = Purse(heard_per_minute=60, things_per_hour=1)
    assert purse.spend(CostKind.THINGS, 1, "debtor", "10.0.0.9")
    for number in range(2000):
        assert purse.spend(CostKind.HEARD, 1, f"guest {number}", "10.0.0.1")
        purse.clock.advance(1)
    assert len(purse.budgets._allowances) < 200
    assert not purse.spend(CostKind.THINGS, 1, "debtor", "10.0.0.9")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("::ffff:10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somewhere", "somewhere"),
    ],
)
def test_an_address_counts_as_its_network(address: str, network: str) -> None:
    assert find_network(address) == network


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 second"), (59.5, "60 seconds"), (61, "2 minutes"), (3600, "60 minutes"),
     (3601, "2 hours")],
)  # fmt: skip
def test_a_wait_is_rounded_up(seconds: float, words: str) -> None:
    assert describe_wait(seconds) == words


@given(
    st.lists(st.tuples(st.floats(0, 50), st.floats(0, 100)), max_size=50),
    st.floats(1, 100),
)
def test_never_more_than_the_budget_and_what_came_back(
    steps: list[tuple[float, float]], size: float
) -> None:
    """Whatever the steps: used <= size * (1 + time / period), but for one step over the size."""
    allowance, now, used = Allowance(0.0), 0.0, 0.0
    for pause, amount in steps:
        now += pause
        if allowance.find_wait(amount, size, 60, now) == 0:
            allowance.use(amount, size, 60, now)
            used += min(amount, size)
        assert used <= size * (1 + now / 60) * 1.0001 + 1e-6
