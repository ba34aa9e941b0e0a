"""What it costs that agents hear: recording, index, compaction and journal, all in.

One person talks; the same talk in a room without agents is taken off.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.figures import Figure
from benchmarks.process import RunningServer, scratch
from benchmarks.telnet.player import Player
from benchmarks.telnet.target import ROOM_END

AGENTS = 4
LINES = 600
"""Enough for several compactions of each agent."""
SETTLED_SECONDS = 3.0
MEMORY_MS = 1.0
_PROFILE = "---\nhome: The Hall\nthink_interval: 0\n---\nYou are {name}, who listens.\n"
_SUBJECTS = ("the boat", "the lamp", "a letter from Hester", "the third bench", "two blue cups")


def measure(repeat: int) -> list[list[Figure]]:
    """Measure with agents and without, a fresh server each."""
    return [_measure_once() for _ in range(repeat)]


def _measure_once() -> list[Figure]:
    alone, company = (_measure_talk(count) for count in (0, AGENTS))
    cost = (company - alone) / (LINES * AGENTS)
    return [Figure("hearing: CPU of a memory, all in", cost, aim=MEMORY_MS)]


def _measure_talk(agents: int) -> float:
    """Return the CPU in ms that `LINES` remarks take before so many agents."""
    with scratch() as root:
        for name in ("Abel", "Bess", "Cora", "Dunn")[:agents]:
            _write_profile(root / "vault" / "agents" / name / "profile.md", name)
        with RunningServer(root) as server:
            return asyncio.run(_talk(server))


def _write_profile(path: Path, name: str) -> None:
    path.parent.mkdir(parents=True)
    path.write_text(_PROFILE.format(name=name), encoding="utf-8")


async def _talk(server: RunningServer) -> float:
    player = await Player.arrive("127.0.0.1", server.port, "guest", ROOM_END)
    await asyncio.sleep(SETTLED_SECONDS)
    before = server.cpu_ms()
    for number in range(LINES):
        about = _SUBJECTS[number % len(_SUBJECTS)]
        end = f"remark {number} of today."
        await player.ask(f"say I have thought about {about}: {end}", end.encode())
        player.read.clear()
    await asyncio.sleep(SETTLED_SECONDS)
    return server.cpu_ms() - before
