"""Recording a memory while the model hangs, and while a thousand agents compact at once.

The time is that of the whole `AgentMemory.record`: encoding, the system call that writes
the line, the new view, and the look whether a compaction is due.  The clock and the disk are
the machine's, so that the half-second's `fdatasync` runs beside, in its thread.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

from agents.boundaries import Completion
from agents.clock import SystemClock
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.memory import AgentMemory
from agents.models.budget import Budget
from agents.models.counters import percentile
from agents.models.dispatcher import Dispatcher, Endpoint, RequestLimits
from agents.models.spending import Spending
from agents.models.testing import RehearsalModel
from agents.workers.pool import make_workers
from agents.workers.protocol import Workers
from benchmarks.figures import Figure
from benchmarks.lives import LONGEST_TAIL, HungSummarizer, open_moss, remember
from benchmarks.memory.findings import Finding, Part, Table, Wanted
from benchmarks.memory.simulated_life import summarizer_of
from benchmarks.plots import format_figure

MEMORIES, QUICK_MEMORIES = 5000, 300
"""Memories recorded while the model hangs; none can leave the verbatim tail."""
FIRST_DUE = LONGEST_TAIL + 1
PAUSE_EVERY, PAUSE_SECONDS = 100, 0.02

AGENTS, QUICK_AGENTS = 1000, 20
CONCURRENCY, ANSWER_SECONDS, PATIENCE_SECONDS = 8, 0.05, 600.0
"""The model of the thousand agents: requests at once, what each takes, what they wait for it."""
BETWEEN_SECONDS = 0.001
"""Seconds from one memory to the next, while the agents compact."""

ABOUT = """\
`AgentMemory.record` by the machine's own clock and on its disk, under `waterfall`. First \
while the model never answers and a compaction waits for it: {memories:,} memories after the \
{first}th, all of which stay in the verbatim tail. Then while {agents:,} agents compact at once: \
each has {tail} memories and gets one more at the same moment, the model answers {concurrency} of \
them at a time, each in {answer} s, and until the last has its summary on the disk one of them \
after the other is given a further memory, each a millisecond after the last; what computes for \
long is done by as many processes beside as a server starts on such a machine."""

NOTES = (
    "`waiting for the loop` counts from the moment at which a memory was to be recorded: the loop "
    "belongs to all agents and is busy with their compactions. The call alone is what "
    "`AgentMemory.record` takes.",
)


@dataclass
class Waits:
    """Milliseconds of many calls: wall time, CPU, and delay since each was due."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    late: list[float] = field(default_factory=list)

    def remember(self, memory: AgentMemory, number: int, due: float | None = None) -> None:
        """Record one memory and its time."""
        started, worked = time.perf_counter(), time.thread_time()
        remember(memory, number)
        self.cpu.append((time.thread_time() - worked) * 1000)
        ended = time.perf_counter()
        self.wall.append((ended - started) * 1000)
        self.late.append((ended - (due or started)) * 1000)


def measure(repeat: int) -> list[list[Figure]]:
    """Measure, each time with a new agent."""
    return [_make_figures(asyncio.run(while_hanging(MEMORIES))) for _ in range(repeat)]


def part(wanted: Wanted) -> Part:
    """Run both measurements once."""
    memories = QUICK_MEMORIES if wanted.quick else MEMORIES
    agents = QUICK_AGENTS if wanted.quick else AGENTS
    load = os.getloadavg()[0]
    hanging = asyncio.run(while_hanging(memories))
    crowded, seconds = asyncio.run(while_compacting(agents))
    about = ABOUT.format(
        memories=memories,
        first=FIRST_DUE,
        agents=agents,
        tail=LONGEST_TAIL,
        concurrency=CONCURRENCY,
        answer=ANSWER_SECONDS,
    )
    took = (
        f"{agents:,} compactions took {seconds:.1f} s, in which {len(crowded.wall):,} memories"
        f" were recorded. The load of the machine was {load:.1f} before, on {os.cpu_count()} cores."
    )
    return Part(
        title="Recording a memory",
        about=about,
        findings=_list_findings(hanging, crowded, agents),
        tables=[_make_table({"the model hangs": hanging, f"{agents:,} agents compact": crowded})],
        notes=(*NOTES, took),
    )


def _list_findings(hanging: Waits, crowded: Waits, agents: int) -> list[Finding]:
    compacting = f"{agents:,} agents compact"
    figures = (
        ("record while the model hangs: p99", hanging.wall, 1.0),
        (f"record while {compacting} at once: p99", crowded.wall, 5.0),
        (f"while {compacting}, from when a memory is due: p99", crowded.late, 5.0),
    )
    return [Finding(what, percentile(waits, 0.99), "ms", aim) for what, waits, aim in figures]


def _make_table(figures: dict[str, Waits]) -> Table:
    head = ["ms, while …", "median", "p95", "p99", "longest", "CPU, median", "CPU, p99"]
    rows = []
    for name, waits in figures.items():
        for what, values in (("", waits.wall), (", waiting for the loop", waits.late)):
            shares = [percentile(values, share) for share in (0.5, 0.95, 0.99)]
            cpu = [percentile(waits.cpu, share) for share in (0.5, 0.99)] if not what else []
            cells = [format_figure(each) for each in (*shares, max(values), *cpu)]
            rows.append([name + what, *cells, *([""] * (6 - len(cells)))])
    return Table(head, rows)


# --- while the model hangs ----------------------------------------------------------------


async def while_hanging(memories: int) -> Waits:
    """Return the times of recording this many memories while a compaction waits for the model."""
    waits = Waits()
    with tempfile.TemporaryDirectory(
        prefix="tarn-benchmark-", ignore_cleanup_errors=True
    ) as folder:
        memory = open_moss(Path(folder) / "Moss", clock=SystemClock(), summarizer=HungSummarizer())
        for number in range(1, FIRST_DUE + 1):
            remember(memory, number)
        await asyncio.sleep(0.01)
        assert memory.status().running, "a compaction is in flight"
        for number in range(FIRST_DUE + 1, FIRST_DUE + memories + 1):
            waits.remember(memory, number)
            if number % PAUSE_EVERY == 0:
                await asyncio.sleep(PAUSE_SECONDS)
        assert memory.view.covered == 0, "the compaction still waits"
        await memory.close()
    return waits


def _make_figures(waits: Waits) -> list[Figure]:
    wall, cpu, last = waits.wall, waits.cpu, len(waits.cpu)
    return [
        Figure("record: wait, median", percentile(wall, 0.5)),
        Figure("record: wait, 99th percentile", percentile(wall, 0.99), aim=1.0),
        Figure(f"record: wait, longest of {last}", max(wall)),
        Figure("record: CPU, median", percentile(cpu, 0.5)),
        Figure("record: CPU, 99th percentile", percentile(cpu, 0.99), aim=1.0),
        Figure("record: CPU, median of the first 500", percentile(cpu[:500], 0.5)),
        Figure(
            f"record: CPU, median of the last 500 (a tail of {last})", percentile(cpu[-500:], 0.5)
        ),
    ]


# --- while a thousand agents compact ------------------------------------------------------


class _Thinking(RehearsalModel):
    """A model that waits before it answers."""

    async def complete(
        self,
        prompt: str,
        *,
        stop: Sequence[str],
        max_tokens: int,
        temperature: float,
        grammar: str | None = None,
    ) -> Completion:
        """Wait, then answer; see `Model`."""
        await asyncio.sleep(ANSWER_SECONDS)
        return await super().complete(
            prompt, stop=stop, max_tokens=max_tokens, temperature=temperature, grammar=grammar
        )


def _make_dispatcher() -> Dispatcher:
    clock, model = SystemClock(), _Thinking(keeps_prompts=False)
    endpoint = Endpoint(model, clock=clock, concurrency=CONCURRENCY)
    limits = RequestLimits(timeout=PATIENCE_SECONDS)
    budget = Budget("npc", Spending(clock), clock)
    rng = random.Random(1)
    return Dispatcher(endpoint, limits, budget, clock=clock, rng=rng, log=lambda line: None)


async def while_compacting(agents: int) -> tuple[Waits, float]:
    """Return the times of recording meanwhile, and the seconds until all have compacted."""
    waits = Waits()
    with tempfile.TemporaryDirectory(
        prefix="tarn-benchmark-", ignore_cleanup_errors=True
    ) as folder:
        workers = make_workers("auto", lambda line: None)
        memories = [each async for each in _open_crowd(Path(folder), agents, workers)]
        for memory in memories:
            remember(memory, FIRST_DUE)
        began = time.perf_counter()
        whose, due = cycle(memories), time.perf_counter()
        while not all(memory.view.covered for memory in memories):
            due = max(due + BETWEEN_SECONDS, time.perf_counter())
            await asyncio.sleep(due - time.perf_counter())
            waits.remember(next(whose), FIRST_DUE + 1, due)
        seconds = time.perf_counter() - began
        for memory in memories:
            await memory.close()
        await workers.close()
    return waits, seconds


async def _open_crowd(folder: Path, agents: int, workers: Workers) -> AsyncIterator[AgentMemory]:
    first = folder / "0"
    memory = open_moss(first, clock=SystemClock())
    for number in range(1, FIRST_DUE):
        remember(memory, number)
    await memory.close()
    dispatcher = _make_dispatcher()
    for number in range(1, agents + 1):
        own = folder / str(number)
        shutil.copytree(first, own)
        summarizer = summarizer_of(dispatcher.model(str(number)), HeuristicCounter())
        yield open_moss(own, clock=SystemClock(), summarizer=summarizer, workers=workers)
