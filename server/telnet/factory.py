"""The listening factory: makes, counts, addresses and closes all connections."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, cast

from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory, Protocol

from agents.event_line import tell_event
from config.server import ConnectionLimits
from server.boundaries import Account, Accounts, Gate, Record, ignore_record
from server.session.boundaries import Desk, Log, Sentences, Spawn, quote_for_log
from server.session.door import Door
from server.session.entry.addresses import address_key
from server.session.entry.password_check import PasswordCheck
from server.session.entry.rules import EntryRules
from server.session.render import Renderer
from server.session.terminal import UNKNOWN_TERMINAL, Terminal
from server.telnet.boundaries import DelayedCall, Timers, Transport
from server.telnet.flow.accepting import Accepting, ListeningPort, fit_connections
from server.telnet.flow.addresses import Addresses
from server.telnet.flow.meter import NonTextMeter
from server.telnet.flow.tally import times
from server.telnet.flow.turns import Turns
from server.telnet.options.boundaries import OptionTable, StatusReport
from server.telnet.options.table import option_rows, secure_option_rows
from server.telnet.parts import ConnectionParts
from server.telnet.protocol import TelnetProtocol
from server.upgrade.handover import HandedVisit

KEPT_LOGIN_SECONDS = 20.0
"""Seconds to log in on a place that is kept for administrators."""

CLOSE_ALL_SECONDS = 1.0
"""Seconds that `close_all` gives clients to read the last words."""


class TelnetFactory(Factory):
    """Makes a telnet connection for each client; pass it to ``listenTCP``."""

    noisy = False
    _closing = False
    admitting = True
    """Whether what connections send is read; before `admit` they are greeted alone."""
    renewing = False
    """Whether another program takes over: who is hung up on may come back at once."""
    _all_gone: Deferred[None] | None = None

    def __init__(
        self,
        reactor: Timers,
        gate: Gate,
        accounts: Accounts,
        texts: Sentences,
        *,
        limits: ConnectionLimits,
        log: Log,
        spawn: Spawn = asyncio.ensure_future,
        record: Record = ignore_record,
        find_ban: Callable[[str], str] = lambda address: "",
        options: OptionTable = option_rows,
        report: Callable[[], StatusReport] = dict,
        cost: Callable[[], float] = time.thread_time,
    ) -> None:
        """`log` takes one event as one line; `spawn` runs the checks of passwords.

        `find_ban` returns why nobody may come from an address; `record` takes logins, failed
        ones and the makings of accounts; `report` tells listings of games what the server is;
        `cost` returns the seconds of work done so far, by which lines get their turns.
        """
        self._clock = reactor
        self._limits, self._find_ban = limits, find_ban
        self._desk = Desk(texts, log, reactor.seconds, spawn, record)
        self._rules = self._make_rules()
        self._renderer = Renderer()
        self._open, self._kept = set[TelnetProtocol](), set[TelnetProtocol]()  # kept: reserved
        self._addresses = Addresses(reactor, limits.input_bytes_per_second)
        self._capacity = self._find_capacity()
        shared: Any = {"gate": gate, "accounts": accounts, "rules": self._rules, "desk": self._desk}
        self._make_door = partial(Door, **shared)
        self._parts = ConnectionParts(
            reactor, limits, self._renderer, self._desk, self._make_door, self._on_gone,
            Turns(reactor, cost), self._meter, self._bar, options, report,
        )  # fmt: skip

    def make_password_check(self, accounts: Accounts) -> PasswordCheck:
        """Return the check of names and passwords for another door: all share one throttle."""
        return PasswordCheck(accounts, self._rules.throttle, self._desk)

    def _make_rules(self) -> EntryRules:
        limits = self._limits
        return EntryRules(
            self._clock.seconds,
            accounts_per_hour=limits.accounts_per_hour,
            guests=limits.guests_per_address,
        )

    def _keep(self, parts: ConnectionParts[TelnetProtocol]) -> ConnectionParts[TelnetProtocol]:
        """Return the parts for a place that is kept for administrators."""
        limits = replace(self._limits, login_seconds=KEPT_LOGIN_SECONDS)
        listen: Any = partial(cast(Any, parts.listen), administrators_only=True)
        return replace(parts, limits=limits, listen=listen)

    def send_collected(self) -> None:
        """Send what the line that is being carried out has made the server write so far."""
        self._parts.outbox.close()

    @property
    def desk(self) -> Desk:
        """What all sessions share."""
        return self._desk

    @property
    def connections(self) -> int:
        """How many connections are open."""
        return len(self._open)

    def buildProtocol(self, addr: IAddress | None) -> Protocol | None:  # noqa: N802
        """Make the protocol for a new connection, or one that refuses it."""
        return self._build(_find_host(addr), self._parts)

    def build_encrypted(self, addr: IAddress | None) -> Protocol | None:
        """Make the protocol for a connection over TLS, or one that refuses it."""
        parts = replace(self._parts, options=secure_option_rows, uncarried="upgrade.encrypted")
        return self._build(_find_host(addr), parts)

    def build_visit(
        self, host: str, terminal: Terminal, known: Account | None, *, hides_input: bool
    ) -> Protocol | None:
        """Make the protocol of a visit through the page for browsers, or one that refuses it.

        `known` is the account that the page has checked; None: the door asks as it does at telnet.
        """
        parts = replace(
            self._parts, options=secure_option_rows, uncarried="upgrade.page", terminal=terminal,
            hides_input=hides_input, listen=partial(self._make_door, known=known),
        )  # fmt: skip
        return self._build(host, parts)

    def _build(self, host: str, parts: ConnectionParts[TelnetProtocol]) -> Protocol | None:
        if self._closing:
            return None
        key = address_key(host)
        refusal = self._find_ban(host) or self._refusal(key)
        if refusal:
            self._log_refusal(host, key, refusal)
            return TurnedAway(self._renderer.render(refusal, "result", UNKNOWN_TERMINAL.look))
        return self._open_connection(parts, host)

    def resume(self, visit: HandedVisit) -> TelnetProtocol:
        """Make the protocol that goes on with a connection of the program before this one."""
        return self._open_connection(self._parts, visit.address, visit)

    def _open_connection(
        self, parts: ConnectionParts[TelnetProtocol], host: str, carried: HandedVisit | None = None
    ) -> TelnetProtocol:
        kept = self._is_full and carried is None
        protocol = TelnetProtocol(
            self._keep(parts) if kept else parts, host, carried, reads=self.admitting
        )
        self._open.add(protocol)
        if kept:
            self._kept.add(protocol)
        self._addresses.find(address_key(host)).connections += 1
        return protocol

    def guard(self, port: ListeningPort) -> Accepting:
        """Accept the connections of `port` in turn, and with words when descriptors run out."""
        return Accepting(
            port, self._clock, words=lambda: self._render("door.full"), log=self._desk.log
        )

    @property
    def _is_full(self) -> bool:
        """Whether only the places kept for administrators are left."""
        ordinary = max(1, self._capacity - self._limits.places_for_administrators)
        return bool(self._capacity) and len(self._open) >= ordinary

    def _find_capacity(self) -> int:
        limits = self._limits
        wanted = limits.connections and limits.connections + limits.places_for_administrators
        capacity = fit_connections(wanted)
        if wanted and capacity != wanted:
            self._desk.log(f"the system's limit of open files allows {capacity} connections")
        return capacity

    def _render(self, key: str) -> bytes:
        return self._renderer.render(self._desk.texts.say(key), "result", UNKNOWN_TERMINAL.look)

    def broadcast(self, text: str, kind: str = "notice") -> None:
        """Write whole lines to every connection, at the door or in the world."""
        for protocol in tuple(self._open):
            protocol.show(text, kind)

    def admit(self) -> None:
        """Read what connections send, from now on."""
        self.admitting = True
        for protocol in tuple(self._open):
            protocol.go_on()

    def pause_all(self) -> None:
        """Read and perform nothing more: another program is about to take over."""
        for protocol in tuple(self._open):
            protocol.pause()

    @property
    def at_rest(self) -> bool:
        """Whether every client has taken all that was sent, and no password is being checked."""
        return not any(each.is_busy for each in self._open)

    def hand_over_all(self) -> list[HandedVisit]:
        """Return every connection with which another program can go on.

        The others are asked to come again, first, so that those who stay see them go.
        """
        self.renewing = True
        for protocol in tuple(self._open):
            protocol.ask_back_unless_carried()
        visits: list[HandedVisit] = []
        for protocol in tuple(self._open):
            visit = protocol.hand_over()
            if visit is not None:
                self._open.discard(protocol)
                visits.append(visit)
        return visits

    def close_all(self, reason: str = "") -> Deferred[None]:
        """Send `reason` to all, accept no more connections and close the open ones.

        The result fires when all are gone, after `CLOSE_ALL_SECONDS` at the latest.
        """
        self._closing = True
        gone: Deferred[None] = Deferred()
        self._all_gone = gone
        for protocol in tuple(self._open):
            protocol.close(reason)
        self._fire_if_all_gone()
        if self._all_gone is not None:
            late = self._clock.callLater(CLOSE_ALL_SECONDS, self._abort_all)
            gone.addBoth(_cancel_timer, late)
        return gone

    def _abort_all(self) -> None:
        for protocol in tuple(self._open):
            protocol.abort()

    def _fire_if_all_gone(self) -> None:
        if self._all_gone is not None and not self._open:
            gone, self._all_gone = self._all_gone, None
            gone.callback(None)

    def _on_gone(self, protocol: TelnetProtocol) -> None:
        self._open.discard(protocol)
        self._kept.discard(protocol)
        self._addresses.find(address_key(protocol.address)).connections -= 1
        self._fire_if_all_gone()

    def _refusal(self, key: str) -> str:
        """Return the reason to refuse one more connection from there; empty: none."""
        limits, texts = self._limits, self._desk.texts
        if self._is_full:
            # One for each address, so that nobody takes them all.
            taken = any(address_key(each.address) == key for each in self._kept)
            if taken or len(self._open) >= self._capacity:
                return texts.say("door.full")
        most = limits.connections_per_address
        if most and self._addresses.find(key).connections >= most:
            return texts.say("door.full-address", count=str(most))
        return texts.say("door.barred") if self._addresses.is_barred(key) else ""

    def _log_refusal(self, host: str, key: str, refusal: str) -> None:
        """Log at most one line a minute for each address."""
        record = self._addresses.find(key)
        if count := record.turned_away.add():
            line = f"turned away {quote_for_log(host)}: {quote_for_log(refusal)}{times(count)}"
            self._desk.log(
                tell_event("telnet.turned-away", line, address=host, why=refusal, times=count)
            )

    def _bar(self, host: str) -> None:
        self._addresses.bar(address_key(host))

    def _meter(self, host: str) -> NonTextMeter:
        allowance = self._addresses.find(address_key(host)).allowance
        return NonTextMeter(self._clock, self._limits.input_bytes_per_second, allowance)


class TurnedAway(Protocol):
    """Sends the reason to a connection beyond the limits, and closes it."""

    def __init__(self, words: bytes) -> None:
        self._words = words

    def connectionMade(self) -> None:  # noqa: N802  # Twisted's name
        """Send the reason and hang up."""
        transport = cast(Transport, self.transport)
        transport.write(self._words)
        transport.loseConnection()


def _find_host(addr: IAddress | None) -> str:
    return str(getattr(addr, "host", "?"))


def _cancel_timer(result: None, timer: DelayedCall) -> None:
    if timer.active():
        timer.cancel()
