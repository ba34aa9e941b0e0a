"""The telnet benchmark: a fresh server for each number of clients."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from benchmarks.figures import Figure
from benchmarks.process import RunningServer, scratch
from benchmarks.telnet.floor import measure_floor
from benchmarks.telnet.load import (
    LOOK_CPU_MS,
    MEASUREMENTS,
    SAY_CPU_MS,
    gather_players,
    measure_logins,
)
from benchmarks.telnet.target import Target, machine_scale

CLIENTS = (1, 50, 200, 500)
MEMORY_MB = 80
_AIMED = 50
"""The number of clients for which there are aims."""


def measure(repeat: int) -> list[list[Figure]]:
    """Measure this checkout's server, without agents, `repeat` times."""
    return [measure_once() for _ in range(repeat)]


def measure_once(clients: Sequence[int] = CLIENTS) -> list[Figure]:
    """Return the figures for each number of clients, a fresh server each, then of logins.

    Beside those of 50 clients stands what the system alone takes.
    """
    scale = machine_scale()
    figures = [Figure("this machine against the one of the aims (CPU)", scale, "times")]
    for count in clients:
        figures += _measure_own(count, scale)
    return figures


def _measure_own(count: int, scale: float) -> list[Figure]:
    with scratch() as root, RunningServer(root) as server:
        target = Target("127.0.0.1", server.port, look="look", pid=server.pid)
        figures = asyncio.run(measure_target(target, count, logins=count == _AIMED))
    if count != _AIMED:
        return figures
    return [*(_put_aim(each, scale) for each in figures), *measure_floor(count)]


async def measure_target(target: Target, count: int, *, logins: bool) -> list[Figure]:
    """Return the figures of `count` clients of one server."""
    players = await gather_players(target, count)
    figures = []
    if target.pid:
        loaded = await target.settle()
        figures.append(Figure(f"{count} clients: loaded behind the ready line: CPU", loaded))
    for measurement in MEASUREMENTS:
        figures += await measurement(target, players)
    if logins:
        figures += await measure_logins(target, players[0])
    if target.pid:
        figures.append(Figure(f"{count} clients: resident memory", target.resident_mb(), "MB"))
    for player in players:
        player.close()
    return figures


def _put_aim(figure: Figure, scale: float) -> Figure:
    aims = {
        "look, closed: CPU": LOOK_CPU_MS * scale,
        "say: CPU": SAY_CPU_MS * scale,
        "resident memory": MEMORY_MB,
    }
    aim = next((aim for end, aim in aims.items() if figure.name.endswith(end)), None)
    return figure if aim is None else replace(figure, aim=aim)
