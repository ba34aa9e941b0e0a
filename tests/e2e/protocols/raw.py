"""A client of raw bytes, for what telnet says beside the text."""

from __future__ import annotations

import socket
import ssl
import time
from pathlib import Path

from tests.limits import HANG_SECONDS

WILL, WONT, DO, DONT = (bytes([0xFF, verb]) for verb in (0xFB, 0xFC, 0xFD, 0xFE))


class RawClient:
    """Sends bytes and waits for bytes; nothing is left out and nothing answered."""

    def __init__(self, port: int, trusted: Path | None = None) -> None:
        """With the `trusted` certificate it speaks TLS, and checks who answers."""
        plain = socket.create_connection(("127.0.0.1", port), timeout=HANG_SECONDS)
        self.socket = plain
        if trusted is not None:
            context = ssl.create_default_context(cafile=str(trusted))
            self.socket = context.wrap_socket(plain, server_hostname="localhost")
        self.seen = b""

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def until(self, wanted: bytes) -> bytes:
        """Return everything up to and with `wanted`; consume it."""
        end = time.monotonic() + HANG_SECONDS
        while wanted not in self.seen:
            left = end - time.monotonic()
            assert left > 0, f"no {wanted!r} in:\n{self.seen!r}"
            self.socket.settimeout(left)
            data = self.socket.recv(65536)
            assert data, f"hung up without {wanted!r} after:\n{self.seen!r}"
            self.seen += data
        head, _, self.seen = self.seen.partition(wanted)
        return head + wanted

    def ask(self, line: str, wanted: bytes) -> bytes:
        self.send(line.encode() + b"\r\n")
        return self.until(wanted)

    def rest(self) -> bytes:
        """Return everything up to the end of the connection."""
        self.socket.settimeout(HANG_SECONDS)
        while data := self.socket.recv(65536):
            self.seen += data
        return self.seen

    def close(self) -> None:
        self.socket.close()
