"""Recording a memory while the model hangs and a compaction waits for it.

What is timed is `AgentMemory.record`, the whole of it: encoding, the system call that writes
the line, the new view, and the look whether a compaction is due.  Every 100 memories the loop
gets its turn, so that the half-second's `fdatasync` runs beside, in its thread.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from agents.clock import SystemClock
from benchmarks.figures import Figure, percentile
from benchmarks.lives import HungSummarizer, opened, remember

MEMORIES = 5000
"""Recorded while the model hangs: none of them can leave the verbatim tail."""
FIRST_DUE = 129
PAUSE_EVERY, PAUSE_SECONDS = 100, 0.02


def measure(repeat: int) -> list[list[Figure]]:
    """Measure, each time with a new agent."""
    return [asyncio.run(_measured()) for _ in range(repeat)]


async def _measured() -> list[Figure]:
    with tempfile.TemporaryDirectory(prefix="tarn-benchmark-") as folder:
        memory = opened(Path(folder) / "Moss", clock=SystemClock(), summarizer=HungSummarizer())
        for number in range(1, FIRST_DUE + 1):
            remember(memory, number)
        await asyncio.sleep(0.01)
        assert memory.status().running, "a compaction is in flight"
        wall, cpu = [], []
        for number in range(FIRST_DUE + 1, FIRST_DUE + MEMORIES + 1):
            started, worked = time.perf_counter(), time.thread_time()
            remember(memory, number)
            cpu.append((time.thread_time() - worked) * 1000)
            wall.append((time.perf_counter() - started) * 1000)
            if number % PAUSE_EVERY == 0:
                await asyncio.sleep(PAUSE_SECONDS)
        assert memory.view.covered == 0, "the compaction still waits"
        await memory.close()
    return [
        Figure("record: wait, median", percentile(wall, 0.5)),
        Figure("record: wait, 99th percentile", percentile(wall, 0.99), aim=1.0),
        Figure("record: wait, longest of 5000", max(wall)),
        Figure("record: CPU, median", percentile(cpu, 0.5)),
        Figure("record: CPU, 99th percentile", percentile(cpu, 0.99), aim=1.0),
        Figure("record: CPU, median of the first 500", percentile(cpu[:500], 0.5)),
        Figure("record: CPU, median of the last 500 (a tail of 5000)", percentile(cpu[-500:], 0.5)),
    ]
