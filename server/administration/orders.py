"""Standing orders of administrators: bans, mutes, and whether guests may come in.

They are kept with what people keep, under nobody's name, and each may end at a moment.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum

from agents.boundaries import Clock
from late.late_dataclass import late_dataclass
from server.people.entries import Entries


class OrderKind(StrEnum):
    """What an order is about; the values are stored."""

    BAN_NAME = "ban-name"
    BAN_NETWORK = "ban-network"
    MUTE = "mute"
    MUTE_NETWORK = "mute-network"
    """A guest's mute: guests have no names of their own."""
    NO_GUESTS = "no-guests"


@late_dataclass(frozen=True, slots=True)
class StandingOrder:
    """One order. `target` is the key of a name, or a network; `name` is what people read."""

    kind: OrderKind
    target: str
    name: str
    by: str
    made: datetime
    until: datetime | None = None
    why: str = ""


#: Whose entries the orders are; no person's name has an empty key.
_NOBODY = ""
#: How many orders of one kind there may be; a list of more is nobody's to read.
MOST_ORDERS = 1000


class TooManyOrders(Exception):
    """There are as many orders of this kind as there may be."""


class Orders:
    """The orders in force. `log` is told of a stored one that cannot be read."""

    def __init__(self, entries: Entries, clock: Clock, log: Callable[[str], None]) -> None:
        self._entries = entries
        self._clock = clock
        self._orders: dict[OrderKind, dict[str, StandingOrder]] = {kind: {} for kind in OrderKind}
        for kind, orders in self._orders.items():
            for target, value in entries.list(_NOBODY, kind).items():
                try:
                    orders[target] = _read(kind, target, value)
                except (ValueError, KeyError, TypeError) as error:
                    log(f"[Orders] {kind} of {target!r} is broken, not in force: {error!r}")

    def find(self, kind: OrderKind, target: str) -> StandingOrder | None:
        """Return the order that is in force for `target`."""
        order = self._orders[kind].get(target)
        return order if order is not None and self._is_in_force(order) else None

    def list(self, kind: OrderKind) -> Sequence[StandingOrder]:
        """Return the orders of a kind that are in force, the newest last."""
        if not self._orders[kind]:  # asked before each line that a guest says
            return ()
        found = filter(self._is_in_force, self._orders[kind].values())
        return sorted(found, key=lambda each: each.made)

    def give(self, order: StandingOrder) -> None:
        """Put an order in force, in place of one for the same target. Raises `TooManyOrders`."""
        known = self._orders[order.kind]
        for each in [each for each in known.values() if not self._is_in_force(each)]:
            self._put(each.kind, each.target, None)
        if order.target not in known and len(known) >= MOST_ORDERS:
            raise TooManyOrders
        self._put(order.kind, order.target, order)

    def lift(self, kind: OrderKind, target: str) -> StandingOrder | None:
        """End an order and return it; None if none was in force."""
        order = self.find(kind, target)
        self._put(kind, target, None)
        return order

    def _put(self, kind: OrderKind, target: str, order: StandingOrder | None) -> None:
        if order is None:
            self._orders[kind].pop(target, None)
        else:
            self._orders[kind][target] = order
        self._entries.put(_NOBODY, kind, target, None if order is None else _write(order))

    def _is_in_force(self, order: StandingOrder) -> bool:
        return order.until is None or self._clock.now() < order.until


def _write(order: StandingOrder) -> str:
    until = order.until.isoformat() if order.until else ""
    made = order.made.isoformat()
    fields = {"name": order.name, "by": order.by, "made": made, "until": until, "why": order.why}
    return json.dumps(fields)


def _read(kind: OrderKind, target: str, value: str) -> StandingOrder:
    fields = json.loads(value)
    made, until = datetime.fromisoformat(fields["made"]), fields["until"]
    ends = datetime.fromisoformat(until) if until else None
    return StandingOrder(kind, target, fields["name"], fields["by"], made, ends, fields["why"])
