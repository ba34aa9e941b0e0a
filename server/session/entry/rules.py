"""What one address may do at the door, across all its connections."""

from __future__ import annotations

from collections import Counter, OrderedDict, deque

from server.session.boundaries import Seconds
from server.session.entry.addresses import address_key
from server.session.entry.throttle import TRACKED, Throttle

HOUR = 3600.0


class EntryRules:
    """Wrong passwords, new accounts and guests, by address. A limit of 0 means none."""

    def __init__(self, seconds: Seconds, *, accounts_per_hour: int = 0, guests: int = 0) -> None:
        """`guests` is how many may be here from one address at a time."""
        self.throttle = Throttle(seconds)
        self._seconds = seconds
        self._accounts_per_hour = accounts_per_hour
        self._most_guests = guests
        self._made: OrderedDict[str, deque[float]] = OrderedDict()
        self._guests: Counter[str] = Counter()

    def begin_account(self, address: str) -> float:
        """Count a new account; return 0, or the seconds until the address may make another.

        It counts from its start, so that many at once on many connections gain nothing.
        """
        if not self._accounts_per_hour:
            return 0.0
        now, times = self._seconds(), self._times(address)
        while times and times[0] <= now - HOUR:
            times.popleft()
        if len(times) >= self._accounts_per_hour:
            return times[0] + HOUR - now
        times.append(now)
        return 0.0

    def take_back_account(self, address: str) -> None:
        """Uncount an account that was not made after all."""
        times = self._made.get(address_key(address))
        if times:
            times.pop()

    def begin_guest(self, address: str) -> bool:
        """Count a guest who comes in; return False, and count none, if there are enough."""
        key = address_key(address)
        if self._most_guests and self._guests[key] >= self._most_guests:
            return False
        self._guests[key] += 1
        return True

    def end_guest(self, address: str) -> None:
        """Uncount a guest who has gone."""
        key = address_key(address)
        self._guests[key] -= 1
        if self._guests[key] <= 0:
            del self._guests[key]

    def guests_from(self, address: str) -> int:
        """Return how many guests are here from an address."""
        return self._guests.get(address_key(address), 0)

    def _times(self, address: str) -> deque[float]:
        times = self._made.setdefault(address_key(address), deque())
        self._made.move_to_end(address_key(address))
        if len(self._made) > TRACKED:
            self._made.popitem(last=False)
        return times
