"""Counts what a client sends that is not text: commands, NULs, erasures, options' messages.

Each connection has an allowance, and all connections of one address have one together, so that
it does not help to come with many.
"""

from __future__ import annotations

from server.telnet.boundaries import Timers
from server.telnet.flow.bucket import TokenBucket

BURST_SECONDS = 16
"""For so many seconds' worth at once there is room, on a connection that was quiet."""

ADDRESS_SHARE = 4
"""An address may send what so many connections may."""


class NonTextMeter:
    """One connection's allowance, beside that of its address. A `rate` of 0 means no limit."""

    __slots__ = ("__weakref__", "_address", "_own", "_rate")

    def __init__(self, clock: Timers, rate: float, address: TokenBucket) -> None:
        self._rate = rate
        self._own = TokenBucket(rate, int(rate * BURST_SECONDS), clock.seconds)
        self._address = address

    def spend(self, cost: int) -> bool:
        """Count `cost` bytes; return False if that is more than is allowed."""
        if not cost:
            return True
        own, address = self._own.spend(cost), self._address.spend(cost)
        # What others at the address did is no reason to drop a client that sends little.
        return own and (address or self._own.missing() <= self._rate)


def address_allowance(clock: Timers, rate: float) -> TokenBucket:
    """Return the allowance that all connections of one address share."""
    shared = rate * ADDRESS_SHARE
    return TokenBucket(shared, int(shared * BURST_SECONDS), clock.seconds)
