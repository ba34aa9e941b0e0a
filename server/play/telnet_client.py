"""The client's side of telnet: bytes in, text out, and the answers to what the server asks."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern
from server.telnet.codes import (
    IAC,
    TelnetCommand,
    TelnetOption,
    escape,
    negotiation,
    subnegotiation,
)

Size = tuple[int, int]
"""Columns and rows."""

_WHOLE = late_pattern(
    rb"\xff(?:(?P<verb>[\xfb-\xfe])(?P<option>.)"
    rb"|\xfa(?P<about>.)(?P<body>(?:[^\xff]|\xff\xff)*)\xff\xf0"
    rb"|(?P<other>[^\xfa-\xfe]))",
    re.DOTALL,
)
_TORN = late_pattern(rb"\xff(?:[\xfb-\xfe]|\xfa(?:[^\xff]|\xff\xff)*\xff?)?\Z", re.DOTALL)
_MOST_TORN = 65_536
"""A longer subnegotiation is nobody's: its bytes are dropped."""

_OURS = frozenset({TelnetOption.TERMINAL_TYPE, TelnetOption.WINDOW_SIZE, TelnetOption.CHARSET})
_THEIRS = frozenset(
    {
        TelnetOption.ECHO,
        TelnetOption.SUPPRESS_GO_AHEAD,
        TelnetOption.END_OF_RECORD,
        TelnetOption.CHARSET,
    }
)
_IS, _SEND = b"\x00", b"\x01"
_REQUEST, _ACCEPTED, _REJECTED = b"\x01", b"\x02", b"\x03"

_COLOUR = late_pattern(r"\x1b\[[0-9;:]*m")
_BEGUN = late_pattern(r"\x1b(?:\[[0-9;:]{0,40})?\Z")
"""The beginning of a colour at the end of what has come so far."""
_SEQUENCE = late_pattern(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]?|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?", re.DOTALL
)


@late_dataclass(frozen=True, slots=True)
class Received:
    """What some bytes from the server come to."""

    text: str = ""
    reply: bytes = b""


class TelnetClient:
    """One connection. `names` are those of the client and its terminal, most telling last."""

    def __init__(self, names: tuple[str, ...], size: Callable[[], Size]) -> None:
        self._names = names
        self._size = size
        self._asked = 0
        self._rest = b""
        self._begun = ""
        self._on: dict[tuple[bool, int], bool] = {}
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self.hides_input = False
        """Whether the server asks that what is typed is not shown."""

    def receive(self, data: bytes) -> Received:
        """Take bytes; they may be cut anywhere."""
        data = self._rest + data
        torn = _TORN.search(data)
        self._rest = torn[0] if torn and len(torn[0]) < _MOST_TORN else b""
        data = data[: torn.start()] if torn else data
        replies: list[bytes] = []

        def take(found: re.Match[bytes]) -> bytes:
            if found["other"] == IAC:
                return IAC
            replies.append(self._answer(found))
            return b""

        text = self._begun + self._decode(_WHOLE.sub(take, data))
        begun = _BEGUN.search(text)
        self._begun = begun[0] if begun else ""
        return Received(clean_output(text.removesuffix(self._begun)), b"".join(replies))

    def resize(self) -> bytes:
        """Return what tells the server the size of the screen, if it wants to know."""
        if not self._on.get((True, TelnetOption.WINDOW_SIZE)):
            return b""
        columns, rows = (max(1, min(65_535, each)) for each in self._size())
        body = columns.to_bytes(2, "big") + rows.to_bytes(2, "big")
        return subnegotiation(TelnetOption.WINDOW_SIZE, body)

    @staticmethod
    def send(line: str) -> bytes:
        """Return a typed line as it travels."""
        return escape(line.encode("utf-8", "replace")) + b"\r\n"

    def _answer(self, found: re.Match[bytes]) -> bytes:
        if found["verb"]:
            return self._negotiate(TelnetCommand(found["verb"][0]), found["option"][0])
        if found["about"]:
            return self._tell(found["about"][0], found["body"].replace(IAC + IAC, IAC))
        return b""

    def _negotiate(self, verb: TelnetCommand, option: int) -> bytes:
        """Answer a request or an announcement, once for each change."""
        ours = verb in (TelnetCommand.DO, TelnetCommand.DONT)
        wanted = verb in (TelnetCommand.DO, TelnetCommand.WILL)
        agreed = wanted and option in (_OURS if ours else _THEIRS)
        if option == TelnetOption.ECHO and not ours:
            self.hides_input = agreed
        if ours and wanted and option == TelnetOption.TIMING_MARK:
            return negotiation(TelnetCommand.WILL, option)
        if self._on.get((ours, option)) == agreed:
            return b""
        was_on = self._on.get((ours, option), False)
        self._on[ours, option] = agreed
        if not wanted and not was_on:  # it was never on: nothing to confirm
            return b""
        yes, no = (
            (TelnetCommand.WILL, TelnetCommand.WONT)
            if ours
            else (TelnetCommand.DO, TelnetCommand.DONT)
        )
        answer = negotiation(yes if agreed else no, option)
        is_size = ours and agreed and option == TelnetOption.WINDOW_SIZE
        return answer + (self.resize() if is_size else b"")

    def _tell(self, option: int, body: bytes) -> bytes:
        """Answer a question about an option."""
        if option == TelnetOption.TERMINAL_TYPE and body == _SEND:
            name = self._names[min(self._asked, len(self._names) - 1)]
            self._asked += 1
            return subnegotiation(option, _IS + name.encode("ascii", "replace"))
        if option == TelnetOption.CHARSET and body[:1] == _REQUEST:
            offered = body[2:].upper().split(body[1:2]) if len(body) > 2 else []
            answer = _ACCEPTED + b"UTF-8" if b"UTF-8" in offered else _REJECTED
            return subnegotiation(option, answer)
        return b""


def clean_output(text: str) -> str:
    """Return `text` with colours, but without anything else that steers a terminal."""
    parts, end = [], 0
    for found in _SEQUENCE.finditer(text):
        parts.append(_clean_plain(text[end : found.start()]))
        parts.append(found[0] if _COLOUR.fullmatch(found[0]) else "")
        end = found.end()
    return "".join((*parts, _clean_plain(text[end:])))


def _clean_plain(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(char for char in text if char in "\n\t" or not _steers(char))


def _steers(char: str) -> bool:
    return ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0
