"""The time until an agent with a million memories is ready, and until they are verified."""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.clock import VirtualClock
from agents.memory.core.tokens import HeuristicCounter
from agents.memory.recall.index import RecallIndex
from agents.models.counters import percentile
from benchmarks.archives import FRAMES, write_archive
from benchmarks.lives import open_moss
from benchmarks.memory.findings import Finding, Part, Table, Wanted, apart
from benchmarks.process import Finished, RunningServer, scratch
from benchmarks.restart import PROFILE

MEMORIES, QUICK_MEMORIES = 1_000_000, 10_000
TIMES = 5
QUESTIONS = ("the heron this morning", "Who traded trout for a rope?", "strange tracks", "#4711")
READY_MS, VERIFY_SECONDS = 200.0, 5.0

ABOUT = """\
An agent with {memories:,} memories: with turns and compactions {megabytes:,.0f} MB of archive \
on the machine's disk. In a process that has its modules: `AgentMemory.open`, the first section of \
a prompt, and the recall index's check that it is up to date, {times} times each in a fresh \
process. Then the whole server with that agent, from the start of the process to its ready line; \
and `tarn memory verify`, the process included. Archive and index lie in the system's file cache."""


@dataclass(frozen=True, slots=True)
class Started:
    """Milliseconds of one start of the server: wall time and CPU."""

    wall: float
    cpu: float


@dataclass(frozen=True, slots=True)
class Opened:
    """Milliseconds in one new process."""

    memory: float
    section: float
    recall: float
    search: float
    """Median of a few questions."""


def part(wanted: Wanted) -> Part:
    """Make the archive and its index once, then measure."""
    count = QUICK_MEMORIES if wanted.quick else MEMORIES
    with scratch() as root:
        empty, full = root / "empty", root / "full"
        for vault in (empty, full):
            shutil.copytree(root / "vault", vault)
            (vault / "agents" / "Moss").mkdir(parents=True)
            (vault / "agents" / "Moss" / "profile.md").write_text(PROFILE)
        size = write_archive(full / "agents" / "Moss", count, digests=False)
        indexing = apart(index, full)
        runs = [apart(open_once, full) for _ in range(TIMES)]
        started = [(_time_ready(root, empty), _time_ready(root, full)) for _ in range(TIMES + 1)][
            1:
        ]
        verified = [_time_verify(root, full) for _ in range(1 if wanted.quick else 3)]
    about = ABOUT.format(memories=count, megabytes=size / 1e6, times=TIMES)
    return _make_part(about, count, runs, started, verified, indexing)


def _make_part(
    about: str,
    count: int,
    runs: Sequence[Opened],
    started: Sequence[tuple[Started, Started]],
    verified: Sequence[float],
    indexing: float,
) -> Part:
    whole = statistics.median(each.memory + each.section + each.recall for each in runs)
    ready = statistics.median(full.wall for _, full in started)
    of = f"with {count:,} memories"
    return Part(
        title="A million memories",
        about=about,
        findings=[
            Finding(f"ready {of}: memory, section and recall", whole, "ms", READY_MS),
            Finding(f"ready {of}: the whole server's start", ready, "ms", READY_MS),
            Finding(f"verify {of}", statistics.median(verified), "s", VERIFY_SECONDS),
        ],
        tables=[_make_table(runs, started, verified)],
        notes=(
            f"Building the recall index of {count:,} memories afresh took {indexing:.0f} s, in a"
            " thread beside everything else; it is done once, and search works meanwhile.",
            "The server's start is nearly all import, as the start without memories shows. The load"
            f" of the machine was {os.getloadavg()[0]:.1f} at the end of these measurements, on"
            f" {os.cpu_count()} cores.",
        ),
    )


def _make_table(
    runs: Sequence[Opened], started: Sequence[tuple[Started, Started]], verified: Sequence[float]
) -> Table:
    rows = {
        "`AgentMemory.open`, ms": [each.memory for each in runs],
        "the first section, ms": [each.section for each in runs],
        "recall: opened and checked, ms": [each.recall for each in runs],
        "one search, median, ms": [each.search for each in runs],
        "server until ready, ms": [full.wall for _, full in started],
        "its CPU, ms": [full.cpu for _, full in started],
        "server without memories, ms": [empty.wall for empty, _ in started],
        "its CPU, ms ": [empty.cpu for empty, _ in started],
        "`tarn memory verify`, s": list(verified),
    }
    head = ["", "median", "lowest", "highest"]
    return Table(head, [[name, *_format_spread(values)] for name, values in rows.items()])


def _format_spread(values: Sequence[float]) -> list[str]:
    return [f"{each:.1f}" for each in (percentile(values, 0.5), min(values), max(values))]


# --- in a fresh process -------------------------------------------------------------------


def _find_index(vault: Path) -> Path:
    return vault / ".tarn" / "recall" / "Moss.sqlite"


def index(vault: Path) -> float:
    """Build the recall index; return the seconds that it takes."""
    return asyncio.run(_time_index(vault))


async def _time_index(vault: Path) -> float:
    memory = open_moss(vault / "agents" / "Moss", clock=VirtualClock())
    _find_index(vault).parent.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    recall = RecallIndex.open(_find_index(vault))
    await recall.catch_up(memory.experiences)
    await recall.close()
    await memory.close()
    return time.perf_counter() - began


def open_once(vault: Path) -> Opened:
    """Open memory and recall as a server does."""
    return asyncio.run(_time_opening(vault))


async def _time_opening(vault: Path) -> Opened:
    began = time.perf_counter()
    memory = open_moss(vault / "agents" / "Moss", clock=VirtualClock())
    open_ = time.perf_counter()
    assert memory.render_section(FRAMES)
    section = time.perf_counter()
    recall = RecallIndex.open(_find_index(vault))
    await recall.catch_up(memory.experiences)
    caught_up = time.perf_counter()
    searches = []
    for words in QUESTIONS:
        asked = time.perf_counter()
        assert recall.search(words, token_budget=1000, tokens=HeuristicCounter())
        searches.append(time.perf_counter() - asked)
    await recall.close()
    await memory.close()
    spans = (open_ - began, section - open_, caught_up - section, statistics.median(searches))
    return Opened(*(1000 * each for each in spans))


def _time_ready(root: Path, vault: Path) -> Started:
    with RunningServer(root, vault=vault) as server:
        return Started(server.seconds_to_ready * 1000, server.cpu_ms_to_ready)


def _time_verify(root: Path, vault: Path) -> float:
    arguments = ["-m", "server", "memory", "verify", "Moss", "--vault", str(vault)]
    return Finished(root, arguments).seconds
