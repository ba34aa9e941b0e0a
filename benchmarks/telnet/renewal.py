"""An upgrade under people: how long those wait who stay, and those over TLS who come again.

An encrypted connection cannot be carried over to the next program, so a client has to connect and
log in anew; its time runs from the moment at which it was hung up on.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import ssl
import statistics
import time
from pathlib import Path

from benchmarks.figures import Figure
from benchmarks.process import SERVER, RunningServer, scratch
from benchmarks.telnet.load import gather_players
from benchmarks.telnet.player import HANG_SECONDS, Player
from benchmarks.telnet.target import ROOM_END, Target
from benchmarks.telnet.waits import Wait
from server.tls.making import make_certificate_files

PLAIN, ENCRYPTED = 50, 10
BACK_MS = 2000
_TLS = re.compile(r" tls=\S+:(\d+)")
_PASSWORD = "correct horse"


class EncryptedPlayer(Player):
    """A client over TLS that knows when it was hung up on."""

    def __init__(self) -> None:
        super().__init__()
        self.gone = asyncio.get_running_loop().create_future()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the moment."""
        super().connection_lost(exc)
        self.gone.set_result(time.perf_counter())


async def _connect(port: int, trusted: Path) -> EncryptedPlayer:
    context = ssl.create_default_context(cafile=str(trusted))
    loop = asyncio.get_running_loop()
    _, player = await loop.create_connection(
        EncryptedPlayer, "127.0.0.1", port, ssl=context, server_hostname="localhost"
    )
    return player


def _spell(number: int) -> str:
    return "Crypt" + "abcdefghijklmnopqrstuvwxyz"[number]


async def _come_back(
    server: RunningServer, number: int, player: EncryptedPlayer, port: int, trusted: Path
) -> Wait:
    """Return the time from being hung up on until the room is shown again."""
    began = await asyncio.wait_for(player.gone, HANG_SECONDS)
    cpu = server.cpu_ms()  # the next program runs in the same process
    again = await _connect(port, trusted)
    await again.ask(f"connect {_spell(number)} {_PASSWORD}", ROOM_END)
    again.close()
    return Wait((time.perf_counter() - began) * 1000, server.cpu_ms() - cpu)


async def _measure(server: RunningServer, trusted: Path) -> list[Figure]:
    port = int(_TLS.findall(server.ready)[0])
    encrypted = [await _connect(port, trusted) for _ in range(ENCRYPTED)]
    for number, player in enumerate(encrypted):
        await player.ask(f"create {_spell(number)} {_PASSWORD}", ROOM_END)
    target = Target("127.0.0.1", server.port, look="look", pid=server.pid)
    plain = await gather_players(target, PLAIN)
    os.kill(server.pid, signal.SIGUSR2)
    back = [_come_back(server, n, each, port, trusted) for n, each in enumerate(encrypted)]
    returned = asyncio.gather(*back)
    await plain[0].until(b"The server is renewed")
    stayed = await asyncio.gather(*(player.ask("look", ROOM_END) for player in plain))
    taken, cpu = zip(*((each.ms, each.cpu_ms) for each in await returned), strict=True)
    return [
        Figure(f"upgrade: look of {PLAIN} who stay, longest", max(stayed)),
        Figure("upgrade: back over TLS, median", statistics.median(taken)),
        Figure("upgrade: back over TLS, longest", max(taken), aim=BACK_MS),
        Figure("upgrade: server's CPU until the last is back", max(cpu), aim=BACK_MS),
    ]


def measure(repeat: int) -> list[list[Figure]]:
    """Measure with a new server each time."""
    return [_measure_once() for _ in range(repeat)]


def _measure_once() -> list[Figure]:
    with scratch() as root:
        config = root / "config"
        (config / "server.yaml").write_text(f'telnet: {{tls: "127.0.0.1:0"}}\n{SERVER}')
        if make_certificate_files(config):
            raise RuntimeError("no certificate could be made")
        with RunningServer(root) as server:
            return asyncio.run(_measure(server, config / "certificate.pem"))
