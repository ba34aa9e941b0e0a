"""The telnet decoder: bytes in, events out, without input or output of its own.

The events are the same however the bytes are split into packets.
CR, LF, CR LF and CR NUL each end one line.  A CR ends it at once, so that a client that
sends a bare CR never waits; a LF or NUL that follows, in whatever packet, belongs to it.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from server.telnet.codes import IAC, TelnetCommand, escape, subnegotiation
from server.telnet.editor import LineEditor

SUBNEGOTIATION_BYTES = 4096

REPEATS = 8
"""How often one request about an option that nobody handles is passed on; then it is dropped."""

RUN_COST, EVENT_COST = 8, 32
"""Bytes that a run of bytes without text, and an event other than text, count in addition."""

_CR, _LF, _NUL, _KILL = 0x0D, 0x0A, 0x00, 0x15
_VERBS = frozenset((TelnetCommand.WILL, TelnetCommand.WONT, TelnetCommand.DO, TelnetCommand.DONT))
_SPECIAL = late_pattern(rb"[\xff\r\n\x08\x7f\x15]")
_PLAIN_LINE = late_pattern(rb"[\x20-\x7e]*\r\n")
_ESCAPED_TEXT = late_pattern(rb"(?:[^\xff\r\n\x08\x7f\x15]+|\xff\xff)+")
_COMMAND = late_pattern(rb"\xff([\xfb-\xfe].|.)", re.DOTALL)
_KILLS = frozenset((b"\xf3", b"\xf4", b"\xf8"))
"""The commands BREAK, INTERRUPT and ERASE LINE."""
_ERASE_COMMAND = b"\xf7"
_STAND_INS = {
    TelnetCommand.INTERRUPT: b"\x83",
    TelnetCommand.ABORT_OUTPUT: b"\x8f",
    TelnetCommand.BREAK: b"\x9c",
}
"""What GNU telnet sends for a byte within a character: to it they are Ctrl-C, Ctrl-O, Ctrl-\\."""


@lru_cache
def _dropped_run(handled: frozenset[int]) -> re.Pattern[bytes]:
    """Match bytes that need no event: NULs, erasures, commands, options nobody handles."""
    others = b"".join(re.escape(bytes([each])) for each in range(256) if each not in handled)
    unhandled = rb"[" + others + rb"]" if others else rb"(?!)"
    command = rb"\xff(?:[\x00-\xf5\xf7-\xf9]|[\xfb-\xfe]" + unhandled + rb")"
    return re.compile(rb"(?:[\x00\x08\x7f\x15]+|" + command + rb")+", re.DOTALL)


@late_dataclass(frozen=True, slots=True)
class TypedLine:
    """One line as typed, decoded, without its ending and without control characters."""

    text: str


@late_dataclass(frozen=True, slots=True)
class LineTooLong:
    """The line grew beyond the cap; all of it is discarded, to its end. Once per line."""


@late_dataclass(frozen=True, slots=True)
class AreYouThere:
    """The peer asks for a visible sign of life."""


@late_dataclass(frozen=True, slots=True)
class Negotiation:
    """WILL, WONT, DO or DONT of an option."""

    verb: int
    option: int


@late_dataclass(frozen=True, slots=True)
class Subnegotiation:
    """An option's own message, unescaped."""

    option: int
    body: bytes


@late_dataclass(frozen=True, slots=True)
class SubnegotiationTooLong:
    """A subnegotiation beyond the cap: the connection must close, nothing more is read."""

    option: int


Event = TypedLine | LineTooLong | AreYouThere | Negotiation | Subnegotiation | SubnegotiationTooLong


ANY_OPTION = frozenset(range(256))


class Codec:
    """The receiving half of one telnet connection.

    Bytes that need no event are dropped in runs, at the speed of a regular expression.
    """

    __slots__ = (
        "__weakref__", "_after_cr", "_body", "_cost", "_dropped", "_editor", "_events",
        "_exhausted", "_fits", "_handled", "_option", "_repeats", "_step", "_verb",
    )  # fmt: skip

    def __init__(self, line_bytes: int, handled: Iterable[int] = ANY_OPTION) -> None:
        """`line_bytes` caps a line; 0 means no cap.  `handled` are the options in use.

        Of other options, subnegotiations are dropped, and so are requests after `REPEATS`
        of the same.
        """
        self._editor = LineEditor(line_bytes)
        self._fits = (line_bytes or sys.maxsize - 2) + 2
        """The longest line with its end that is no longer than the cap."""
        self._handled = frozenset(handled)
        self._dropped = _dropped_run(self._handled)
        self._repeats: Counter[bytes] = Counter()
        self._exhausted: set[bytes] = set()
        self._events: list[Event] = []
        # A bound method would be a circle, and keep the codec until garbage is searched.
        self._step: Callable[[Codec, bytes, int], int] = Codec._text
        self._after_cr = False
        self._verb = 0
        self._option = 0
        self._body = bytearray()
        self._cost = 0

    def receive(self, data: bytes) -> list[Event]:
        """Take bytes; return the events that they complete, in order. Never raises."""
        fresh = self._step is Codec._text and not self._after_cr and self._editor.is_empty
        if fresh and _PLAIN_LINE.fullmatch(data) and len(data) <= self._fits:
            return [TypedLine(data[:-2].decode("ascii"))]  # what nearly every client sends
        position, end = 0, len(data)
        while position < end:
            position = self._step(self, data, position)
        events, self._events = self._events, []
        return events

    def pending(self) -> bytes:
        """Return bytes that bring a new codec to where this one stands.

        They are what was typed of the line so far, and what has come of a command.  Only the
        empty line that may follow a CR is not told apart from the LF of CR LF.
        """
        typed = escape(self._editor.pending)
        begun = subnegotiation(self._option, bytes(self._body))[:-2]
        partial: dict[Callable[[Codec, bytes, int], int], bytes] = {
            Codec._command: IAC,
            Codec._negotiation: IAC + bytes([self._verb]),
            Codec._subnegotiation: IAC + bytes([TelnetCommand.SB]),
            Codec._body_text: begun,
            Codec._body_command: begun + IAC,
        }
        return typed + partial.get(self._step, b"")

    def take_cost(self) -> int:
        """Return what all that was not text has cost since the last call, in bytes."""
        cost, self._cost = self._cost, 0
        return cost

    # Every step reads from `position` on and returns the position of what it left unread.

    def _text(self, data: bytes, position: int) -> int:
        found = _SPECIAL.search(data, position)
        end = found.start() if found else len(data)
        if end > position:
            self._add_text(data[position:end])
            if found is None:
                return end
        byte = data[end]
        if byte == _CR and data.startswith(b"\n", end + 1):
            # What nearly every client sends: the LF is done with as well.
            self._line_ending(byte)
            self._after_cr = False
            return end + 2
        if byte in (_CR, _LF):
            self._line_ending(byte)
            return end + 1
        return self._without_text(data, end)

    def _add_text(self, text: bytes) -> None:
        if _NUL in text:
            plain = text.translate(None, b"\x00")
            # The NUL of CR NUL is a part of the line's end.
            self._cost += len(text) - len(plain) - (self._after_cr and text[0] == _NUL)
            text = plain
        self._after_cr = False
        if self._editor.add(text):
            self._events.append(LineTooLong())

    def _line_ending(self, byte: int) -> None:
        continues_cr = self._after_cr and byte == _LF
        self._after_cr = byte == _CR
        if not continues_cr:
            text = self._editor.end()
            if text is not None:
                self._events.append(TypedLine(text))

    def _without_text(self, data: bytes, position: int) -> int:
        if data.startswith(b"\xff\xff", position):
            return self._literal_iacs(data, position)
        if self._editor.is_within_character:
            return self._one_without_text(data, position)
        found = self._dropped.match(data, position)
        if found:
            self._drop(found[0])
            return found.end()
        # Only an IAC is left: of a command with an event, or one that is not whole yet.
        self._cost += RUN_COST
        self._step = Codec._command
        return position + 1

    def _one_without_text(self, data: bytes, position: int) -> int:
        """Read one key or command alone: what it does hangs on what is typed before it."""
        if data[position] == TelnetCommand.IAC:
            self._cost += RUN_COST
            self._step = Codec._command
        else:
            self._drop(data[position : position + 1])
        return position + 1

    def _literal_iacs(self, data: bytes, position: int) -> int:
        found = _ESCAPED_TEXT.match(data, position)
        assert found is not None
        self._add_text(found[0].replace(b"\xff\xff", b"\xff"))
        return found.end()

    def _drop(self, run: bytes) -> None:
        self._cost += RUN_COST + len(run)
        if TelnetCommand.IAC not in run:
            self._press(run)
            return
        # Keys at even places, commands without their IAC at odd ones.
        parts = _COMMAND.split(run)
        commands = parts[1::2]
        self._press(b"".join(parts[::2]))
        kinds = set(commands) - self._exhausted
        if not kinds.isdisjoint(_KILLS):
            self._editor.erase_line()
        elif _ERASE_COMMAND in kinds:
            self._editor.erase_characters(commands.count(_ERASE_COMMAND))
        if any(len(each) == 2 for each in kinds):
            self._report_unhandled(commands)

    def _press(self, keys: bytes) -> None:
        if not keys:
            return
        self._after_cr = False
        if _KILL in keys:
            self._editor.erase_line()
        else:
            self._editor.erase_characters(len(keys) - keys.count(_NUL))

    def _report_unhandled(self, commands: Sequence[bytes]) -> None:
        for each in commands:
            if len(each) == 2 and each not in self._exhausted:
                self._report_request(each)

    def _report_request(self, request: bytes) -> None:
        """Pass on a request about an option that nobody handles, the first few times."""
        self._repeats[request] += 1
        if self._repeats[request] >= REPEATS:
            self._exhausted.add(request)
        self._cost += EVENT_COST
        self._events.append(Negotiation(*request))

    def _command(self, data: bytes, position: int) -> int:
        self._step = Codec._text
        self._obey(data[position])
        return position + 1

    def _obey(self, byte: int) -> None:
        if byte in _VERBS:
            self._verb = byte
            self._step = Codec._negotiation
        elif byte == TelnetCommand.SB:
            self._step = Codec._subnegotiation
        elif byte == TelnetCommand.IAC:
            self._add_text(b"\xff")
        elif byte == TelnetCommand.ARE_YOU_THERE:
            self._cost += EVENT_COST
            self._events.append(AreYouThere())
        elif byte in _STAND_INS and self._editor.is_within_character:
            self._add_text(_STAND_INS[TelnetCommand(byte)])
        elif bytes((byte,)) in _KILLS:
            self._editor.erase_line()
        elif byte == TelnetCommand.ERASE_CHARACTER:
            self._editor.erase_characters(1)

    def _negotiation(self, data: bytes, position: int) -> int:
        self._step = Codec._text
        option = data[position]
        request = bytes((self._verb, option))
        if option not in self._handled:
            if request not in self._exhausted:
                self._report_request(request)
        else:
            self._cost += EVENT_COST
            self._events.append(Negotiation(self._verb, option))
        return position + 1

    def _subnegotiation(self, data: bytes, position: int) -> int:
        self._option = data[position]
        self._body.clear()
        # "IAC SB IAC": no option at all; whatever follows the IAC decides.
        self._step = Codec._body_command if self._option == TelnetCommand.IAC else Codec._body_text
        return position + 1

    def _body_text(self, data: bytes, position: int) -> int:
        end = data.find(b"\xff", position)
        if end == position:
            self._step = Codec._body_command
            return position + 1
        end = len(data) if end < 0 else end
        self._add_body(data[position:end])
        return end

    def _body_command(self, data: bytes, position: int) -> int:
        byte = data[position]
        self._step = Codec._body_text
        if byte == TelnetCommand.IAC:
            self._add_body(b"\xff")
        elif byte < TelnetCommand.SE:
            # No command has this number: a client that forgot to double a 255.
            self._add_body(bytes((TelnetCommand.IAC, byte)))
        else:
            self._leave_body(byte)
        return position + 1

    def _leave_body(self, byte: int) -> None:
        self._step = Codec._text
        if byte != TelnetCommand.SE:
            # The peer gave up in the middle: the command counts, the fragment does not.
            self._obey(byte)
        elif self._option in self._handled and self._option != TelnetCommand.IAC:
            self._cost += EVENT_COST
            self._events.append(Subnegotiation(self._option, bytes(self._body)))
        self._body.clear()

    def _add_body(self, data: bytes) -> None:
        self._cost += len(data)
        if len(self._body) + len(data) > SUBNEGOTIATION_BYTES:
            self._body.clear()
            self._events.append(SubnegotiationTooLong(self._option))
            self._step = Codec._deaf
        else:
            self._body += data

    def _deaf(self, data: bytes, position: int) -> int:
        return len(data)
