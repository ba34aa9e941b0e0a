"""``python -m benchmarks.telnet.soak``: hundreds of random clients while four agents live.

The starter world with its agents by rule, and the limits that a new server has.  Printed are
another player's `look`, memory and CPU minute by minute, and what the log has of faults.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import random
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path

from agents.models.counters import percentile
from benchmarks.figures import Figure, list_figures
from benchmarks.process import RunningServer, put_starter_vault, scratch
from benchmarks.telnet.player import LineDropped, Player
from benchmarks.telnet.target import Target
from benchmarks.telnet.visitors import LONGEST_PAUSE, RandomClient, addresses
from benchmarks.telnet.waits import Wait, list_wait_figures, time_answer

LOOK_MS = 50
LOOK_EVERY = 0.5
PATIENCE = 5.0
"""Seconds after which a look counts as unanswered: the server drops a line that waits for two."""
FAULT = re.compile(r"Traceback|Error\b|Unhandled|fault|never retrieved", re.IGNORECASE)
"""What no line of a healthy server's log has."""

_UNANSWERED = Wait(PATIENCE * 1000, PATIENCE * 1000)
_BY_RULE = "default: npc\nprofiles:\n  npc: {provider: rules}\n  summarizer: {provider: rules}\n"


@dataclass
class Minute:
    """What was measured in one minute."""

    waits: list[Wait] = field(default_factory=list)
    unanswered: int = 0
    memory_mb: float = 0.0
    """The least in the minute: a password that is just being hashed takes 20 MB for a moment."""
    memory_peak_mb: float = 0.0
    cpu_share: float = 0.0


class Observer:
    """Somebody who looks around, and goes on whatever becomes of a look or of the connection."""

    def __init__(self, target: Target, patience: float = PATIENCE) -> None:
        self._target = target
        self._patience = patience
        self._player: Player | None = None

    async def look(self) -> Wait | None:
        """Return how long a look has waited for its answer; None: it has none."""
        try:
            async with asyncio.timeout(self._patience):
                player = await self._find_player()
                waited = await time_answer(self._target, player, self._target.look)
        except (OSError, TimeoutError, LineDropped):
            self._hang_up()
            return None
        player.read.clear()
        return waited

    def _hang_up(self) -> None:
        """End the connection: an answer that comes late must not pass for the next look's."""
        player, self._player = self._player, None
        if player is not None:
            player.close()

    async def _find_player(self) -> Player:
        if self._player is None or self._player.lost:
            target = self._target
            self._player = await Player.arrive(target.host, target.port, "guest", target.end)
        return self._player


async def watch(target: Target, minutes: int) -> list[Minute]:
    """Look around twice a second, from an address of one's own; print a line a minute."""
    observer = Observer(target)
    kept: list[Minute] = []
    loop = asyncio.get_running_loop()
    for number in range(minutes):
        minute, end, cpu = Minute(), loop.time() + 60, target.cpu_ms()
        memory: list[float] = []
        while loop.time() < end:
            waited = await observer.look()
            minute.waits.append(waited or _UNANSWERED)
            minute.unanswered += waited is None
            memory.append(target.resident_mb())
            await asyncio.sleep(LOOK_EVERY)
        minute.memory_mb, minute.memory_peak_mb = min(memory), max(memory)
        minute.cpu_share = (target.cpu_ms() - cpu) / 600
        kept.append(minute)
        print(_describe(number + 1, minute), flush=True)
    return kept


def _describe(number: int, minute: Minute) -> str:
    taken, cpu = zip(*((each.ms, each.cpu_ms) for each in minute.waits), strict=True)
    return (
        f"minute {number:>3}: look p50 {statistics.median(taken):6.2f} ms, "
        f"p99 {percentile(taken, 0.99):7.2f} ms, {percentile(cpu, 0.99):6.2f} ms of CPU, "
        f"{minute.unanswered} unanswered; "
        f"{minute.memory_mb:5.0f} to {minute.memory_peak_mb:.0f} MB; CPU {minute.cpu_share:3.0f} %"
    )


async def _live(port: int, clients: int, pause: float, visits: Synchronized[int]) -> None:
    visitors = [RandomClient(port, each, random.Random(each), pause) for each in addresses(clients)]
    living = asyncio.gather(*(each.live() for each in visitors))
    while not living.done():
        await asyncio.sleep(1)
        visits.value = sum(each.visits for each in visitors)
    await living


def run_visitors(port: int, clients: int, pause: float, visits: Synchronized[int]) -> None:
    """Let the clients live; in a process of its own, so that the observer is not kept waiting."""
    asyncio.run(_live(port, clients, pause, visits))


def soak(
    target: Target, clients: int, minutes: int, pause: float = LONGEST_PAUSE
) -> tuple[list[Minute], int]:
    """Let the clients live beside the observer; return what it saw, and the number of visits.

    `pause` is the longest between two lines of a client, in seconds.
    """
    context = multiprocessing.get_context("spawn")
    visits = context.Value("i", 0)
    visitors = context.Process(target=run_visitors, args=(target.port, clients, pause, visits))
    visitors.start()
    try:
        return asyncio.run(watch(target, minutes)), visits.value
    finally:
        visitors.kill()
        visitors.join()


def list_faulty_lines(log: Path) -> list[str]:
    """Return the lines of a server's log that tell of a fault."""
    return [line for line in log.read_text(errors="replace").splitlines() if FAULT.search(line)]


def summarize(kept: Sequence[Minute], visits: int, faults: int) -> list[Figure]:
    """Return the figures of the whole run; the first quarter is the time to warm up."""
    waits = [wait for minute in kept for wait in minute.waits]
    warm = kept[len(kept) // 4 :]
    growth = warm[-1].memory_mb - warm[0].memory_mb
    return [
        Figure("visits", visits, ""),
        *list_wait_figures("look", waits, LOOK_MS),
        Figure("looks unanswered", sum(each.unanswered for each in kept), "", aim=0),
        Figure("memory at the end", kept[-1].memory_mb, "MB"),
        Figure("memory at most", max(each.memory_peak_mb for each in kept), "MB"),
        Figure("memory gained since the first quarter", growth, "MB"),
        Figure("lines of faults in the log", faults, "", aim=0),
    ]


def main() -> None:
    """Run, and print the figures and the first faults."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.telnet.soak", description=__doc__)
    parser.add_argument("--clients", type=int, default=500)
    parser.add_argument("--minutes", type=int, default=20)
    parser.add_argument(
        "--pause", type=float, default=LONGEST_PAUSE,
        help=f"longest pause between two lines of a client, in seconds ({LONGEST_PAUSE:g})",
    )  # fmt: skip
    given = parser.parse_args()
    with scratch() as root:
        put_starter_vault(root)
        (root / "config" / "llm.yaml").write_text(_BY_RULE)
        (root / "config" / "server.yaml").unlink()
        with RunningServer(root) as server:
            target = Target("127.0.0.1", server.port, look="look", pid=server.pid)
            kept, visits = soak(target, given.clients, given.minutes, given.pause)
        faults = list_faulty_lines(root / "server.log")
    print("\n".join(list_figures([summarize(kept, visits, len(faults))])))
    print("\n".join(faults[:20]))


if __name__ == "__main__":
    main()
