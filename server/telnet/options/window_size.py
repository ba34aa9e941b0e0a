"""NAWS (RFC 1073): the size of the client's window."""

from __future__ import annotations

from dataclasses import replace

from server.session.terminal import DEFAULT_HEIGHT, DEFAULT_WIDTH, MAX_WIDTH, MIN_WIDTH
from server.telnet.options.boundaries import Handler, Peer


class WindowSize(Handler):
    """Takes width and height, two bytes each; the peer sends them unasked, on every resize."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    def on_received(self, body: bytes) -> bytes:
        """Take the size, clamped to a usable range; 0 means unknown."""
        if len(body) == 4:
            width = int.from_bytes(body[:2], "big") or DEFAULT_WIDTH
            height = int.from_bytes(body[2:], "big") or DEFAULT_HEIGHT
            width = max(MIN_WIDTH, min(MAX_WIDTH, width))
            self._peer.terminal = replace(self._peer.terminal, width=width, height=height)
        return b""
