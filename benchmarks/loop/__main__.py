"""``python -m benchmarks.loop``: stalls of the real server's loop, phase by phase.

Twenty agents with long lives behind them stand in one room, their summaries written by a model
that writes as much as it may, their journals on.  A heartbeat in the server's loop says how late
it is; a person beside them looks around ten times a second.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from agents.models.counters import percentile
from benchmarks.figures import Figure, list_figures
from benchmarks.loop.beats import read_stalls
from benchmarks.loop.callbacks import CALLBACKS, LEAST_MS, list_held, read_callbacks
from benchmarks.loop.lives import put_lives
from benchmarks.loop.phases import PHASES, MeasuredPhase, Stage
from benchmarks.process import SERVER, RunningServer, cpu_ms, environment, scratch
from benchmarks.telnet.player import Player
from benchmarks.telnet.target import ROOM_END

LISTED = 12
"""So many kinds of callbacks are listed of each phase."""

P99_MS, MAX_MS, LOOK_MS = 10, 50, 50

_MODELS = """\
default: npc
profiles:
  npc: {{provider: rules}}
  summarizer: {{provider: openai, url: "{url}/v1", model: long, api: chat,
    context_tokens: 32768, max_tokens: 1000, concurrency: 4, agent_calls_per_minute: 0,
    daily_tokens: 0}}
"""


@contextmanager
def long_model(root: Path) -> Iterator[str]:
    """Run the model server in a process of its own; yield its address."""
    command = [sys.executable, "-m", "benchmarks.loop.model"]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(root)
    )
    assert process.stdout is not None and process.stdin is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.stdin.close()
        process.wait()
        process.stdout.close()


def measure_tree(pid: int) -> float:
    """Return the CPU time in ms of a process and its children."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    children = {int(n) for task in tasks for n in (task / "children").read_text().split()}
    return cpu_ms(pid) + sum(map(cpu_ms, children))


async def _run_phases(
    server: RunningServer, vault: Path, given: argparse.Namespace
) -> list[MeasuredPhase]:
    watcher = await Player.arrive("127.0.0.1", server.port, "guest", ROOM_END)
    actor = await Player.connect("127.0.0.1", server.port)
    await actor.ask("create Overseer secretive\r\nsecretive", ROOM_END)
    stage = Stage(
        watcher, actor, given.agents, given.lines,
        lambda: measure_tree(server.pid), lambda: count_memories(vault),
    )  # fmt: skip
    await stage.run("quiet")  # the start's own work
    return [await stage.run(name) for name in given.phases or PHASES]


def count_memories(vault: Path) -> int:
    """Return how many memories the archives of all agents have."""
    return sum(map(_find_last_number, (vault / "agents").iterdir()))


def _find_last_number(agent: Path) -> int:
    for segment in sorted((agent / "archive").glob("*.jsonl"), reverse=True):
        for line in reversed(segment.read_bytes().splitlines(keepends=True)):
            if line.endswith(b"\n") and (record := json.loads(line))["kind"] == "memory":
                return int(record["seq"])
    return 0


def list_phase(phase: MeasuredPhase, beats: Path) -> Iterator[Figure]:
    """Yield the figures of one phase."""
    stalls, name = read_stalls(beats, phase.start, phase.stop), phase.name
    yield Figure(f"{name}: stall, 99th percentile", stalls.late_p99, aim=P99_MS)
    yield Figure(f"{name}: stall, longest", stalls.late_max, aim=MAX_MS)
    yield Figure(f"{name}: stall but for others' load, 99th percentile", stalls.unqueued_p99)
    yield Figure(f"{name}: stall but for others' load, longest", stalls.unqueued_max)
    yield Figure(f"{name}: loop's own CPU of it, 99th percentile", stalls.own_p99, aim=P99_MS)
    yield Figure(f"{name}: loop's own CPU of it, longest", stalls.own_max, aim=MAX_MS)
    yield Figure(f"{name}: look, median", percentile(phase.looks, 0.5))
    yield Figure(f"{name}: look, 99th percentile", percentile(phase.looks, 0.99), aim=LOOK_MS)
    yield Figure(f"{name}: CPU of server and workers", phase.cpu_ms / 1000, "s")


def measure_phases(root: Path, given: argparse.Namespace) -> tuple[list[Figure], list[str]]:
    """Run all phases on the vault in `root`; return the figures and a list of what took long."""
    beats = root / "beats"
    beating = ("-m", "benchmarks.loop.beating", str(beats))
    with RunningServer(root, program=beating) as server:
        phases = asyncio.run(_run_phases(server, root / "vault", given))
    figures = [each for phase in phases for each in list_phase(phase, beats)]
    for talk in (each for each in phases if each.name == "talk" and each.heard):
        figures.append(Figure("talk: CPU of a memory heard, few of them summed up yet",
                              talk.cpu_ms / talk.heard))  # fmt: skip
    return figures, list(list_longest(phases, beats.with_suffix(CALLBACKS)))


def list_longest(phases: Iterable[MeasuredPhase], callbacks: Path) -> Iterator[str]:
    """Yield what held the loop in each phase, a line for each name."""
    for phase in phases:
        yield f"{phase.name}: callbacks of {LEAST_MS:g} ms and more"
        yield from list_held(read_callbacks(callbacks, phase.start, phase.stop), LISTED)


def read_options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.loop", description=__doc__)
    parser.add_argument("--agents", type=int, default=20)
    parser.add_argument("--memories", type=int, default=50_000, help="of each agent (50,000)")
    parser.add_argument("--lines", type=int, default=200, help="remarks in the phase of talk")
    parser.add_argument("--workers", default="auto", help="as in config/server.yaml (auto)")
    parser.add_argument("--phases", nargs="*", choices=PHASES, metavar="PHASE")
    parser.add_argument("--lives", type=Path, help="a folder in which the lives are kept")
    return parser.parse_args(arguments)


def main() -> None:
    """Make the lives, run the phases, and print the figures."""
    given = read_options()
    with scratch() as root, long_model(root) as url:
        kept = given.lives or root / "lives"
        if not kept.exists():
            asyncio.run(put_lives(kept, given.agents, given.memories))
        shutil.copytree(kept, root / "vault", dirs_exist_ok=True)
        (root / "config" / "llm.yaml").write_text(_MODELS.format(url=url))
        (root / "config" / "server.yaml").write_text(f"{SERVER}workers: {given.workers}\n")
        figures, longest = measure_phases(root, given)
        log = (root / "server.log").read_text(errors="replace")
    print("\n".join(list_figures([figures])))
    print("\n".join(longest))
    print(f"compactions: {log.count('Compaction complete')}; refused: {log.count('was refused')}")


if __name__ == "__main__":
    main()
