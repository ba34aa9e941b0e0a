"""The commands by which administrators send away, ban and mute."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial

from agents.mind.commands.admin_row import admin_row
from late.late_dataclass import late_dataclass
from server.administration.administration import Administration
from server.administration.durations import split_time_and_why
from server.administration.networks import (
    Network,
    TooWide,
    is_inside,
    is_loopback,
    parse_ip,
    parse_network,
)
from server.administration.orders import OrderKind, StandingOrder, TooManyOrders
from server.people.people import ACCOUNT
from server.session.session import Session
from world import matching
from world.commands.command import Command
from world.commands.invocation import Invocation
from world.model import Character
from world.names import key_of
from world.nature import Nature
from world.text import clean_line

LONGEST_WHY = 200
"""The longest reason of an order, in characters."""

#: The kinds that ``@bans`` lists, with their sentences.
_LISTED = {
    OrderKind.BAN_NAME: "ban.line",
    OrderKind.BAN_NETWORK: "ban.line",
    OrderKind.MUTE: "mute.line",
    OrderKind.MUTE_NETWORK: "mute.line",
}


@late_dataclass(frozen=True, slots=True)
class _Wanted:
    """What an administrator typed: whom, for how long (0: for good) and why."""

    target: str
    seconds: float
    why: str


@late_dataclass(frozen=True, slots=True)
class OrderVerbs:
    """Makes the commands for standing orders."""

    parts: Callable[[], Administration]

    def rows(self) -> tuple[Command, ...]:
        """Return the commands."""
        return (
            admin_row(
                "@boot", self.run_boot, "<name> [<why>]", "End somebody's connection",
                Nature.DEED, help="They may come back at once; see @ban.", exact=True,
            ),
            admin_row(
                "@ban", self.run_ban, "<name, address or network> [for <time>] [<why>]",
                "Let somebody in no more", Nature.DEED, exact=True,
                help="Examples: @ban Mallory for 2 days being rude; @ban 192.0.2.0/24. Without a "
                "time it holds until @unban. Who is here has to go. An IPv6 address means its /64.",
            ),
            admin_row(
                "@unban", self.run_unban, "<name, address or network>", "End a ban",
                Nature.DEED, exact=True,
            ),
            admin_row("@bans", self.run_bans, "", "List the bans and mutes", Nature.REPORT),
            admin_row(
                "@mute", self.run_mute, "<name> [for <time>] [<why>]",
                "Let somebody say, tell, show and write nothing", Nature.DEED, exact=True,
                help="They are told. Letters count, too. A guest's mute holds for all guests of "
                "the same address. Without a time it holds until @unmute: @mute Mallory shouting.",
            ),
            admin_row("@unmute", self.run_unmute, "<name>", "End a mute", Nature.DEED, exact=True),
            admin_row(
                "@guests", self.run_guests, "[on|off]", "Whether guests may come in", Nature.DEED,
                help="Off holds until @guests on, across restarts, whatever the settings say. "
                "Guests who are here stay.",
            ),
        )  # fmt: skip

    # --- sending away -----------------------------------------------------------------

    def run_boot(self, inv: Invocation) -> None:
        """End somebody's connection."""
        name, _, why = inv.need(inv.args, "boot.whom").partition(" ")
        session = self._find_here(inv, name)
        why = inv.clean_argument(why.strip(), LONGEST_WHY)
        inv.reply_text("boot.done", name=session.account.name)
        self._record(inv, "boot", session.account.name, why)
        self._send_away([session], inv.say_text("boot.told", why=why).strip())

    def _find_here(self, inv: Invocation, name: str) -> Session:
        """Return the session of the person `name` who is here, and is not the actor."""
        here = [body for body in inv.world.characters() if self.parts().gate.find_session(body.id)]
        found = matching.matches(name, here)
        if not found:
            inv.refuse_text("boot.not-here", name=name)
        only = inv.only(name, found)
        session = self.parts().gate.find_session(only.id)
        if session is None or only is inv.actor:
            inv.refuse_text("order.self")
        return session

    def _send_away(self, sessions: Sequence[Session], why: str) -> None:
        """End connections once the command is done: its reply and its changes come first."""
        for session in sessions:
            self.parts().defer(partial(session.close, why))

    # --- bans -------------------------------------------------------------------------

    def run_ban(self, inv: Invocation) -> None:
        """Ban a name or a network, and send away those whom it concerns."""
        wanted = self._read(inv, "ban.whom")
        network = _read_network(inv, wanted.target)
        if network is None:
            body = self._find_person(inv, wanted.target)
            order = self._order(inv, OrderKind.BAN_NAME, key_of(body.name), body.name, wanted)
            concerned = [each for each in [self.parts().gate.find_session(body.id)] if each]
        else:
            order, concerned = self._ban_network(inv, network, wanted)
        self._give(inv, order)
        inv.reply(self.parts().enforcement.describe("ban.done", order))
        self._record(inv, "ban", order.name, order.why)
        told = "ban.refused" if network is None else "ban.refused-address"
        self._send_away(concerned, self.parts().enforcement.describe(told, order))

    def _ban_network(
        self, inv: Invocation, network: Network, wanted: _Wanted
    ) -> tuple[StandingOrder, list[Session]]:
        own = self.parts().gate.find_session(inv.actor.id)
        if own is not None and is_inside(own.address, network):
            inv.refuse_text("ban.own-address", network=network)
        if is_loopback(network):
            inv.reply_text("ban.loopback", network=network)
        order = self._order(inv, OrderKind.BAN_NETWORK, str(network), str(network), wanted)
        sessions = self.parts().gate.sessions
        return order, [each for each in sessions if is_inside(each.address, network)]

    def run_unban(self, inv: Invocation) -> None:
        """End a ban."""
        target = inv.need(inv.args, "ban.whom")
        network = _read_network(inv, target)
        kind = OrderKind.BAN_NAME if network is None else OrderKind.BAN_NETWORK
        key = key_of(target) if network is None else str(network)
        order = self.parts().orders.lift(kind, key)
        if order is None:
            inv.refuse_text("unban.none", name=clean_line(target, 60))
        inv.reply_text("unban.done", name=order.name)
        self._record(inv, "unban", order.name)

    def run_bans(self, inv: Invocation) -> None:
        """List bans and mutes."""
        parts = self.parts()
        lines = [
            f"{parts.enforcement.describe(key, order)} ({order.by})"
            for kind, key in _LISTED.items()
            for order in parts.orders.list(kind)
        ]
        inv.reply("\n".join(lines) or inv.say_text("order.none"))

    # --- mutes ------------------------------------------------------------------------

    def run_mute(self, inv: Invocation) -> None:
        """Take somebody's words."""
        wanted = self._read(inv, "mute.whom")
        body = self._find_person(inv, wanted.target, guests=True)
        kind, target = self._find_mute(body)
        order = self._order(inv, kind, target, body.name, wanted)
        self._give(inv, order)
        inv.reply(self.parts().enforcement.describe("mute.done", order))
        self._record(inv, "mute", order.name, order.why)
        inv.world.notify(body.id, self.parts().enforcement.describe("mute.refused", order))

    def run_unmute(self, inv: Invocation) -> None:
        """Give the words back."""
        name = inv.need(inv.args, "mute.whom")
        body = self._find_person(inv, name, guests=True)
        kind, target = self._find_mute(body)
        if self.parts().orders.lift(kind, target) is None:
            inv.refuse_text("unmute.none", name=body.name)
        inv.reply_text("unmute.done", name=body.name)
        self._record(inv, "unmute", body.name)
        inv.world.notify(body.id, inv.say_text("unmute.told"))

    def _find_mute(self, body: Character) -> tuple[OrderKind, str]:
        """Return the kind and the target of an order that mutes this person."""
        session = self.parts().gate.find_session(body.id)
        if session is not None and session.account.guest:
            return OrderKind.MUTE_NETWORK, str(parse_network(session.address))
        return OrderKind.MUTE, body.key

    # --- guests -----------------------------------------------------------------------

    def run_guests(self, inv: Invocation) -> None:
        """Let guests in, or no more."""
        parts, word = self.parts(), inv.args.casefold()
        if word == "off":
            self._give(inv, self._order(inv, OrderKind.NO_GUESTS, "", "", _Wanted("", 0, "")))
        elif word == "on":
            parts.orders.lift(OrderKind.NO_GUESTS, "")
        if word:
            self._record(inv, f"guests-{word}", "")
        is_off = parts.orders.find(OrderKind.NO_GUESTS, "") is not None
        allowed = "guests.on" if parts.accounts.guests else "guests.off-by-settings"
        inv.reply_text("guests.off" if is_off else allowed)

    # --- what they share --------------------------------------------------------------

    def _read(self, inv: Invocation, key: str) -> _Wanted:
        target, _, rest = inv.need(inv.args, key).partition(" ")
        try:
            seconds, why = split_time_and_why(rest)
        except ValueError as error:
            time = clean_line(str(error), LONGEST_WHY)
            inv.refuse_text("order.time", time=time, example=f"{inv.command.name} {target}")
        return _Wanted(target, seconds, inv.clean_argument(why, LONGEST_WHY))

    def _find_person(self, inv: Invocation, name: str, guests: bool = False) -> Character:
        """Return the person's character of exactly this name, who is not the actor."""
        body = inv.world.find_character(name)
        kind = "" if body is None else body.properties.get(ACCOUNT, "agent")
        if body is None:
            inv.refuse_text("role.unknown", name=clean_line(name, 60))
        if kind == "agent":
            inv.refuse_text("order.agent", name=body.name)
        if kind == "guest" and not guests:
            session = self.parts().gate.find_session(body.id)
            address = session.address if session else "?"
            inv.refuse_text("ban.guest", name=body.name, address=address)
        if body is inv.actor:
            inv.refuse_text("order.self")
        return body

    def _order(
        self, inv: Invocation, kind: OrderKind, target: str, name: str, wanted: _Wanted
    ) -> StandingOrder:
        now = self.parts().clock.now()
        until = now + timedelta(seconds=wanted.seconds) if wanted.seconds else None
        return StandingOrder(kind, target, name, inv.actor.name, now, until, wanted.why)

    def _give(self, inv: Invocation, order: StandingOrder) -> None:
        try:
            self.parts().orders.give(order)
        except TooManyOrders:
            inv.refuse_text("order.too-many")

    def _record(self, inv: Invocation, event: str, whom: str, why: str = "") -> None:
        self.parts().audit.record(event, inv.actor.name, whom=whom, why=why)


def _read_network(inv: Invocation, text: str) -> Network | None:
    """Return the network that `text` names; None if it is a name."""
    try:
        network = parse_network(text)
    except TooWide:
        inv.refuse_text("ban.too-wide", network=clean_line(text, 60))
    if network is None and (parse_ip(text.partition("/")[0]) or not text[:1].isalpha()):
        inv.refuse_text("ban.no-network", network=clean_line(text, 60))
    return network
