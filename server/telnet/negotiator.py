"""Joins the option table and the handlers: takes negotiations, returns bytes to send."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from server.session.preferred import Preferred, read_preferred
from server.session.terminal import UNKNOWN_TERMINAL, Colour, Terminal
from server.telnet.codec import Negotiation, Subnegotiation
from server.telnet.codes import TelnetCommand, TelnetOption, negotiation
from server.telnet.options.boundaries import Handler, OptionTable, Peer, StatusReport
from server.telnet.options.gmcp import encode_message, wants
from server.telnet.options.server_status import plain_status
from server.telnet.options.table import option_rows
from server.telnet.qmethod import Negotiated, our_side, peer_side


class Negotiator:
    """One connection's options."""

    def __init__(
        self,
        table: OptionTable = option_rows,
        report: Callable[[], StatusReport] = dict,
        terminal: Terminal = UNKNOWN_TERMINAL,
    ) -> None:
        """`report` tells listings of games what the server is; `terminal` is known beforehand."""
        self._peer = Peer(report, terminal)
        self._preferred = Preferred()
        self._negotiated = self._shown = self._peer.terminal
        self._rows = table(self._peer)
        self._handlers: dict[int, Handler] = {row.option: row.handler for row in self._rows}
        self._ours = our_side(frozenset(row.option for row in self._rows if row.ours))
        self._theirs = peer_side(frozenset(row.option for row in self._rows if row.theirs))
        self.agreeable = False
        """Whether the peer has ever agreed to an option, so that it surely speaks telnet."""

    @property
    def terminal(self) -> Terminal:
        """The terminal as known by now, with the person's choices."""
        if self._negotiated is not self._peer.terminal:
            self._apply()
        return self._shown

    @property
    def compressed(self) -> bool:
        """Whether everything that follows is to be compressed."""
        return self._peer.compressed

    @property
    def prompt_end(self) -> bytes:
        """The mark behind a prompt; empty if the client or the person wants none."""
        wanted = self.agreeable and self._preferred.prompt is not False
        return self._peer.prompt_end if wanted else b""

    @property
    def prompts_always(self) -> bool:
        """Whether the person chose to be shown a prompt in the world, too."""
        return self._preferred.prompt is True

    def prefer(self, values: Mapping[str, str]) -> None:
        """Put a person's choices, by the names of the preferences, before what is negotiated."""
        self._preferred = read_preferred(values)
        self._apply()

    def _apply(self) -> None:
        self._negotiated = self._peer.terminal
        self._shown = self._preferred.apply(self._negotiated)

    def on_packages(self, call: Callable[[], None]) -> None:
        """Call `call` whenever the client asks for other GMCP packages than before."""
        self._peer.on_packages = call

    @property
    def takes_messages(self) -> bool:
        """Whether the client has asked for any GMCP package."""
        return bool(self._peer.packages)

    def message(self, package: str, data: object = None) -> bytes:
        """Return a GMCP message, empty if the client has not asked for its package."""
        speaks = self._ours.is_on(TelnetOption.GMCP)
        wanted = speaks and wants(self._peer.packages, package)
        return encode_message(package, data) if wanted else b""

    def plain_status(self) -> bytes:
        """Return the answer to a listing's question in plain text."""
        return plain_status(self._peer.report())

    @property
    def options(self) -> frozenset[int]:
        """The options in use; requests about any other are refused."""
        return frozenset((*self._handlers, TelnetOption.ECHO, TelnetOption.TIMING_MARK))

    def opening(self) -> bytes:
        """Return the requests to send when a client connects; nothing waits for the answers."""
        theirs = [self._theirs.switch_on(row.option) for row in self._rows if row.offer_theirs]
        ours = [self._ours.switch_on(row.option) for row in self._rows if row.offer_ours]
        return b"".join((*theirs, *ours))

    def end_compression(self) -> bytes:
        """Return what ends compression until it is agreed on anew."""
        self._peer.compressed = False
        return self._ours.switch_off(TelnetOption.MCCP2)

    def offer_compression(self) -> bytes:
        """Offer compression again."""
        offered = any(row.option == TelnetOption.MCCP2 for row in self._rows)
        return self._ours.switch_on(TelnetOption.MCCP2) if offered else b""

    def dump(self) -> dict[str, Any]:
        """Return all that was agreed and is known of the client, as plain data for `restore`."""
        peer = self._peer
        return {
            "ours": self._ours.dump(),
            "theirs": self._theirs.dump(),
            "agreeable": self.agreeable,
            "terminal": asdict(peer.terminal),
            "prompt_end": peer.prompt_end.hex(),
            "packages": sorted(peer.packages),
        }

    def restore(self, said: Mapping[str, Any]) -> None:
        """Take up what another negotiator's `dump` said."""
        peer, terminal = self._peer, dict(said["terminal"])
        self._ours.restore(said["ours"])
        self._theirs.restore(said["theirs"])
        self.agreeable = said["agreeable"]
        peer.terminal = Terminal(**{**terminal, "colour": Colour(terminal["colour"])})
        peer.prompt_end = bytes.fromhex(said["prompt_end"])
        peer.packages = frozenset(said["packages"])

    def hide_input(self) -> bytes:
        """Take over the echo, and give none. ECHO alone keeps clients in line mode."""
        return self._ours.switch_on(TelnetOption.ECHO)

    def show_input(self) -> bytes:
        """Give the echo back."""
        return self._ours.switch_off(TelnetOption.ECHO)

    def negotiate(self, event: Negotiation) -> bytes:
        """Take a negotiation of the peer; return the answer."""
        if event.option == TelnetOption.TIMING_MARK:
            return self._timing_mark(event.verb)
        wish = event.verb in (TelnetCommand.WILL, TelnetCommand.DO)
        self.agreeable = self.agreeable or wish
        if event.verb in (TelnetCommand.DO, TelnetCommand.DONT):
            return self._answer(event.option, self._ours.hear(event.option, wish), ours=True)
        return self._answer(event.option, self._theirs.hear(event.option, wish), ours=False)

    @staticmethod
    def _timing_mark(verb: int) -> bytes:
        # RFC 860: not a state but a question, answered every time; inetutils' telnet shows
        # nothing between ^C and the answer.
        return (
            negotiation(TelnetCommand.WONT, TelnetOption.TIMING_MARK)
            if verb == TelnetCommand.DO
            else b""
        )

    def _answer(self, option: int, heard: Negotiated, *, ours: bool) -> bytes:
        handler = self._handlers.get(option)
        if handler is None or heard.changed is None:
            return heard.reply
        if heard.changed:
            return heard.reply + handler.on_agreed(ours)
        handler.on_ended(ours)
        return heard.reply

    def subnegotiate(self, event: Subnegotiation) -> bytes:
        """Take an option's own message, if that option is on; return the answer."""
        handler = self._handlers.get(event.option)
        on = self._ours.is_on(event.option) or self._theirs.is_on(event.option)
        return handler.on_received(event.body) if handler and on else b""
