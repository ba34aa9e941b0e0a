"""Joins the option table and the handlers: takes negotiations, returns bytes to send."""

from __future__ import annotations

from server.session.terminal import Terminal
from server.telnet.codec import Negotiation, Subnegotiation
from server.telnet.codes import TelnetCommand, TelnetOption, negotiation
from server.telnet.handlers import Handler, OptionTable, Peer, option_rows
from server.telnet.qmethod import Negotiated, our_side, peer_side


class Negotiator:
    """One connection's options."""

    def __init__(self, table: OptionTable = option_rows) -> None:
        self._peer = Peer()
        self._rows = table(self._peer)
        self._handlers: dict[int, Handler] = {row.option: row.handler for row in self._rows}
        self._ours = our_side(frozenset(row.option for row in self._rows if row.ours))
        self._theirs = peer_side(frozenset(row.option for row in self._rows if row.theirs))
        self.agreeable = False
        """Whether the peer has ever agreed to an option, so that it surely speaks telnet."""

    @property
    def terminal(self) -> Terminal:
        """The terminal as known by now."""
        return self._peer.terminal

    def opening(self) -> bytes:
        """Return the requests to send when a client connects; nothing waits for the answers."""
        theirs = [self._theirs.switch_on(row.option) for row in self._rows if row.offer_theirs]
        ours = [self._ours.switch_on(row.option) for row in self._rows if row.offer_ours]
        return b"".join((*theirs, *ours))

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
        if handler is None or not heard.changed:
            return heard.reply
        return heard.reply + handler.on_agreed(ours)

    def subnegotiate(self, event: Subnegotiation) -> bytes:
        """Take an option's own message, if that option is on; return the answer."""
        handler = self._handlers.get(event.option)
        on = self._ours.is_on(event.option) or self._theirs.is_on(event.option)
        return handler.on_received(event.body) if handler and on else b""
