"""What people use up, counted by account and by address across all connections."""

from __future__ import annotations

import ipaddress
import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from config.budgets import BudgetSettings
from server.budgets.kinds import BUDGET_KINDS, BudgetKind
from server.session.boundaries import Seconds, Sentences
from world.costs.allowance import Allowance
from world.costs.cost import CostKind

#: Allowances remembered at most; one that was not touched of late is forgotten for a new one.
TRACKED = 20_000

#: An allowance that has come back whole is forgotten, once it is untouched for so many seconds:
#: guests come under ever new names. So many are looked at for each new one.
RESTS, LOOKED_AT = 60.0, 2


class PurseShare(NamedTuple):
    """One allowance that a cost is taken from."""

    kind: BudgetKind
    allowance: Allowance
    size: float
    amount: float


class Budgets:
    """Counts costs. `settings` are asked for at each call, `seconds` is a monotonic clock."""

    def __init__(
        self, settings: Callable[[], BudgetSettings], seconds: Seconds, texts: Sentences
    ) -> None:
        self._settings = settings
        self._sized: BudgetSettings | None = None
        self._sizes: Mapping[CostKind, tuple[BudgetKind, float, float]] = {}
        """Of each cost its kind, an account's amount and an address's, by the settings `_sized`."""
        self._seconds = seconds
        self._texts = texts
        self._allowances: OrderedDict[tuple[str, CostKind], Allowance] = OrderedDict()

    def spend(self, account: str, address: str, cost: str, amount: float) -> str | None:
        """Charge `amount`, or charge nothing and return the refusal.

        `account` and `address` may be empty: then it is not charged. `cost` is a `CostKind`.
        """
        return self.spend_all(account, address, {CostKind(cost): amount})

    def spend_all(
        self,
        account: str,
        address: str,
        costs: Mapping[CostKind, float],
        exempt: Collection[CostKind] = (),
    ) -> str | None:
        """Charge all costs but the exempt ones, or charge nothing and return the refusal."""
        if exempt:
            costs = {cost: amount for cost, amount in costs.items() if cost not in exempt}
        shares = self.find_shares(account, address, costs)
        why = self.refuse(shares)
        if shares and why is None:
            _use(shares, self._seconds())
        return why

    def refuse(self, shares: Sequence[PurseShare]) -> str | None:
        """Return why one of the shares cannot be charged now; None: all can."""
        now = self._seconds() if shares else 0.0
        for each in shares:
            wait = each.allowance.find_wait(each.amount, each.size, each.kind.period, now)
            if wait > 0:
                return self._texts.say(each.kind.refusal, wait=describe_wait(wait))
        return None

    def charge(self, shares: Sequence[PurseShare], amount: float) -> None:
        """Charge each share with what has been used already; what is over it is owed."""
        now = self._seconds() if shares else 0.0
        for each in shares:
            each.allowance.use(amount, each.size, each.kind.period, now)

    def forget(self, account: str) -> None:
        """Forget what an account has used up that nobody will have again."""
        for cost in CostKind:
            self._allowances.pop((f"account {account}", cost), None)

    def hand_over(self) -> list[tuple[str, str, float, float]]:
        """Return what is used up: owner, cost, amount, and how many seconds ago it was."""
        now = self._seconds()
        counted = ((*key, *each.hand_over(now)) for key, each in self._allowances.items())
        return [each for each in counted if each[2] > 0]

    def resume(self, kept: Iterable[tuple[str, str, float, float]]) -> None:
        """Go on with what the program before this one has counted."""
        for owner, cost, used, seconds in kept:
            self._find(owner, CostKind(cost)).resume(used, seconds, self._seconds())

    def find_shares(
        self, account: str, address: str, costs: Mapping[CostKind, float]
    ) -> Sequence[PurseShare]:
        """Return the allowances from which costs of an account and an address are taken."""
        settings, shares = self._settings(), list[PurseShare]()
        if settings is not self._sized:
            self._sized, self._sizes = settings, _list_sizes(settings)
        for cost, amount in costs.items():
            kind, size, shared = self._sizes[cost]
            if account and size:
                found = self._find(f"account {account}", cost)
                shares.append(PurseShare(kind, found, size, amount))
            if address and shared:
                found = self._find(f"address {find_network(address)}", cost)
                shares.append(PurseShare(kind, found, shared, amount))
        return shares

    def _find(self, owner: str, cost: CostKind) -> Allowance:
        found = self._allowances.get((owner, cost))
        if found is None:
            found = self._allowances[owner, cost] = Allowance(self._seconds())
            self._forget_whole()
            if len(self._allowances) > TRACKED:
                self._allowances.popitem(last=False)
        self._allowances.move_to_end((owner, cost))
        return found

    def _forget_whole(self) -> None:
        """Forget what is whole of those looked at longest ago; the others wait for their turn."""
        settings, now = self._settings(), self._seconds()
        for _ in range(LOOKED_AT):
            key, each = next(iter(self._allowances.items()))
            kind = BUDGET_KINDS[key[1]]
            self._allowances.move_to_end(key)
            if each.is_whole(kind.find_amount(settings), kind.period, now, RESTS):
                del self._allowances[key]


def _list_sizes(
    settings: BudgetSettings,
) -> Mapping[CostKind, tuple[BudgetKind, float, float]]:
    factor = settings.address_factor
    sizes = {cost: (kind, kind.find_amount(settings)) for cost, kind in BUDGET_KINDS.items()}
    return {cost: (kind, size, size * factor) for cost, (kind, size) in sizes.items()}


def _use(shares: Sequence[PurseShare], now: float) -> None:
    for each in shares:
        each.allowance.use(each.amount, each.size, each.kind.period, now)


@lru_cache(maxsize=1024)
def find_network(address: str) -> str:
    """Return what counts as one address: an IPv4 address, or an IPv6 network of one customer."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


def describe_wait(seconds: float) -> str:
    """Return a duration for a sentence, rounded up: ``20 seconds``, ``1 minute``, ``2 hours``."""
    for unit, length in (("hour", 3600), ("minute", 60)):
        if seconds > length:
            return _count(math.ceil(seconds / length), unit)
    return _count(max(1, math.ceil(seconds)), "second")


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
