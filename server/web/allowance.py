"""How much each may ask of what is costly: the past, above all."""

from __future__ import annotations

import math
from collections.abc import Callable

from server.boundaries import Account
from server.session.entry.addresses import address_key
from server.telnet.flow.bucket import TokenBucket
from server.web.boundaries import NotAnswered
from server.web.routing import RouteCall

MOST_KEPT = 1000
"""Who has not asked of late is forgotten beyond so many."""


class ReadingAllowance:
    """Lets each account spend so many points a second, and `burst` at once.

    Guests share what their address may spend: anybody may become a guest as often as they like.
    `seconds` returns the time of a clock that never goes backwards.
    """

    def __init__(self, rate: float, burst: int, seconds: Callable[[], float]) -> None:
        self._rate, self._burst, self._seconds = rate, burst, seconds
        self._buckets: dict[str, TokenBucket] = {}

    def spend(self, asked: RouteCall, points: float) -> None:
        """Take points for a call, `burst` at most. Raises `NotAnswered`: too many were taken."""
        bucket = self._find(_name(asked.account, asked.call.address))
        points = min(points, self._burst)
        left = self._burst - bucket.missing()
        if left < points:
            wait = math.ceil((points - left) / self._rate)
            raise NotAnswered(
                429, f"You ask for so much that others would wait. Ask again in {wait} s.", wait
            )
        bucket.spend(points)

    def _find(self, name: str) -> TokenBucket:
        if name not in self._buckets:
            if len(self._buckets) >= MOST_KEPT:
                self._buckets = {k: v for k, v in self._buckets.items() if not v.is_full()}
            self._buckets[name] = TokenBucket(self._rate, self._burst, self._seconds)
        return self._buckets[name]


def _name(account: Account, address: str) -> str:
    return f"address {address_key(address)}" if account.guest else f"account {account.name}"
