"""One handler per telnet option: its messages, and the facts it learns of the client.

The table `option_rows` is the seam for further options (BINARY, EOR, MCCP, GMCP, MSSP …): write a
handler, add a row.  Whatever has no row is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from server.session.terminal import DEFAULT_HEIGHT, DEFAULT_WIDTH, Colour, Terminal
from server.telnet.codes import TelnetOption, subnegotiation


class Peer:
    """The facts known of the client; handlers update them."""

    def __init__(self) -> None:
        self.terminal = Terminal()


class Handler(Protocol):
    """Handles one option once it is on. Both methods return bytes to send."""

    def on_agreed(self, ours: bool) -> bytes:
        """Answer that the option is on, on our side (`ours`) or the peer's."""
        ...

    def on_received(self, body: bytes) -> bytes:
        """Answer the option's own message, which may be any bytes."""
        ...


@dataclass(frozen=True, slots=True)
class OptionRow:
    """An implemented option. `offer_ours` and `offer_theirs` ask for it when a client connects."""

    option: int
    handler: Handler
    ours: bool = False
    """We perform it, at the peer's wish (DO)."""
    theirs: bool = False
    """The peer may perform it (WILL)."""
    offer_ours: bool = False
    offer_theirs: bool = False


OptionTable = Callable[[Peer], Sequence[OptionRow]]
"""Makes the rows of one connection."""


def option_rows(peer: Peer) -> Sequence[OptionRow]:
    """Return every option that has a handler, for one connection."""
    return (
        OptionRow(TelnetOption.TERMINAL_TYPE, TerminalType(peer), theirs=True, offer_theirs=True),
        OptionRow(TelnetOption.WINDOW_SIZE, WindowSize(peer), theirs=True, offer_theirs=True),
        OptionRow(TelnetOption.CHARSET, Charset(peer), ours=True, theirs=True, offer_ours=True),
    )


MIN_WIDTH, MAX_WIDTH = 20, 250


class WindowSize:
    """NAWS (RFC 1073): width and height, two bytes each, again on every resize."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    def on_agreed(self, ours: bool) -> bytes:
        """Return nothing: the peer sends its size unasked."""
        return b""

    def on_received(self, body: bytes) -> bytes:
        """Take the size, clamped to a usable range; 0 means unknown."""
        if len(body) == 4:
            width = int.from_bytes(body[:2], "big") or DEFAULT_WIDTH
            height = int.from_bytes(body[2:], "big") or DEFAULT_HEIGHT
            width = max(MIN_WIDTH, min(MAX_WIDTH, width))
            self._peer.terminal = replace(self._peer.terminal, width=width, height=height)
        return b""


_IS, _SEND = 0, 1
ROUNDS = 5

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


def _colour_of_bits(bits: int) -> Colour:
    if bits & 256:
        return Colour.TRUE
    if bits & 8:
        return Colour.PALETTE
    return Colour.ANSI if bits & 1 else Colour.NONE


class TerminalType:
    """TTYPE (RFC 1091) and MTTS: names, one a round, until they repeat or say it all."""

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
            self._take_bits(name[5:])
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

    def _take_bits(self, digits: str) -> None:
        if digits.isascii() and digits.isdigit() and len(digits) < 10:
            bits = int(digits)
            self._peer.terminal = replace(
                self._peer.terminal,
                colour=_colour_of_bits(bits),
                utf8=bool(bits & 4),
                screen_reader=bool(bits & 64),
            )


_REQUEST, _ACCEPTED, _REJECTED = 1, 2, 3
_UTF8 = b"UTF-8"


class Charset:
    """CHARSET (RFC 2066): offers UTF-8 alone, and accepts it from the peer."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._asked = False

    def on_agreed(self, ours: bool) -> bytes:
        """Offer UTF-8, if we are the side that may ask."""
        if not ours or self._asked:
            return b""
        self._asked = True
        return subnegotiation(TelnetOption.CHARSET, bytes([_REQUEST]) + b";" + _UTF8)

    def on_received(self, body: bytes) -> bytes:
        """Take the answer to our offer, or answer the peer's offer."""
        kind = body[0] if body else 0
        if kind == _REQUEST:
            return self._answer(body[1:])
        if self._asked and kind in (_ACCEPTED, _REJECTED):
            self._asked = False
            self._set_utf8(kind == _ACCEPTED)
        return b""

    def _answer(self, offer: bytes) -> bytes:
        # RFC 2066: while the server's own request is open, it refuses the client's.
        offered = offer[1:].upper().split(offer[:1]) if len(offer) > 1 else []
        if self._asked or _UTF8 not in offered:
            return subnegotiation(TelnetOption.CHARSET, bytes([_REJECTED]))
        self._set_utf8(True)
        return subnegotiation(TelnetOption.CHARSET, bytes([_ACCEPTED]) + _UTF8)

    def _set_utf8(self, utf8: bool) -> None:
        self._peer.terminal = replace(self._peer.terminal, utf8=utf8)
