"""Runs the whole server in this process on a virtual clock, with the real model.

Virtual time stands still while a model computes, so that hours of a life take minutes.  The same
seed gives the same life, if the model runs in this process or there is none.
"""

from __future__ import annotations

import asyncio
import io
import re
import shutil
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from agents.clock import VirtualClock
from agents.memory.core.records import Experience
from agents.mind.agent import Agent
from benchmarks.process import ROOT
from server.app import App
from server.arguments import Options
from server.cli.reactor import install_reactor
from server.lock import VaultLock
from server.logs.log import Log
from server.settings import read_settings
from server.wiring.foundation import Roots
from world.boundaries import MindKind, Perception
from world.nature import Nature

T = TypeVar("T")

#: The virtual morning on which every life begins; in a world whose days take an hour it is 08:00.
MORNING = datetime(2026, 5, 12, 8, 20, tzinfo=UTC)

#: An answer is looked for every so many virtual seconds.
STEP = 0.5

#: An answer comes within so many virtual seconds, or there is none.
PATIENCE = 12.0


@dataclass
class Asker:
    """A person who perceives and asks."""

    seen: list[Perception] = field(default_factory=list)
    kind: MindKind = "person"

    def perceive(self, perception: Perception) -> None:
        """Keep what is perceived."""
        self.seen.append(perception)


class LivingWorld:
    """A server with the starter world, or another vault, and a visitor, at first one called Ada."""

    def __init__(self, app: App, clock: VirtualClock) -> None:
        self.app = app
        self.clock = clock
        for each in self.agents:
            each.voice.prepare()  # in slices, as it is done else, virtual time would go on
        self.welcome("Ada")

    def welcome(self, name: str) -> None:
        """Have a visitor come, or one who was here come back, who is the visitor from now on."""
        self.visitor = Asker()
        known, start = self.app.world.find_character(name), self.app.world.start_room
        self.ada = known or self.app.world.add_character(name, start.id)
        self.app.world.attach(self.ada.id, self.visitor)

    @property
    def agents(self) -> list[Agent]:
        """The agents, by name."""
        return sorted(self.app.base.minds, key=lambda each: each.name)

    async def pass_time(self, seconds: float) -> None:
        """Let `seconds` of virtual time pass; none of it while a model is asked."""
        end = self.clock.monotonic() + seconds
        await self._await_models()
        while (left := end - self.clock.monotonic()) > 0:
            due = self.clock.find_next()
            await self.clock.advance(left if due is None else min(due, left))
            await self._await_models()

    async def _await_models(self) -> None:
        await self.clock.settle()
        while self._is_asking():
            await asyncio.sleep(0.002)
            await self.clock.settle()

    def _is_asking(self) -> bool:
        counts = self.app.base.models.hub.status().values()
        return any(each.in_flight or each.waiting for each in counts)

    def visit(self, agent: Agent) -> None:
        """Take the visitor to where `agent` is."""
        place = self.app.world.character(agent.character).place
        assert place is not None
        self.app.world.move(self.ada.id, place.id)

    async def say(self, agent: Agent, line: str) -> str:
        """Let the visitor submit `line` beside `agent`; return what the agent then says or does.

        Empty if it does nothing that the visitor sees.
        """
        self.visit(agent)
        before = len(self.visitor.seen)
        self.app.world.perform(self.ada.id, line)
        for _ in range(int(PATIENCE / STEP)):
            await self.pass_time(STEP)
            for perception in self.visitor.seen[before:]:
                if perception.actor == agent.name and perception.nature.is_expression:
                    return perception.text
        return ""

    def count_intentions(self) -> tuple[int, int]:
        """Return how many intentions were carried out and how many dropped, from the memories."""
        endings = [self.app.base.texts.raw(f"intention.{how}").split("{")[0]
                   for how in ("finished", "dropped")]  # fmt: skip
        told = [each.text for agent in self.agents for each in self.read_life(agent)
                if each.nature is Nature.INTENTION]  # fmt: skip
        done, dropped = (sum(text.startswith(words) for text in told) for words in endings)
        return done, dropped

    def read_life(self, agent: Agent) -> list[Experience]:
        """Return every memory of `agent`, from the archive."""
        return list(agent.memory.experiences())


def _keep_pace(note: Path) -> None:
    """Let agents live at full pace although nobody is connected."""
    text = note.read_text("utf-8")
    note.write_text(re.sub(r"\*\*quiet_after\*\*: .*", "**quiet_after**: off", text), "utf-8")


def _make_roots(vault: Path, config: Path, reactor: object, seed: int) -> Roots:
    """Return what a server needs that lives by its seed alone, without threads."""
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setblocking(False)
    lock = VaultLock.acquire(vault, "127.0.0.1:0")
    settings, options = read_settings(config, vault), Options(vault, config)
    return Roots(options, settings, listening, lock, lambda: reactor, seed=seed, threaded=False)


def run_life(
    folder: Path, config: Path, live: Callable[[LivingWorld], Awaitable[T]], seed: int = 1
) -> T:
    """Return what `live` makes of a new world in `folder`, served with the settings of `config`.

    The same `seed` gives the same life, but for what another server's model answers.  One life a
    process: Twisted has one reactor.
    """
    vault = folder / "vault"
    shutil.copytree(ROOT / "vault", vault, ignore=shutil.ignore_patterns(".tarn", "archive"))
    _keep_pace(vault / "config" / "agents.md")
    loop = asyncio.SelectorEventLoop()
    asyncio.set_event_loop(loop)
    reactor = install_reactor(loop)
    results: list[Any] = []

    async def main() -> None:
        clock = VirtualClock(MORNING)
        app = App(_make_roots(vault, config, reactor, seed), Log(errors=io.StringIO()), clock)
        try:
            await app.start()
            results.append(await live(LivingWorld(app, clock)))
        finally:
            await app.stopping.close()
            reactor.stop()

    reactor.callWhenRunning(lambda: asyncio.ensure_future(main()))
    reactor.run(installSignalHandlers=False)
    result: T = results[0]
    return result
