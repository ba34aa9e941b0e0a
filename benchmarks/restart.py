"""The time from process start to ready line, with 100,000 memories and with none.

Beside it what Python itself takes, and what importing the program takes, so that the
difference can be seen; and `AgentMemory.open` alone, in a process that runs already.  The
compiled modules lie on the disk, as at every start but the first.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path

from agents.clock import VirtualClock
from benchmarks.figures import Figure
from benchmarks.lives import open_moss, record_life
from benchmarks.process import Finished, RunningServer, scratch

MEMORIES = 100_000
PROFILE = "---\nhome: The Hall\nthink_interval: 0\n---\nYou are Moss, a patient gardener.\n"
IMPORTS = """\
import gc
gc.disable()
import asyncio
import server.cli.start
from twisted.internet import asyncioreactor
asyncioreactor.install(asyncio.new_event_loop())
import server.cli.running
"""
#: Code that ends a program without the time of its cleanup.
END = "import os\nos._exit(0)\n"


def measure(repeat: int) -> list[list[Figure]]:
    """Make up one long life; then measure several starts with it."""
    with scratch() as root:
        empty, full = root / "empty", root / "full"
        for vault in (empty, full):
            shutil.copytree(root / "vault", vault)
            (vault / "agents" / "Moss").mkdir(parents=True)
            (vault / "agents" / "Moss" / "profile.md").write_text(PROFILE)
        asyncio.run(record_life(full / "agents" / "Moss", MEMORIES))
        # Compiles the modules and builds the recall index.
        _time_start(root, empty), _time_start(root, full)
        return [_measure_once(root, empty, full) for _ in range(repeat)]


def _time_start(root: Path, vault: Path) -> tuple[float, float]:
    """Return the milliseconds until ready, and those of CPU."""
    with RunningServer(root, vault=vault) as server:
        return server.seconds_to_ready * 1000, server.cpu_ms_to_ready


def _time_run(root: Path, code: str) -> tuple[float, float]:
    """Return the milliseconds of a program, and those of CPU."""
    finished = Finished(root, ["-c", code + END])
    return finished.seconds * 1000, finished.cpu_ms


def _measure_once(root: Path, empty: Path, full: Path) -> list[Figure]:
    bare, bare_cpu = _time_run(root, "")
    imports, imports_cpu = _time_run(root, IMPORTS)
    none, none_cpu = _time_start(root, empty)
    many, many_cpu = _time_start(root, full)
    opening, opening_cpu = asyncio.run(_time_opening(full / "agents" / "Moss"))
    return [
        Figure("ready with 100,000 memories", many, aim=200, reference=none),
        Figure("ready with 100,000 memories: CPU", many_cpu, aim=200, reference=none_cpu),
        Figure("ready with no memories", none),
        Figure("ready with no memories: CPU", none_cpu),
        Figure("importing the program, and nothing else", imports),
        Figure("importing the program, and nothing else: CPU", imports_cpu),
        Figure("Python, and nothing else", bare),
        Figure("Python, and nothing else: CPU", bare_cpu),
        Figure("AgentMemory.open with 100,000 memories", opening, aim=200),
        Figure("AgentMemory.open with 100,000 memories: CPU", opening_cpu),
    ]


async def _time_opening(folder: Path) -> tuple[float, float]:
    started, worked = time.perf_counter(), time.process_time()
    memory = open_moss(folder, clock=VirtualClock())
    taken = time.perf_counter() - started, time.process_time() - worked
    assert memory.last_seq == MEMORIES
    await memory.close()
    return taken[0] * 1000, taken[1] * 1000
