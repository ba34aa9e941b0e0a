"""One player's `look` while twenty connections send 0.5 MB a second of what is no text each.

A connection that the server closes is opened again at once. The latency is the player's, from
the line sent to the last line of the answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import time

from agents.models.counters import percentile
from benchmarks.figures import Figure
from benchmarks.process import RunningServer, scratch
from benchmarks.telnet.codec import DROPPED, OTHER
from benchmarks.telnet.player import Player
from benchmarks.telnet.target import ROOM_END

CONNECTIONS = 20
CHUNK = 25_000
CHUNKS_PER_SECOND = 20
SECONDS = 5.0
LOOKS_PER_SECOND = 20
KINDS = {**DROPPED, **OTHER}


async def _flood(port: int, kind: bytes) -> None:
    data = (kind * (CHUNK // len(kind) + 1))[:CHUNK]
    while True:
        with contextlib.suppress(OSError):
            client = await Player.connect("127.0.0.1", port)
            client.heard = lambda data: None  # nothing is kept
            try:
                while not client.lost:
                    client.send_bytes(data)
                    await asyncio.sleep(1 / CHUNKS_PER_SECOND)
            finally:
                client.close()
        await asyncio.sleep(1 / CHUNKS_PER_SECOND)


async def _time_looks(player: Player) -> list[float]:
    taken, end = [], time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        taken.append(await player.ask("look", ROOM_END))
        await asyncio.sleep(1 / LOOKS_PER_SECOND)
    return taken


async def time_looks_under(port: int, kind: bytes) -> list[float]:
    """Return the ms of each `look` of one player while `kind` pours in."""
    player = await Player.arrive("127.0.0.1", port, "guest", ROOM_END)
    floods = [asyncio.ensure_future(_flood(port, kind)) for _ in range(CONNECTIONS)]
    try:
        await asyncio.sleep(1)
        return await _time_looks(player)
    finally:
        for each in floods:
            each.cancel()
        await asyncio.gather(*floods, return_exceptions=True)
        player.close()


def measure(repeat: int) -> list[list[Figure]]:
    """Measure each kind of flood on a server of its own."""
    return [[each for name in KINDS for each in _measure_kind(name)] for _ in range(repeat)]


def _measure_kind(name: str) -> list[Figure]:
    with scratch() as root, RunningServer(root) as server:
        taken = asyncio.run(time_looks_under(server.port, KINDS[name]))
    return [
        Figure(f"look under {name}: median", statistics.median(taken)),
        Figure(f"look under {name}: 99th percentile", percentile(taken, 0.99), aim=50),
    ]
