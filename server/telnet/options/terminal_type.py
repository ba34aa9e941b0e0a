"""TTYPE (RFC 1091) and MTTS (https://tintin.mudhalla.net/protocols/mtts): names and abilities."""

from __future__ import annotations

from dataclasses import replace

from server.session.terminal import Colour, Terminal
from server.telnet.codes import TelnetOption, subnegotiation
from server.telnet.options.boundaries import Handler, Peer

ROUNDS = 5
"""How many names are asked for at most."""

_IS, _SEND = 0, 1
_TRUE_COLOUR = ("TRUECOLOR", "-DIRECT")
_ANSI = (
    *("ANSI", "XTERM", "VT1", "VT2", "VT3", "VT4", "VT5", "LINUX", "SCREEN", "TMUX", "RXVT"),
    *("PUTTY", "CYGWIN", "KONSOLE", "EXTERM", "FOOT", "ALACRITTY", "KITTY", "WEZTERM"),
    *("TINTIN", "KBTIN", "TINYFUGUE", "MUDLET", "MUSHCLIENT", "ZMUD", "CMUD", "ATLANTIS"),
)


def colour_of(name: str) -> Colour:
    """Return the colour level that a terminal's or client's name promises."""
    name = name.upper()
    if any(word in name for word in _TRUE_COLOUR):
        return Colour.TRUE
    if "256COLOR" in name:
        return Colour.PALETTE
    return Colour.ANSI if name.startswith(_ANSI) else Colour.NONE


def take_abilities(terminal: Terminal, digits: str) -> Terminal:
    """Return `terminal` with the abilities of an MTTS number; anything else changes nothing."""
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        return terminal
    bits = int(digits)
    return replace(
        terminal,
        colour=_colour_of_bits(bits),
        utf8=bool(bits & 4),
        screen_reader=bool(bits & 64),
    )


def _colour_of_bits(bits: int) -> Colour:
    if bits & 256:
        return Colour.TRUE
    if bits & 8:
        return Colour.PALETTE
    return Colour.ANSI if bits & 1 else Colour.NONE


class TerminalType(Handler):
    """Asks for names, one a round, until they repeat or say it all."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._names: list[str] = []
        self._asked = False

    def on_agreed(self, ours: bool) -> bytes:
        """Ask for the first name."""
        self._names.clear()
        return self._ask()

    def on_received(self, body: bytes) -> bytes:
        """Take a name that was asked for, and perhaps ask for the next."""
        if not (self._asked and body and body[0] == _IS):
            return b""
        self._asked = False
        name = body[1:].decode("utf-8", "replace").strip()
        if name.upper().startswith("MTTS "):
            self._peer.terminal = take_abilities(self._peer.terminal, name[5:])
            return b""
        if name in self._names or name.upper() == "UNKNOWN":
            return b""
        self._take_name(name)
        return self._ask() if len(self._names) < ROUNDS else b""

    def _ask(self) -> bytes:
        self._asked = True
        return subnegotiation(TelnetOption.TERMINAL_TYPE, bytes([_SEND]))

    def _take_name(self, name: str) -> None:
        self._names.append(name)
        terminal = self._peer.terminal
        self._peer.terminal = replace(
            terminal,
            client=terminal.client or name,
            colour=max(terminal.colour, colour_of(name)),
            # TinyFugue shows each byte beyond ASCII as a character of its own.
            utf8=terminal.utf8 and name.upper() != "TINYFUGUE",
        )
