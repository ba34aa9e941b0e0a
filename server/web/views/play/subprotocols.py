"""What the messages of a WebSocket are: https://mudstandards.org/websocket/.

Beneath all of them lies a telnet stream, so that every option and limit of telnet holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from late.late_pattern import late_pattern
from server.telnet.codes import (
    IAC,
    TelnetCommand,
    TelnetOption,
    escape,
    negotiation,
    subnegotiation,
)

TELNET = "telnet.mudstandards.org"
"""Bytes of telnet, however they are cut into messages."""

GMCP = "gmcp.mudstandards.org"
"""Lines with ANSI's colours as bytes, and a GMCP message as each text."""

TERMINAL = "terminal.mudstandards.org"
"""Lines with ANSI's colours alone."""

LONGEST_TEXT = 4096
"""Characters of one message of GMCP."""

Message = bytes | str

_COMMAND = late_pattern(
    rb"\xff(?:[\xfb-\xfe].|\xfa(?P<option>.)(?P<body>(?:[^\xff]|\xff\xff)*)\xff\xf0|(?P<byte>.))",
    re.DOTALL,
)
_CONTROL = late_pattern(rb"\x1b\[[0-9;]*z")
"""A mode of MXP: without links there is none, so none may be asked for."""

_ENDINGS = (b"\n", b"\r")


class TooLong(ValueError):
    """A message is longer than what is allowed."""


class Subprotocol(Protocol):
    """Turns messages into a stream of telnet and back. One for each connection."""

    hides_input: bool
    """Whether the client can be told not to show what is typed."""

    def begin(self) -> bytes:
        """Return what the client would have said of telnet's options."""
        ...

    def decode(self, piece: Message, *, whole: bool) -> bytes:
        """Return a piece of a message as telnet. Raises `TooLong`."""
        ...

    def encode(self, data: bytes) -> Iterable[Message]:
        """Return what telnet sends, commands whole, as messages."""
        ...


class TelnetMessages:
    """`TELNET`: the bytes as they are."""

    hides_input = True

    def begin(self) -> bytes:
        """Say nothing: the client does."""
        return b""

    def decode(self, piece: Message, *, whole: bool) -> bytes:
        """Return the bytes; what comes as text is what is typed."""
        return escape(piece.encode("utf-8", "replace")) if isinstance(piece, str) else piece

    def encode(self, data: bytes) -> Iterable[Message]:
        """Return one message."""
        return (data,)


class LineMessages:
    """`TERMINAL`: a message is what is typed, and its end ends the line."""

    hides_input = False

    def begin(self) -> bytes:
        """Refuse every option by silence."""
        return b""

    def decode(self, piece: Message, *, whole: bool) -> bytes:
        """Return the line."""
        typed = piece.encode("utf-8", "replace") if isinstance(piece, str) else piece
        return escape(typed) + (b"\r\n" if whole and not typed.endswith(_ENDINGS) else b"")

    def encode(self, data: bytes) -> Iterable[Message]:
        """Return the text."""
        text, _ = take_apart(data)
        return (text,) if text else ()


class GmcpMessages:
    """`GMCP`: lines as bytes, and messages of GMCP as texts."""

    hides_input = False

    def __init__(self) -> None:
        self._lines = LineMessages()
        self._text = ""

    def begin(self) -> bytes:
        """Agree to GMCP."""
        return negotiation(TelnetCommand.DO, TelnetOption.GMCP)

    def decode(self, piece: Message, *, whole: bool) -> bytes:
        """Return a line, or a message of GMCP once it is whole."""
        if isinstance(piece, bytes):
            return self._lines.decode(piece, whole=whole)
        self._text += piece
        if len(self._text) > LONGEST_TEXT:
            raise TooLong(f"a message of GMCP is longer than {LONGEST_TEXT} characters")
        if not whole:
            return b""
        text, self._text = self._text, ""
        return subnegotiation(TelnetOption.GMCP, text.encode("utf-8", "replace"))

    def encode(self, data: bytes) -> Iterable[Message]:
        """Return the text, and what GMCP says."""
        text, messages = take_apart(data)
        return (*([text] if text else []), *messages)


def take_apart(data: bytes) -> tuple[bytes, Sequence[str]]:
    """Return the text in a stream of telnet, and its messages of GMCP. Commands are whole."""
    messages: list[str] = []

    def take(found: re.Match[bytes]) -> bytes:
        if found["option"] == bytes([TelnetOption.GMCP]):
            messages.append(found["body"].replace(IAC + IAC, IAC).decode("utf-8", "replace"))
        return IAC if found["byte"] == IAC else b""

    return _CONTROL.sub(b"", _COMMAND.sub(take, data)), messages


_KINDS: dict[str, type[Subprotocol]] = {
    TELNET: TelnetMessages,
    GMCP: GmcpMessages,
    TERMINAL: LineMessages,
}

SUBPROTOCOLS = tuple(_KINDS)
"""All that are spoken."""


def choose_subprotocol(offered: Sequence[str]) -> str | None:
    """Return the first that is spoken here; None: there is none."""
    return next((name for name in offered if name in _KINDS), None)


def make_subprotocol(name: str) -> Subprotocol:
    """Return what speaks it."""
    return _KINDS[name]()
