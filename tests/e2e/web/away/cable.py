"""The cable between a browser and the server, which can be pulled and plugged in again."""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType


class Cable:
    """Carries connections to a port of this machine while it is plugged in."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lock = threading.Lock()
        self._ends: set[socket.socket] = set()
        self._plugged = True
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def pull(self) -> None:
        """Cut every connection; new ones are cut at once."""
        with self._lock:
            self._plugged = False
            for each in self._ends:
                _cut(each)

    def plug(self) -> None:
        """Carry connections again; those that were cut stay so."""
        with self._lock:
            self._plugged = True

    def lead_to(self, port: int) -> None:
        """Carry new connections to another port of this machine."""
        with self._lock:
            self._port = port

    def __enter__(self) -> Cable:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.pull()
        _cut(self._listener)
        for each in self._threads:
            each.join()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                if not self._plugged:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", self._port))
                except OSError:  # the server is away for a moment
                    near.close()
                    continue
                self._ends |= {near, far}
                self._threads += [
                    threading.Thread(target=self._carry, args=ends)
                    for ends in ((near, far), (far, near))
                ]
                for each in self._threads[-2:]:
                    each.start()

    def _carry(self, start: socket.socket, goal: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := start.recv(65536):
                goal.sendall(data)
        with self._lock:
            self._ends -= {start, goal}
        _cut(start)
        _cut(goal)


def _cut(end: socket.socket) -> None:
    """End a connection for both sides; what waits for it goes on."""
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
