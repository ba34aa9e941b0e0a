"""Stands between a real client and the server, and keeps what each of them says."""

from __future__ import annotations

import socket
import threading

from tests.e2e.harness import until


class Proxy:
    """Passes one connection on. `client` and `server` are the bytes of either side so far."""

    def __init__(self, port: int) -> None:
        self.client = b""
        self.server = b""
        self._port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        try:
            near, _ = self._listening.accept()
        except OSError:
            return  # nobody came before it was closed
        far = socket.create_connection(("127.0.0.1", self._port))
        threading.Thread(target=self._pump, args=(near, far, "client"), daemon=True).start()
        self._pump(far, near, "server")

    def _pump(self, source: socket.socket, target: socket.socket, side: str) -> None:
        try:
            while data := source.recv(65536):
                setattr(self, side, getattr(self, side) + data)
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
        except OSError:
            return  # one side has hung up

    def wait_for(self, wanted: bytes) -> None:
        """Wait until the client has said `wanted`."""
        until(lambda: wanted in self.client, f"{wanted!r} of the client")

    def close(self) -> None:
        self._listening.close()
