"""The telnet decoder: bytes in, events out, without input or output of its own.

The events are the same however the bytes are split into packets.
CR, LF, CR LF and CR NUL each end one line.  A CR ends it at once, so that a client that
sends a bare CR never waits; a LF or NUL that follows, in whatever packet, belongs to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from server.telnet.codes import TelnetCommand
from server.telnet.editor import LineEditor

SUBNEGOTIATION_BYTES = 4096

_SPECIAL = re.compile(rb"[\xff\r\n\x00\x08\x7f\x15]")
_CR, _LF, _NUL, _KILL = 0x0D, 0x0A, 0x00, 0x15
_ERASE = frozenset((0x08, 0x7F))
_VERBS = frozenset((TelnetCommand.WILL, TelnetCommand.WONT, TelnetCommand.DO, TelnetCommand.DONT))


@dataclass(frozen=True, slots=True)
class TypedLine:
    """One line as typed, decoded, without its ending and without control characters."""

    text: str


@dataclass(frozen=True, slots=True)
class LineTooLong:
    """The line grew beyond the cap; all of it is discarded, to its end. Once per line."""


@dataclass(frozen=True, slots=True)
class AreYouThere:
    """The peer asks for a visible sign of life."""


@dataclass(frozen=True, slots=True)
class Negotiation:
    """WILL, WONT, DO or DONT of an option."""

    verb: int
    option: int


@dataclass(frozen=True, slots=True)
class Subnegotiation:
    """An option's own message, unescaped."""

    option: int
    body: bytes


@dataclass(frozen=True, slots=True)
class SubnegotiationTooLong:
    """A subnegotiation beyond the cap: the connection must close, nothing more is read."""

    option: int


Event = TypedLine | LineTooLong | AreYouThere | Negotiation | Subnegotiation | SubnegotiationTooLong


class Codec:
    """The receiving half of one telnet connection."""

    def __init__(self, line_bytes: int) -> None:
        """`line_bytes` caps a line; 0 means no cap."""
        self._editor = LineEditor(line_bytes)
        self._events: list[Event] = []
        self._step: Callable[[bytes, int], int] = self._text
        self._after_cr = False
        self._verb = 0
        self._option = 0
        self._body = bytearray()

    def receive(self, data: bytes) -> list[Event]:
        """Take bytes; return the events that they complete, in order. Never raises."""
        self._events = []
        position, end = 0, len(data)
        while position < end:
            position = self._step(data, position)
        return self._events

    # Every step reads from `position` on and returns the position of what it left unread.

    def _text(self, data: bytes, position: int) -> int:
        found = _SPECIAL.search(data, position)
        end = found.start() if found else len(data)
        if end == position:
            self._special(data[position])
            return position + 1
        self._after_cr = False
        if self._editor.add(data[position:end]):
            self._events.append(LineTooLong())
        return end

    def _special(self, byte: int) -> None:
        if byte == TelnetCommand.IAC:
            self._step = self._command
            return
        continues_cr = self._after_cr and byte in (_LF, _NUL)
        self._after_cr = byte == _CR
        if byte in (_CR, _LF):
            if not continues_cr:
                self._end_line()
        elif byte in _ERASE:
            self._editor.erase_character()
        elif byte == _KILL:
            self._editor.erase_line()

    def _end_line(self) -> None:
        text = self._editor.end()
        if text is not None:
            self._events.append(TypedLine(text))

    def _command(self, data: bytes, position: int) -> int:
        self._step = self._text
        self._obey(data[position])
        return position + 1

    def _obey(self, byte: int) -> None:
        if byte in _VERBS:
            self._verb = byte
            self._step = self._negotiation
        elif byte == TelnetCommand.SB:
            self._step = self._subnegotiation
        elif byte == TelnetCommand.IAC:
            self._literal_iac()
        elif byte == TelnetCommand.ARE_YOU_THERE:
            self._events.append(AreYouThere())
        elif byte in (TelnetCommand.INTERRUPT, TelnetCommand.BREAK, TelnetCommand.ERASE_LINE):
            self._editor.erase_line()
        elif byte == TelnetCommand.ERASE_CHARACTER:
            self._editor.erase_character()

    def _literal_iac(self) -> None:
        self._after_cr = False
        if self._editor.add(b"\xff"):
            self._events.append(LineTooLong())

    def _negotiation(self, data: bytes, position: int) -> int:
        self._step = self._text
        self._events.append(Negotiation(self._verb, data[position]))
        return position + 1

    def _subnegotiation(self, data: bytes, position: int) -> int:
        self._option = data[position]
        self._body.clear()
        # "IAC SB IAC": no option at all; whatever follows the IAC decides.
        self._step = self._body_command if self._option == TelnetCommand.IAC else self._body_text
        return position + 1

    def _body_text(self, data: bytes, position: int) -> int:
        end = data.find(b"\xff", position)
        if end == position:
            self._step = self._body_command
            return position + 1
        end = len(data) if end < 0 else end
        self._add_body(data[position:end])
        return end

    def _body_command(self, data: bytes, position: int) -> int:
        byte = data[position]
        self._step = self._body_text
        if byte == TelnetCommand.IAC:
            self._add_body(b"\xff")
        elif byte < TelnetCommand.SE:
            # No command has this number: a client that forgot to double a 255.
            self._add_body(bytes((TelnetCommand.IAC, byte)))
        else:
            self._leave_body(byte)
        return position + 1

    def _leave_body(self, byte: int) -> None:
        self._step = self._text
        if byte != TelnetCommand.SE:
            # The peer gave up in the middle: the command counts, the fragment does not.
            self._obey(byte)
        elif self._option != TelnetCommand.IAC:
            self._events.append(Subnegotiation(self._option, bytes(self._body)))
        self._body.clear()

    def _add_body(self, data: bytes) -> None:
        if len(self._body) + len(data) > SUBNEGOTIATION_BYTES:
            self._body.clear()
            self._events.append(SubnegotiationTooLong(self._option))
            self._step = self._deaf
        else:
            self._body += data

    @staticmethod
    def _deaf(data: bytes, position: int) -> int:
        return len(data)
