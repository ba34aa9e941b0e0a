"""How long an answer is waited for: on the clock, and by what the server did meanwhile."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from agents.models.counters import percentile
from benchmarks.figures import Figure
from benchmarks.telnet.player import Player
from benchmarks.telnet.target import Target


@dataclass(frozen=True, slots=True)
class Wait:
    """One wait. Where others use the processor too, the second figure says more."""

    ms: float
    """From the line sent to the last line of the answer."""
    cpu_ms: float
    """CPU time of the server in between, all threads."""


async def time_answer(target: Target, player: Player, line: str) -> Wait:
    """Type `line` and read the answer to its end."""
    before = target.cpu_ms()
    ms = await player.ask(line, target.end)
    return Wait(ms, target.cpu_ms() - before)


def list_wait_figures(name: str, waits: Sequence[Wait], aim: float) -> list[Figure]:
    """Return the median and the 99th percentile on the clock, and the latter in CPU time."""
    taken, cpu = [each.ms for each in waits], [each.cpu_ms for each in waits]
    last = percentile(cpu, 0.99)
    return [
        Figure(f"{name}: wait, median", statistics.median(taken)),
        Figure(f"{name}: wait, 99th percentile", percentile(taken, 0.99), aim=aim),
        Figure(f"{name}: server's CPU meanwhile, 99th percentile", last, aim=aim),
    ]
