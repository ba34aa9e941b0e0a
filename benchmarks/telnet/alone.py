"""``python -m benchmarks.telnet.alone``: what a look and a remark take in the server's own process.

Fifty guests come in over real sockets.  Then the sockets' `send` is replaced by nothing, and lines
are given to the connections as if they had been read: what is left is the server's Python, without
the system's calls.  Printed are the CPU of a line (the least of the series and their median) and
how many functions are called for it, which does not depend on what else the machine does.
"""

from __future__ import annotations

import asyncio
import cProfile
import gc
import os
import pstats
import signal
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.figures import Figure, list_figures
from benchmarks.process import RunningServer, scratch
from benchmarks.telnet.load import LOOK_CPU_MS, SAY_CPU_MS, gather_players
from benchmarks.telnet.target import Target, machine_scale
from server.__main__ import main as run_server
from server.telnet.protocol import TelnetProtocol

CLIENTS = 50
SERIES, LINES = 40, 50
_PROGRAM = "benchmarks.telnet.alone"
_RESULT = "TARN_BENCHMARK_RESULT"
"""The variable of the environment that names the file for the results."""

_Lines = Callable[[int], bytes]
_LINES: dict[str, _Lines] = {
    "look": lambda number: b"look\r\n",
    "say": lambda number: b"say m%05d.\r\n" % number,
}


def measure_alone() -> list[Figure]:
    """Return the figures of a fresh server."""
    scale = machine_scale()
    with scratch() as root:
        results = root / "results"
        os.environ[_RESULT] = str(results)
        with RunningServer(root, program=("-m", _PROGRAM, "serve")) as server:
            asyncio.run(_measure_in(server, results))
        rows = [line.split() for line in results.read_text().splitlines()]
    figures = [Figure("this machine against the one of the aims (CPU)", scale, "times")]
    for name, least, median, calls in rows:
        aim = (LOOK_CPU_MS if name == "look" else SAY_CPU_MS) * scale
        figures += [
            Figure(f"{name}, no send: CPU, least of {SERIES} series", float(least), aim=aim),
            Figure(f"{name}, no send: CPU, median", float(median)),
            Figure(f"{name}, no send: functions called", float(calls), ""),
        ]
    return figures


async def _measure_in(server: RunningServer, results: Path) -> None:
    """Bring in the guests, and wait until the server has measured."""
    target = Target("127.0.0.1", server.port, look="look", pid=server.pid)
    players = await gather_players(target, CLIENTS)
    os.kill(server.pid, signal.SIGUSR1)
    await asyncio.to_thread(_await_file, results)
    for player in players:
        player.close()


def _await_file(path: Path) -> None:
    while not path.exists():
        time.sleep(0.2)


# --- in the server's process --------------------------------------------------------------


def _measure_lines() -> None:
    gc.unfreeze()  # the first to come in are not listed otherwise
    connections = [each for each in gc.get_objects() if isinstance(each, TelnetProtocol)]
    for each in connections:
        each._outflow.send_now = len  # the whole of it is taken
    rows = [_measure_line(connections, name, make) for name, make in _LINES.items()]
    results = Path(os.environ[_RESULT])
    results.with_suffix(".part").write_text("\n".join(rows))
    results.with_suffix(".part").rename(results)


def _measure_line(connections: Sequence[TelnetProtocol], name: str, make: _Lines) -> str:
    turns = connections[0]._inflow._share._turns

    def perform(count: int) -> None:
        for number in range(count):
            turns._spent = 0.0  # each line comes in a turn of the loop of its own
            connections[number % len(connections)].dataReceived(make(number))

    taken = []
    for _ in range(SERIES):
        began = time.thread_time()
        perform(LINES)
        taken.append((time.thread_time() - began) * 1000 / LINES)
    profile = cProfile.Profile()
    profile.runcall(perform, LINES)
    calls = pstats.Stats(profile).total_calls  # type: ignore[attr-defined]
    if path := os.environ.get("TARN_BENCHMARK_PROFILE"):
        profile.dump_stats(f"{path}.{name}")
    return f"{name} {min(taken):.5f} {statistics.median(taken):.5f} {calls / LINES:.1f}"


def _serve(argv: Sequence[str]) -> int:
    def measure(number: int, frame: object) -> None:
        from twisted.internet import reactor  # noqa: PLC0415  # the server chooses which one

        reactor.callFromThread(_measure_lines)

    signal.signal(signal.SIGUSR1, measure)
    return run_server(argv)


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        sys.exit(_serve(sys.argv[2:]))
    print("\n".join(list_figures([measure_alone()])))
