"""CPU and memory of a server while nobody plays: starter world, agents, no embedded model.

MB are 10^6 bytes of resident memory.  The first lines are of a process that does one thing
after the other, and so tell what takes it.
"""

from __future__ import annotations

import os
import time

from benchmarks.figures import Figure
from benchmarks.process import Finished, RunningServer, put_starter_vault, scratch

AIM_MB = 80
SETTLED_SECONDS = 15.0
"""Seconds after which every agent has had its first turns and counted tokens."""
IDLE_SECONDS = 15.0

STEPS = {
    "Python": "pass",
    "+ asyncio and Twisted's reactor": (
        "import asyncio\n"
        "from twisted.internet import asyncioreactor\n"
        "asyncioreactor.install(asyncio.new_event_loop())"
    ),
    "+ the program": "import server.cli.start, server.cli.running",
    "+ httpx, where a model server is used": "import httpx",
    "+ tiktoken and its ranks, at the first count": (
        "from agents.memory.core.tokens import TiktokenCounter\n"
        "assert TiktokenCounter().count('a tarn') > 1"
    ),
}
RESIDENT = "print(open('/proc/self/statm').read().split()[1], flush=True)"


def measure(repeat: int) -> list[list[Figure]]:
    """Measure, each time with a new server in a new copy of the starter vault."""
    return [_measure_once() for _ in range(repeat)]


def _measure_once() -> list[Figure]:
    with scratch() as root:
        put_starter_vault(root)
        code = "\n".join(f"{step}\n{RESIDENT}" for step in STEPS.values())
        Finished(root, ["-c", code])  # compiles the modules, which also takes memory
        steps = Finished(root, ["-c", code])
        sizes = [int(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6 for pages in steps.output.split()]
        with RunningServer(root) as server:
            ready = server.resident_mb()
            time.sleep(SETTLED_SECONDS)
            before = server.cpu_ms()
            time.sleep(IDLE_SECONDS)
            share = (server.cpu_ms() - before) / (IDLE_SECONDS * 1000)
            settled = server.resident_mb()
    return [
        *(Figure(name, size, "MB") for name, size in zip(STEPS, sizes, strict=True)),
        Figure("server, ready", ready, "MB", aim=AIM_MB),
        Figure("server, its agents having acted", settled, "MB", aim=AIM_MB),
        Figure("CPU with four agents and nobody there", share * 100, "%"),
    ]
