"""The least that a look and a remark can cost: a server that reads, sends, and does nothing else.

It stands on asyncio's loop and bare sockets and answers with a text as long as a room's.  What the
real server takes beyond its figures is Python's work; what it takes within them is the system's.
``python -m benchmarks.telnet.floor`` is that server; the telnet benchmark measures it beside ours.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from dataclasses import replace

from benchmarks.figures import Figure
from benchmarks.process import RunningServer, scratch
from benchmarks.telnet.load import gather_players, measure_closed, measure_fan_out
from benchmarks.telnet.target import ROOM_END, Target

_ROOM = b"A long stone hall, cold even in June. " * 32 + b"\r\n" + ROOM_END + b" garden.\r\n"


class BareServer:
    """Sends a line that begins with ``say`` to all, and the room to whoever types another."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._clients: set[socket.socket] = set()
        self._port = socket.create_server(("127.0.0.1", 0))
        self._port.setblocking(False)
        loop.add_reader(self._port, self._accept)

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._port.getsockname()[1])

    def _accept(self) -> None:
        client, _ = self._port.accept()
        client.setblocking(False)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._clients.add(client)
        self._loop.add_reader(client, self._read, client)

    def _read(self, client: socket.socket) -> None:
        try:
            line = client.recv(4096)
        except OSError:
            line = b""
        if not line:
            self._loop.remove_reader(client)
            self._clients.discard(client)
            client.close()
        elif line.startswith(b"say "):
            told = b'Guest says, "' + line[4:].strip() + b'"\r\n'
            for each in self._clients:
                each.send(told)
        else:
            client.send(_ROOM)


def measure_floor(count: int) -> list[Figure]:
    """Return the CPU of a look and of a remark among `count` clients of the bare server."""
    program = ("-m", "benchmarks.telnet.floor")
    with scratch() as root, RunningServer(root, program=program) as server:
        target = Target("127.0.0.1", server.port, look="look", pid=server.pid)
        figures = asyncio.run(_measure(target, count))
    told = [each for each in figures if each.name.endswith(": CPU")]
    return [replace(each, name=f"bare sockets, {each.name}") for each in told]


async def _measure(target: Target, count: int) -> list[Figure]:
    players = await gather_players(target, count)
    figures = [*await measure_closed(target, players), *await measure_fan_out(target, players)]
    for player in players:
        player.close()
    return figures


async def _serve() -> None:
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, over.set)
    port = BareServer(loop).port
    print(f"tarn ready telnet=127.0.0.1:{port} vault=none pid={os.getpid()}", flush=True)
    await over.wait()


if __name__ == "__main__":
    asyncio.run(_serve())
