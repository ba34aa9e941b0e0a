"""What attackers send, and a look at what it does to the server and to somebody beside them."""

from __future__ import annotations

import os
import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.harness import Client, Server
from tests.limits import HANG_SECONDS

MEGABYTE = 1_000_000
ROOM_FOR_BUFFERS = 40 * MEGABYTE
"""What may come and go with caches and buffers; each attack sends more or as much."""

JUNK = {
    "options nobody has": b"\xff\xfd\x63\xff\xfe\x63",
    "NUL": b"\x00",
    "backspace": b"\x08",
    "commands": b"\xff\xf1",
    "window sizes": b"\xff\xfa\x1f\x00\x50\x00\x18\xff\xf0",
}


class Attacker:
    """A raw socket that sends and does not care."""

    def __init__(self, port: int, source: str, *, tls: bool = False, buffer: int = 0) -> None:
        """`source` is one of this machine's own addresses, so that each attack has another.

        `buffer` is how many bytes wait for it at most in its own system; 0: the usual.
        """
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(HANG_SECONDS)
        self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            self.socket = context.wrap_socket(self.socket)

    def send(self, data: bytes) -> bool:
        """Send; return whether the server still listened."""
        try:
            self.socket.sendall(data)
        except OSError:
            return False
        return True

    def until(self, words: bytes) -> bytes:
        """Return all that comes up to the read in which the words are complete."""
        seen = b""
        while words not in seen:
            data = self.socket.recv(65536)
            assert data, f"hung up without {words!r} after {seen!r}"
            seen += data
        return seen

    def rest(self) -> bytes:
        """Return all that comes until the server hangs up."""
        seen = b""
        try:
            while data := self.socket.recv(65536):
                seen += data
        except ConnectionResetError:
            pass
        return seen

    def __enter__(self) -> Attacker:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()


def look(neighbour: Client) -> float:
    """Let somebody look, and return after how many seconds that was answered."""
    begun = time.monotonic()
    neighbour.ask("look", r"Exits: .*\n")
    return time.monotonic() - begun


def pour(
    server: Server, neighbour: Client, data: bytes, pieces: int, source: str, *, tls: bool = False
) -> int:
    """Send `data` so often, a look of the neighbour between; return after how many it was cut."""
    port = server.tls_port if tls else server.port
    with Attacker(port, source, tls=tls) as attacker:
        for sent in range(pieces):
            if not attacker.send(data):
                return sent
            look(neighbour)
    return pieces


@contextmanager
def watched(server: Server, neighbour: Client, what: str) -> Iterator[None]:
    """The server's memory does not grow with what is sent meanwhile; the neighbour is answered.

    How long a look took afterwards is printed, and not judged: the machine may be busy.
    """
    before = _measure_resident(server)
    yield
    seconds = look(neighbour)
    grown = _measure_resident(server) - before
    print(
        f"{what}: a look after it took {seconds * 1000:.1f} ms, memory {grown / MEGABYTE:+.1f} MB"
    )
    assert grown < ROOM_FOR_BUFFERS


def _measure_resident(server: Server) -> int:
    assert server.process is not None
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
