"""Charges people's characters with what their commands cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache

from late.late_dataclass import late_dataclass
from server.boundaries import Account, Role
from server.budgets.budgets import Budgets
from server.budgets.kinds import BUDGET_KINDS
from world.costs.cost import CostKind
from world.names import key_of

BUILDING = frozenset(kind.cost for kind in BUDGET_KINDS.values() if kind.building)
#: An agent's pace bounds what it says and how long it thinks, but not what it builds.
_NOT_OF_AGENTS = frozenset(CostKind) - BUILDING


@late_dataclass(frozen=True, slots=True)
class Payer:
    """An account and an address that pay, and what they need not pay."""

    account: str
    address: str = ""
    exempt: Collection[CostKind] = ()


def make_payer(account: Account, address: str) -> Payer:
    """Return what a visitor pays with. A guest's name is another's once the guest has gone."""
    return _make_payer(account.name, account.role, address)


@lru_cache(maxsize=1024)
def _make_payer(name: str, role: Role, address: str) -> Payer:
    key = key_of(name)
    return Payer(
        f"guest {key} of {address}" if role is Role.GUEST else key,
        address,
        BUILDING if role is Role.ADMINISTRATOR else (),
    )


def make_agent_payer(name: str) -> Payer:
    """Return what an agent pays with."""
    return Payer(f"agent {key_of(name)}", "", _NOT_OF_AGENTS)


class Meter:
    """Measures commands and charges characters.

    `find_payer` returns who pays for a character, or None; `cpu` returns the seconds of the
    processor that this thread has used.
    """

    def __init__(
        self,
        budgets: Budgets,
        find_payer: Callable[[int], Payer | None],
        cpu: Callable[[], float] = time.thread_time,
    ) -> None:
        self._budgets = budgets
        self._find_payer = find_payer
        self._cpu = cpu

    def spend(self, character: int, costs: Mapping[CostKind, float]) -> str | None:
        """Charge a character, or charge nothing and return the refusal."""
        payer = self._find_payer(character)
        return None if payer is None else self._spend(payer, costs)

    def _spend(self, payer: Payer, costs: Mapping[CostKind, float]) -> str | None:
        return self._budgets.spend_all(payer.account, payer.address, costs, payer.exempt)

    def run(self, character: int, perform: Callable[[], object]) -> str | None:
        """Perform a command and charge its time, or return the refusal and do nothing."""
        payer = self._find_payer(character)
        if payer is None or CostKind.TIME in payer.exempt:
            perform()
            return None
        shares = self._budgets.find_shares(payer.account, payer.address, {CostKind.TIME: 0.0})
        if not shares:  # time is free, and is not measured
            perform()
            return None
        why = self._budgets.refuse(shares)
        if why is not None:
            return why
        began = self._cpu()
        try:
            perform()
        finally:
            self._budgets.charge(shares, self._cpu() - began)
        return None
