"""Slows down password guessing per address, and per address and account name together."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import field

from late.late_dataclass import late_dataclass
from server.session.boundaries import Seconds
from server.session.entry.addresses import address_key
from world.names import key_of

ALLOWED = 8
"""Wrong passwords before the first wait."""

FIRST_WAIT = 60.0
LONGEST_WAIT = 900.0
"""Seconds. Each further wrong password doubles the wait, up to this; then all is forgiven."""

TRACKED = 10_000
"""Keys remembered at most; the one untouched for longest is forgotten first."""


NAME_LENGTH = 64
"""Of a name, so many characters count."""


def make_keys(address: str, name: str) -> tuple[str, str]:
    """Return the keys of a try: the address, and the pair of address and name."""
    # Never the account alone: whoever guesses would lock its owner out.
    key = address_key(address)
    return f"address {key}", f"pair {key} {key_of(name[:NAME_LENGTH])}"


@late_dataclass(slots=True)
class _Record:
    # Monotonic seconds of each try. It stays short: who waits for LONGEST_WAIT is forgiven.
    starts: list[float] = field(default_factory=list)


class Throttle:
    """Counts tries with a wrong password.

    A try counts from its start, so that many at once on many connections gain nothing. Those that
    are too many at once wait for the others: it may be ten people of one house with the right
    passwords, who all come back after an upgrade.
    """

    def __init__(self, seconds: Seconds) -> None:
        self._seconds = seconds
        self._records: OrderedDict[str, _Record] = OrderedDict()
        self._running: Counter[str] = Counter()
        self._waiting: list[asyncio.Future[None]] = []

    async def enter(self, keys: Sequence[str]) -> float:
        """Count a try for each of `keys` and return 0; or the seconds until one is allowed.

        While others with one of the keys are being checked, that is not known yet, and it waits.
        After 0 `leave` is to be called.
        """
        while (wait := self.wait(keys)) and any(self._running[key] for key in keys):
            ended = asyncio.get_running_loop().create_future()
            self._waiting.append(ended)
            await ended
        if not wait:
            self.begin(keys)
            self._running.update(keys)
        return wait

    def leave(self, keys: Sequence[str]) -> None:
        """Note that a try has been checked, and let those go on who wait for it."""
        self._running -= Counter(keys)
        waiting, self._waiting = self._waiting, []
        for ended in waiting:
            if not ended.done():
                ended.set_result(None)

    def wait(self, keys: Iterable[str]) -> float:
        """Return seconds until another try is allowed for all of `keys`; 0 for now."""
        return max((self._wait(key) for key in keys), default=0.0)

    def begin(self, keys: Iterable[str]) -> None:
        """Count a try for each of `keys`."""
        for key in keys:
            record = self._records.pop(key, None) or _Record()
            self._forgive(record)
            record.starts.append(self._seconds())
            self._records[key] = record
        while len(self._records) > TRACKED:
            self._records.popitem(last=False)

    def take_back(self, keys: Iterable[str]) -> None:
        """Uncount a try that was right or never happened: a wait goes on as if it had not been."""
        for key in keys:
            record = self._records.get(key)
            if record is not None and record.starts:
                record.starts.pop()

    def forget(self, key: str) -> None:
        """Reset `key`: its owner gave the right password."""
        self._records.pop(key, None)

    def _wait(self, key: str) -> float:
        record = self._records.get(key)
        if record is None or len(record.starts) < ALLOWED:
            return 0.0
        doubled = FIRST_WAIT * 2.0 ** min(len(record.starts) - ALLOWED, 10)
        return max(0.0, record.starts[-1] + min(doubled, LONGEST_WAIT) - self._seconds())

    def _forgive(self, record: _Record) -> None:
        if record.starts and self._seconds() - record.starts[-1] > LONGEST_WAIT:
            record.starts.clear()
