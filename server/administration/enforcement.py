"""Who may not come in, and who may not speak: standing orders, put into sentences."""

from __future__ import annotations

from datetime import datetime

from server.accounts import Say
from server.administration.networks import is_inside, parse_network
from server.administration.orders import OrderKind, Orders, StandingOrder
from server.gate import WorldGate
from world.names import key_of
from world.nature import Nature


class Enforcement:
    """Answers the questions of doors and commands from the orders in force."""

    def __init__(self, orders: Orders, say: Say) -> None:
        self._orders = orders
        self._say = say

    def find_ban(self, address: str) -> str:
        """Return why nobody may come in from `address`; empty: everybody may."""
        order = self._find_inside(OrderKind.BAN_NETWORK, address)
        return self.describe("ban.refused-address", order) if order else ""

    def find_bar(self, name: str) -> str:
        """Return why the person `name` may not come in; an empty name is a guest's."""
        if not name:
            off = self._orders.find(OrderKind.NO_GUESTS, "")
            return self.describe("guests.refused", off) if off else ""
        order = self._orders.find(OrderKind.BAN_NAME, key_of(name))
        return self.describe("ban.refused", order) if order else ""

    def find_gag(self, gate: WorldGate, character: int, nature: Nature) -> str:
        """Return why a person may not say or show such a thing; empty: they may."""
        if not nature.is_expression and nature is not Nature.INSCRIPTION:
            return ""
        session = gate.find_session(character)
        if session is None:
            return ""
        if session.account.guest:
            order = self._find_inside(OrderKind.MUTE_NETWORK, session.address)
        else:
            order = self._orders.find(OrderKind.MUTE, key_of(session.account.name))
        return self.describe("mute.refused", order) if order else ""

    def describe(self, key: str, order: StandingOrder) -> str:
        """Return the sentence `key` about an order: how long it holds, and why."""
        until = name_end(self._say, order.until)
        why = self._say("order.why", why=order.why) if order.why else ""
        return self._say(key, name=order.name, until=until, why=why).strip()

    def _find_inside(self, kind: OrderKind, address: str) -> StandingOrder | None:
        for order in self._orders.list(kind):
            network = parse_network(order.target)
            if network is not None and is_inside(address, network):
                return order
        return None


def name_end(say: Say, until: datetime | None) -> str:
    """Return until when something holds, for a sentence."""
    return say("order.until", until=f"{until:%Y-%m-%d %H:%M}") if until else say("order.for-good")
