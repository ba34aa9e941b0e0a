"""MCCP2 (https://tintin.mudhalla.net/protocols/mccp): everything we send, compressed by zlib."""

from __future__ import annotations

import zlib

from server.telnet.codes import TelnetOption, subnegotiation
from server.telnet.options.boundaries import Handler, Peer

LEVEL = 6
WINDOW_BITS, MEMORY_LEVEL = 13, 5
"""48 KB a connection: 2^(13+2) + 2^(5+9) bytes; zlib's usual 256 KB save 3 % more here."""


class Compression(Handler):
    """Starts behind IAC SB 86 IAC SE, which is the last thing sent plainly."""

    def __init__(self, peer: Peer) -> None:
        self._peer = peer

    def on_agreed(self, ours: bool) -> bytes:
        """Say that compression begins right behind this."""
        self._peer.compressed = ours
        return subnegotiation(TelnetOption.MCCP2, b"") if ours else b""

    def on_ended(self, ours: bool) -> None:
        """Let the stream end behind the answer."""
        if ours:
            self._peer.compressed = False


class DeflateStream:
    """Compresses one connection's output within a fixed memory."""

    def __init__(self) -> None:
        self._zlib = zlib.compressobj(LEVEL, zlib.DEFLATED, WINDOW_BITS, MEMORY_LEVEL)

    def add(self, data: bytes) -> bytes:
        """Take output; return what is ready, often nothing yet."""
        return self._zlib.compress(data)

    def flush(self) -> bytes:
        """Return the rest of all that was taken, so that the client can read it."""
        return self._zlib.flush(zlib.Z_SYNC_FLUSH)

    def finish(self) -> bytes:
        """End the stream; what follows on the connection is plain."""
        return self._zlib.flush(zlib.Z_FINISH)
