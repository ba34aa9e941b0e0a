"""Five hundred people in one room who talk as fast as they are let, and one who looks.

The latency is the one's, from the line sent to the last line of the answer. A second player
counts what is said. At the end the server is told to stop in the middle of it all.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from multiprocessing.synchronize import Event

from benchmarks.figures import Figure
from benchmarks.process import RunningServer, resident_mb, scratch
from benchmarks.telnet.player import HANG_SECONDS, Player
from benchmarks.telnet.target import ROOM_END, Target
from benchmarks.telnet.waits import Wait, list_wait_figures, time_answer

TALKERS = 500
LINES_PER_SECOND = 5
"""Each talker types so many; together far more than can be said."""
SECONDS = 10.0
LOOKS_PER_SECOND = 10
LOOK_MS = 50


async def _talk(player: Player) -> None:
    number = 0
    while not player.lost:
        player.send(f"say The water is at mark {number} this morning.")
        number += 1
        await asyncio.sleep(1 / LINES_PER_SECOND)


async def _arrive(port: int) -> Player:
    player = await Player.arrive("127.0.0.1", port, "guest", ROOM_END)
    player.heard = lambda data: None  # nothing is kept
    return player


async def _talk_all(port: int, arrived: Event) -> None:
    talkers = [await _arrive(port) for _ in range(TALKERS)]
    arrived.set()
    await asyncio.gather(*map(_talk, talkers))


def run_talkers(port: int, arrived: Event) -> None:
    """Let all talk; in a process of its own, so that the one who looks is not kept waiting."""
    asyncio.run(_talk_all(port, arrived))


async def _look(target: Target, player: Player) -> list[Wait]:
    taken, end = [], time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        taken.append(await time_answer(target, player, "look"))
        await asyncio.sleep(1 / LOOKS_PER_SECOND)
    return taken


async def _measure_looks(server: RunningServer) -> list[Figure]:
    looker = await Player.arrive("127.0.0.1", server.port, "guest", ROOM_END)
    await asyncio.sleep(1)
    cpu = server.cpu_ms()
    target = Target("127.0.0.1", server.port, look="look", pid=server.pid)
    taken = await _look(target, looker)
    busy = (server.cpu_ms() - cpu) / SECONDS / 10
    after = resident_mb(server.pid)
    start = time.perf_counter()
    os.kill(server.pid, signal.SIGTERM)
    while not looker.lost:  # noqa: ASYNC110  (a player tells nobody when it is lost)
        await asyncio.sleep(0.01)
    stopped = (time.perf_counter() - start) * 1000
    name = f"{TALKERS} talk"
    return [
        *list_wait_figures(f"{name}: look", taken, LOOK_MS),
        Figure(f"{name}: the server's share of a processor", busy, "%"),
        Figure(f"{name}: memory", after, "MB"),
        Figure(f"{name}: from SIGTERM to the end", stopped, aim=3000),
    ]


def measure(repeat: int) -> list[list[Figure]]:
    """Measure with a new server each time."""
    return [_measure_once() for _ in range(repeat)]


def _measure_once() -> list[Figure]:
    with scratch() as root, RunningServer(root) as server:
        context = multiprocessing.get_context("spawn")
        arrived = context.Event()
        talkers = context.Process(target=run_talkers, args=(server.port, arrived))
        talkers.start()
        try:
            arrived.wait(HANG_SECONDS)
            return asyncio.run(_measure_looks(server))
        finally:
            talkers.kill()
            talkers.join()
