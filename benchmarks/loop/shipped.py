"""``python -m benchmarks.loop.shipped``: stalls of the server as it is shipped, while people talk.

The starter world and its four agents, with the models that come along.  People tell the agents what
strangers said to them, a line every few seconds; a heartbeat in the server's loop says how late it
is, and a person looks around ten times a second.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml

from benchmarks.figures import list_figures
from benchmarks.loop.__main__ import list_longest, list_phase, measure_tree
from benchmarks.loop.callbacks import CALLBACKS
from benchmarks.loop.phases import MeasuredPhase, Stage
from benchmarks.process import ROOT, RunningServer, put_starter_vault, scratch
from benchmarks.telnet.player import Player
from benchmarks.telnet.target import ROOM_END

STRANGERS = Path(__file__).parents[1] / "life" / "strangers_held_out.yaml"
SETTLED = 20.0
"""Seconds after the start for which nobody talks: the voices are learnt in them."""


def list_told(most: int) -> list[str]:
    """Return commands that tell agents what strangers said to them, evenly from all."""
    told = yaml.safe_load(STRANGERS.read_text("utf-8"))["strangers"]
    found = [f"tell {one['with']} {line}" for one in told for line in one["lines"]]
    return found[:: max(1, len(found) // most)][:most]


async def _talk(server: RunningServer, lines: Sequence[str], every: float) -> list[MeasuredPhase]:
    watcher = await Player.arrive("127.0.0.1", server.port, "guest", ROOM_END)
    actor = await Player.connect("127.0.0.1", server.port)
    await actor.ask("create Overseer secretive\r\nsecretive", ROOM_END)

    async def tell(stage: Stage) -> None:
        for line in lines:
            await stage.actor.ask(line, b"ou tell ")
            stage.actor.read.clear()
            await asyncio.sleep(every)

    async def rest(_: Stage) -> None:
        await asyncio.sleep(SETTLED)

    stage = Stage(watcher, actor, 4, len(lines), lambda: measure_tree(server.pid), lambda: 0)
    return [await stage.measure(name, do) for name, do in (("start", rest), ("talk", tell))]


def measure(root: Path, lines: int, every: float) -> Iterator[str]:
    """Run the server and yield the figures and what took long."""
    put_starter_vault(root)
    shutil.rmtree(root / "config")
    shutil.copytree(ROOT / "config", root / "config", ignore=shutil.ignore_patterns("*.py"))
    beats = root / "beats"
    program = ("-m", "benchmarks.loop.beating", str(beats))
    with RunningServer(root, program=program) as server:
        phases = asyncio.run(_talk(server, list_told(lines), every))
    yield from list_figures([[each for phase in phases for each in list_phase(phase, beats)]])
    yield from list_longest(phases, beats.with_suffix(CALLBACKS))


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.loop.shipped", description=__doc__)
    parser.add_argument("--lines", type=int, default=30, help="so many lines are told (30)")
    parser.add_argument("--every", type=float, default=4.0, help="seconds between two lines (4)")
    given = parser.parse_args()
    with scratch() as root:
        print("\n".join(measure(root, given.lines, given.every)))


if __name__ == "__main__":
    main()
