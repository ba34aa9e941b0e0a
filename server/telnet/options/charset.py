"""CHARSET (RFC 2066): which character set both sides use, UTF-8 or ASCII."""

from __future__ import annotations

from dataclasses import replace

from server.telnet.codes import TelnetOption, subnegotiation
from server.telnet.options.boundaries import Handler, Peer

_REQUEST, _ACCEPTED, _REJECTED, _TABLE_IS, _TABLE_REJECTED = 1, 2, 3, 4, 5
_UTF8 = b"UTF-8"
_ACCEPTABLE = {_UTF8: True, b"US-ASCII": False, b"ASCII": False}
"""The sets that a peer may choose, the best first; whether it is UTF-8."""

_TABLE_MARK = b"[TTABLE]"
"""Begins a request that would take a translation table too; a byte of version follows."""


class Charset(Handler):
    """Offers UTF-8 alone; accepts it, or else ASCII, from the peer."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer
        self._asked = False

    def on_agreed(self, ours: bool) -> bytes:
        """Offer UTF-8, if we are the side that may ask."""
        if not ours or self._asked:
            return b""
        self._asked = True
        return _say(_REQUEST, b";" + _UTF8)

    def on_received(self, body: bytes) -> bytes:
        """Take the answer to our offer, or answer the peer's offer."""
        kind = body[0] if body else 0
        if kind == _REQUEST:
            return self._answer(body[1:])
        if kind == _TABLE_IS:
            return _say(_TABLE_REJECTED)
        if self._asked and kind in (_ACCEPTED, _REJECTED):
            self._asked = False
            self._set_utf8(kind == _ACCEPTED)
        return b""

    def on_ended(self, ours: bool) -> None:
        """Wait for no answer any more."""
        self._asked = self._asked and not ours

    def _answer(self, offer: bytes) -> bytes:
        if offer.startswith(_TABLE_MARK):
            offer = offer[len(_TABLE_MARK) + 1 :]
        # RFC 2066: while the server's own request is open, it refuses the client's.
        offered = offer[1:].upper().split(offer[:1]) if len(offer) > 1 else []
        chosen = next((name for name in _ACCEPTABLE if name in offered), None)
        if self._asked or chosen is None:
            return _say(_REJECTED)
        self._set_utf8(_ACCEPTABLE[chosen])
        return _say(_ACCEPTED, chosen)

    def _set_utf8(self, utf8: bool) -> None:
        self._peer.terminal = replace(self._peer.terminal, utf8=utf8)


def _say(kind: int, rest: bytes = b"") -> bytes:
    return subnegotiation(TelnetOption.CHARSET, bytes([kind]) + rest)
