"""What is known of each address that connects: its connections and its allowance."""

from __future__ import annotations

from collections import OrderedDict

from late.late_dataclass import late_dataclass
from server.telnet.boundaries import Timers
from server.telnet.flow.bucket import TokenBucket
from server.telnet.flow.meter import address_allowance
from server.telnet.flow.tally import Tally

REMEMBERED = 10_000
"""Addresses without a connection that are remembered; the oldest is forgotten first."""

BARRED_SECONDS = 10.0
"""Seconds for which an address is turned away after it has flooded a connection."""


@late_dataclass(slots=True)
class AddressRecord:
    """One address."""

    allowance: TokenBucket
    """What all its connections may send that is not text."""
    turned_away: Tally
    connections: int = 0
    barred_until: float = 0.0


class Addresses:
    """The records of all addresses, by `server.session.entry.addresses.address_key`."""

    def __init__(self, clock: Timers, bytes_per_second: float) -> None:
        self._clock = clock
        self._rate = bytes_per_second
        self._records: OrderedDict[str, AddressRecord] = OrderedDict()

    def find(self, key: str) -> AddressRecord:
        """Return the record of an address, a new one if it is not known."""
        record = self._records.get(key)
        if record is None:
            allowance = address_allowance(self._clock, self._rate)
            record = AddressRecord(allowance, Tally(self._clock.seconds))
            self._records[key] = record
            self._forget_old()
        self._records.move_to_end(key)
        return record

    def bar(self, key: str) -> None:
        """Turn the address away for a while."""
        self.find(key).barred_until = self._clock.seconds() + BARRED_SECONDS

    def is_barred(self, key: str) -> bool:
        """Return whether the address is turned away at the moment."""
        return self._clock.seconds() < self.find(key).barred_until

    def _forget_old(self) -> None:
        # Addresses with connections are few, so the search is short.
        while len(self._records) > REMEMBERED:
            oldest = next(key for key, each in self._records.items() if not each.connections)
            del self._records[oldest]
