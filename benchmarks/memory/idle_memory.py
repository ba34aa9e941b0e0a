"""The memory of an idle agent, on the real server with few agents and with many."""

from __future__ import annotations

import asyncio
import shutil
import time
import tracemalloc
from pathlib import Path

from agents.clock import VirtualClock
from agents.memory.memory import AgentMemory
from agents.memory.recall.index import RecallIndex
from benchmarks.archives import FRAMES
from benchmarks.lives import open_moss, record_life
from benchmarks.memory.findings import Finding, Part, Table, Wanted, apart
from benchmarks.process import RunningServer, scratch

AGENTS, QUICK_AGENTS, FEW = 500, 40, 10
MEMORIES, QUICK_MEMORIES = 1_100, 200
SETTLED_SECONDS, QUICK_SECONDS = 20.0, 3.0
AIM_KB = 200.0
PROFILE = "---\nhome: The Hall\nthink_interval: 0\n---\nYou are {name}, a patient gardener.\n"

ABOUT = """\
The real server with {few} agents and with {many}, each with {memories:,} memories of its own on \
the disk, a profile and a recall index, and nothing happening: resident memory of the process, \
{seconds:.0f} s after it is ready. The difference, for each agent more. Beside it what \
`tracemalloc` counts in Python for `AgentMemory` and `RecallIndex` alone, a section rendered."""

NOTES = (
    "Kilobytes are 1,000 bytes. Most of it are the memories that the prompt shows word for word "
    "(64 to 128 under `waterfall`), which are kept as objects; the archive itself is never held.",
)


def part(wanted: Wanted) -> Part:
    """Start both servers, once each."""
    many = QUICK_AGENTS if wanted.quick else AGENTS
    memories = QUICK_MEMORIES if wanted.quick else MEMORIES
    seconds = QUICK_SECONDS if wanted.quick else SETTLED_SECONDS
    with scratch() as root:
        asyncio.run(record_life(root / "first", memories))
        few = _measure_resident(root, FEW, seconds)
        crowd = _measure_resident(root, many, seconds)
        counted = apart(count, root / f"{many}" / "agents", many)
    each = (crowd - few) * 1000 / (many - FEW)
    return Part(
        title="Memory of an idle agent",
        about=ABOUT.format(few=FEW, many=many, memories=memories, seconds=seconds),
        findings=[Finding("memory for each idle agent", each, "KB", AIM_KB)],
        tables=[
            Table(
                ["", "KB for each agent", "MB in all"],
                [
                    [f"server with {many} agents", f"{each:.0f}", f"{crowd:.1f}"],
                    [f"server with {FEW} agents", "", f"{few:.1f}"],
                    [
                        "memory and recall alone, by tracemalloc",
                        f"{counted:.0f}",
                        f"{counted * many / 1000:.1f}",
                    ],
                ],
            )
        ],
        notes=NOTES,
    )


def _measure_resident(root: Path, agents: int, seconds: float) -> float:
    """Return the resident MB of a server with this many agents."""
    vault = root / str(agents)
    shutil.copytree(root / "vault", vault)
    for number in range(agents):
        folder = vault / "agents" / _make_name(number)
        shutil.copytree(root / "first", folder)
        (folder / "profile.md").write_text(PROFILE.format(name=_make_name(number)))
    with RunningServer(root, vault=vault):
        time.sleep(seconds)  # builds the recall indexes
    with RunningServer(root, vault=vault) as server:
        time.sleep(seconds)
        return server.resident_mb()


def _make_name(number: int) -> str:
    letters = "abcdefghij"
    return "Moss" + "".join(letters[int(digit)] for digit in str(number))


def count(folder: Path, agents: int) -> float:
    """Return the KB that Python allocates for each of the agents in `folder`."""
    return asyncio.run(_count_agents(folder, agents))


async def _count_agents(folder: Path, agents: int) -> float:
    kept: list[tuple[AgentMemory, RecallIndex]] = []
    await _open_one(folder / _make_name(0))  # allocates what all agents share
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(1, agents):
        kept.append(await _open_one(folder / _make_name(number)))
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    for memory, recall in kept:
        await recall.close()
        await memory.close()
    return (after - before) / 1000 / len(kept)


async def _open_one(folder: Path) -> tuple[AgentMemory, RecallIndex]:
    memory = open_moss(folder, clock=VirtualClock())
    assert memory.render_section(FRAMES)
    recall = RecallIndex.open(folder / "recall.sqlite")
    await recall.catch_up(memory.experiences)
    return memory, recall
