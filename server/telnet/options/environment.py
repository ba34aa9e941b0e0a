"""NEW-ENVIRON (RFC 1572) and MNES: what the client tells of itself by name and value.

Only named variables are asked for.  Clients that tell others too (PuTTY tells the person's login
name, USER) are not listened to: nothing of it is kept or logged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from late.late_pattern import late_pattern
from server.telnet.codes import TelnetOption, subnegotiation
from server.telnet.options.boundaries import Handler, Peer
from server.telnet.options.terminal_type import take_abilities

_IS, _SEND, _INFO = 0, 1, 2
_VAR, _VALUE, _ESCAPE, _USERVAR = 0, 1, 2, 3
ASKED = ("CHARSET", "CLIENT_NAME", "CLIENT_VERSION", "MTTS")
LONGEST_VALUE = 80
"""Characters of a value that are kept."""

#: A code, with the text behind it; ESC makes the next byte an ordinary one.
_PIECE = late_pattern(rb"([\x00\x01\x03])((?:[^\x00\x01\x02\x03]|\x02.)*)", re.DOTALL)
_ESCAPED = late_pattern(rb"\x02(.)", re.DOTALL)


class Environment(Handler):
    """Asks for the variables that matter, and takes them whenever they come."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    def on_agreed(self, ours: bool) -> bytes:
        """Ask for each variable by name."""
        names = b"".join(bytes([_VAR]) + name.encode() for name in ASKED)
        return subnegotiation(TelnetOption.NEW_ENVIRON, bytes([_SEND]) + names)

    def on_received(self, body: bytes) -> bytes:
        """Take the variables of an answer or of a change."""
        if body and body[0] in (_IS, _INFO):
            known = dict(_read_variables(body[1:]))
            self._take({name: known[name] for name in ASKED if known.get(name)})
        return b""

    def _take(self, values: dict[str, str]) -> None:
        terminal = self._peer.terminal
        words = (values.get("CLIENT_NAME", ""), values.get("CLIENT_VERSION", ""))
        named = " ".join(filter(None, words)) if words[0] else ""
        terminal = take_abilities(terminal, values.get("MTTS", ""))
        charset = values.get("CHARSET", "").upper()
        self._peer.terminal = replace(
            terminal,
            client=terminal.client or named,
            utf8=charset == "UTF-8" if charset else terminal.utf8,
        )


def _read_variables(body: bytes) -> Iterator[tuple[str, str]]:
    name = ""
    for code, raw in _PIECE.findall(body):
        text = _ESCAPED.sub(rb"\1", raw).decode("utf-8", "replace").strip()
        if code[0] == _VALUE:
            yield name, text[:LONGEST_VALUE]
        else:
            name = text.upper()
