"""Lives some days of the starter world on a virtual clock that ends now.

Each sitting runs in a process of its own, as Twisted has one reactor.
"""

from __future__ import annotations

import asyncio
import io
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import astuple, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import yaml

from agents.clock import VirtualClock
from server.app import App
from server.arguments import Options
from server.cli.reactor import install_reactor
from server.lock import VaultLock
from server.logs.log import Log
from server.settings import read_settings
from server.wiring.foundation import Roots
from tests.e2e.harness import ENTERED, PASSWORD, TELNET, write
from tests.e2e.web.lived.model import PlainModel
from tests.e2e.web.lived.visits import VISITS, Visit
from tests.e2e.worlds import SERVER, World
from tests.limits import TEST_SECONDS
from tests.paths import ROOT, VAULT

Pass = Callable[[float], Awaitable[None]]

STEP = 0.5
"""Virtual seconds between two looks at the models."""

QUIET_STEP = 20.0

LEAST_STEP = 0.01

READING = 5.0
"""Virtual seconds that a person takes to read and to type."""

LINE = 15.0
"""Virtual seconds of a line of a visit, with the answer."""

WRITING = 2.0
"""So many virtual seconds may pass before all is on disk."""

ANSWERING = 0.4
"""Virtual seconds that pass at each look at a model that has not answered yet."""

MODELS: dict[str, dict[str, object]] = {
    "npc": {"model": "Qwen/Qwen3-4B", "max_tokens": 48, "price": {"input": 0.1, "output": 0.4}},
    "careful": {
        "model": "mistral-small-3.2", "max_tokens": 80, "price": {"input": 0.2, "output": 0.6},
        "prompting": "whole",
    },
    "summarizer": {
        "model": "mistral-medium-3", "max_tokens": 400, "price": {"input": 2, "output": 6},
    },
}  # fmt: skip
"""What differs between the profiles of models."""

CHANGES = {
    "Hester": "profile: careful",
    "Moss": "profile: npc\nmemory: {immediate_window: 40, recent_window: 40}",
    "Wren": "profile: npc\nmemory: {strategy: tree, leaf_memories: 8, branching: 4}",
}
"""What stands in three profiles in place of ``profile: npc``."""


def write_models(world: World, url: str) -> None:
    """Write the settings of the models; all of them are at one address."""
    limits = {"agent_daily_tokens": 0, "agent_calls_per_minute": 0, "daily_tokens": 2_000_000}
    common = {"provider": "openai", "url": f"{url}/v1", "api": "completions", **limits}
    profiles = {name: {**common, "prompting": "scene", **own} for name, own in MODELS.items()}
    settings = {"default": "npc", "profiles": profiles, "embedding": {"provider": "off"}}
    write(world.config / "llm.yaml", yaml.safe_dump(settings, sort_keys=False))


class Guest:
    """A person at the in-process server, over a real connection."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seen = ""

    async def enter(self, port: int, pass_time: Pass, *, is_new: bool) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", port)
        self._hearing = asyncio.ensure_future(self._hear())
        self.send(f"{'create' if is_new else 'connect'} {self.name} {PASSWORD}")
        await self.expect(ENTERED, pass_time)

    def send(self, line: str) -> None:
        self._writer.write(f"{line}\r\n".encode())

    async def expect(self, pattern: str, pass_time: Pass) -> None:
        while not (found := re.search(pattern, self.seen)):
            await asyncio.sleep(0.002)
            await pass_time(0.01)
        self.seen = self.seen[found.end() :]

    async def _hear(self) -> None:
        while data := await self._reader.read(65536):
            plain = TELNET.sub(b"", data)
            self.seen += plain.decode("utf-8", "replace").replace("\r\n", "\n")

    def close(self) -> None:
        self._hearing.cancel()
        self._writer.close()


class LivedWorld:
    """A running server whose time goes on when `pass_time` is called."""

    def __init__(self, app: App, clock: VirtualClock, port: int) -> None:
        self._app, self._clock, self._port = app, clock, port
        self._written = 0.0

    async def pass_time(self, seconds: float, most: float = STEP) -> None:
        """Let virtual time pass; a model's answer takes some of it.

        No step goes beyond the next timer: a turn that waits for a model would seem slow.
        """
        end = self._clock.monotonic() + seconds
        while self._clock.monotonic() < end:
            due = self._clock.find_next()
            step = min(most, end - self._clock.monotonic())
            await self._clock.advance(step if due is None else min(step, max(due, LEAST_STEP)))
            await self._write()
            while self._is_asking():
                await asyncio.sleep(0.002)
                await self._clock.advance(ANSWERING)
                await self._write()

    async def _write(self) -> None:
        """Let the disk keep up: its time is not the virtual one."""
        if self._clock.monotonic() - self._written >= WRITING:
            self._written = self._clock.monotonic()
            await self._app.reloader.save()

    def _is_asking(self) -> bool:
        counts = self._app.base.models.hub.status().values()
        return any(each.in_flight or each.waiting for each in counts)

    async def visit(self, visit: Visit) -> None:
        """Let people come, say and do their lines, and go."""
        people: dict[str, Guest] = {}
        for name, line in visit:
            if name not in people:
                people[name] = Guest(name)
                is_new = await self._app.known.accounts.find(name) is None
                await people[name].enter(self._port, self.pass_time, is_new=is_new)
                await self.pass_time(READING)
            people[name].send(line)
            await people[name].expect(r"\n", self.pass_time)
            await self.pass_time(READING + len(line) / 12)
        await self.pass_time(READING)
        for each in people.values():
            each.send("quit")
            await each.expect(r"Goodbye", self.pass_time)
            each.close()


@dataclass(frozen=True, slots=True)
class Sitting:
    """A time in which the server runs: one visit, and what comes before and after it."""

    visit: int
    """Which of `VISITS`."""
    days_ago: int = 0
    begins: str = ""
    """Its hour (UTC), such as 18:38; empty: it ends now."""
    before: float = 7.0
    after: float = 14.0
    """How many minutes the agents are by themselves."""
    first_lines: int = 99
    """With how many of its lines the visit ends."""

    def find_begin(self, now: datetime) -> datetime:
        """Return when it begins; a visit takes less than the time that is counted for it."""
        if self.begins:
            hour, minute = map(int, self.begins.split(":"))
            day = now - timedelta(days=self.days_ago)
            return day.replace(hour=hour, minute=minute, second=0, microsecond=0)
        lines = timedelta(seconds=LINE) * len(VISITS[self.visit][: self.first_lines])
        return now - timedelta(minutes=self.before + self.after) - lines


# A day of the world takes an hour: it is evening at a quarter to, morning at twenty past.
DAYS = (
    Sitting(0, 4, "18:38"), Sitting(1, 3, "12:24"), Sitting(2, 2, "08:12"), Sitting(3, 1, "14:28"),
    Sitting(4, before=12, after=0),
)  # fmt: skip
"""Some days, of which pictures can be taken."""

EVENING = (Sitting(0, 1, "18:38", 0.5, 0.5, 3), Sitting(4, before=0.5, after=0, first_lines=1))
"""The least that has a yesterday."""


def make_lived_world(root: Path, sittings: Sequence[Sitting] = EVENING) -> World:
    """Return the starter world after some sittings, of which the last ends now."""
    world = World(root)
    shutil.copytree(VAULT, world.vault, ignore=shutil.ignore_patterns(".tarn", "archive"))
    for name, change in CHANGES.items():
        path = world.agent(name) / "profile.md"
        write(path, path.read_text("utf-8").replace("profile: npc", change, 1))
    write(world.config / "server.yaml", f"{SERVER}workers: 0\n")
    for each in sittings:
        about = [str(root), *map(str, astuple(each))]
        environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-m", __name__, *about],
            env=environment, capture_output=True, text=True, check=False, timeout=TEST_SECONDS,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    return world


async def live(world: LivedWorld, sitting: Sitting) -> None:
    """Let agents be by themselves, people come and go, and agents be by themselves again."""
    await world.pass_time(sitting.before * 60, QUIET_STEP)
    await world.visit(VISITS[sitting.visit][: sitting.first_lines])
    await world.pass_time(sitting.after * 60, QUIET_STEP)


def run(world: World, sitting: Sitting) -> None:
    """Live in this process."""
    loop = asyncio.SelectorEventLoop()
    asyncio.set_event_loop(loop)
    reactor = install_reactor(loop)
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setblocking(False)

    async def main() -> None:
        clock = VirtualClock(sitting.find_begin(datetime.now(UTC)))
        lock = VaultLock.acquire(world.vault, "127.0.0.1:0")
        settings = read_settings(world.config, world.vault)
        options = Options(world.vault, world.config)
        roots = Roots(options, settings, listening, lock, lambda: reactor, seed=1, threaded=False)
        app = App(roots, Log(errors=io.StringIO()), clock)
        try:
            await app.start()
            await live(LivedWorld(app, clock, listening.getsockname()[1]), sitting)
        finally:
            await app.stopping.close()

    failed: list[BaseException] = []

    def done(task: asyncio.Task[None]) -> None:
        if error := task.exception():
            failed.append(error)
        reactor.stop()

    reactor.callWhenRunning(lambda: asyncio.ensure_future(main()).add_done_callback(done))
    with PlainModel() as model:
        write_models(world, model.url)
        reactor.run(installSignalHandlers=False)
    if failed:
        raise failed[0]


if __name__ == "__main__":
    root, visit, days_ago, begins, before, after, lines = sys.argv[1:]
    minutes = float(before), float(after)
    run(World(Path(root)), Sitting(int(visit), int(days_ago), begins, *minutes, int(lines)))
