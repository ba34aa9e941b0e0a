"""A whole server on a virtual clock: its world's days go by, and a restart takes nothing back."""

from __future__ import annotations

import io
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from twisted.internet import reactor

from agents.clock import VirtualClock
from server.app import App
from server.arguments import Options
from server.lock import VaultLock
from server.logs.log import Log
from server.settings import read_settings
from server.wiring.foundation import Roots
from tests.e2e.harness import write
from tests.e2e.worlds import make_world, profile
from tests.examples import choose_count
from tests.limits import wait_until
from world.boundaries import MindKind, Perception

HALL = """---
start: true
exits: {garden: The Garden, landing: The Landing}
phases: {dusk: The windows go grey.}
things:
  - name: great lamp
    state: dark
    states: [dark, lit]
    deeds: {light: {from: dark, to: lit}}
---
A long stone hall.
"""
ANSWER = """---
when: {deed: light, thing: great lamp}
after: 19 minutes
where: [The Hall]
if: {great lamp: lit}
changes: [{make: silver coin, in: The Hall}]
---
A second point opens on the far shore.
"""
DAILY = "---\nwhen: 19:00\nwhere: [The Hall]\n---\nSomebody up the hill calls the hens.\n"
RULES = "default: npc\nprofiles:\n  npc: {provider: rules}\n  summarizer: {provider: rules}\n"


@dataclass
class Watcher:
    """A person who perceives."""

    seen: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """What Moss said and did."""
    kind: MindKind = "person"

    def perceive(self, perception: Perception) -> None:
        (self.said if perception.actor == "Moss" else self.seen).append(perception.text)

    def take(self) -> list[str]:
        seen, self.seen = self.seen, []
        return seen


@dataclass
class Living:
    app: App
    clock: VirtualClock
    ada: int
    watcher: Watcher

    async def pass_world_minutes(self, minutes: float) -> list[str]:
        """Let so many of the world's minutes pass, two and a half real seconds each."""
        await self.clock.advance(minutes * 2.5)
        return self.watcher.take()


@asynccontextmanager
async def living(root: Path, clock: VirtualClock, seed: int = 1) -> AsyncIterator[Living]:
    """Serve the world in `root` with Ada in its Hall; the same seed gives the same life."""
    vault, config = root / "vault", root / "config"
    listening = socket.create_server(("127.0.0.1", 0))
    listening.setblocking(False)
    lock = VaultLock.acquire(vault, "127.0.0.1:0")
    settings = read_settings(config, vault)
    roots = Roots(
        Options(vault, config), settings, listening, lock, lambda: reactor,
        seed=seed, threaded=False,
    )  # fmt: skip
    app = App(roots, Log(errors=io.StringIO()), clock)
    try:
        await app.start()
        world, watcher = app.world, Watcher()
        ada = world.find_character("Ada") or world.add_character("Ada", world.start_room.id)
        world.attach(ada.id, watcher)
        yield Living(app, clock, ada.id, watcher)
    finally:
        await app.stopping.close()


def make_vault(root: Path) -> None:
    notes = {
        "world/The Hall.md": HALL,
        "world/happenings/The Answer.md": ANSWER,
        "world/happenings/Hens.md": DAILY,
        "config/agents.md": "**quiet_after**: off\n",
    }
    make_world(root, {"Moss": profile("Moss")}, RULES, notes)
    write(root / "config" / "server.yaml", "model_servers: {look: false}\n")


async def test_a_day_of_the_world_goes_by_in_an_hour(tmp_path: Path) -> None:
    """Dusk is seen, the hens are called once a day, and a lit lamp is answered in its time."""
    make_vault(tmp_path)
    clock = VirtualClock()  # midnight, in UTC as in the world
    async with living(tmp_path, clock) as here:
        assert await here.pass_world_minutes(17.9 * 60) == []
        assert await here.pass_world_minutes(9) == ["The windows go grey."]
        here.app.world.perform(here.ada, "light great lamp")
        here.watcher.take()
        assert await here.pass_world_minutes(18) == []
        assert await here.pass_world_minutes(3) == ["A second point opens on the far shore."]
        assert await here.pass_world_minutes(40) == ["Somebody up the hill calls the hens."]
        days = choose_count(1, 3)
        seen = await here.pass_world_minutes(days * 1440)
        assert seen.count("Somebody up the hill calls the hens.") == days
        moss = next(iter(here.app.base.minds))
        remembered = [each.text for each in moss.memory.experiences()]
        assert remembered.count("A second point opens on the far shore.") == 1
        assert "The windows go grey." not in remembered


async def test_a_restart_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    """What waits after a deed comes in the next life of the server, and only there."""
    make_vault(tmp_path)
    clock = VirtualClock()
    async with living(tmp_path, clock) as here:
        await here.pass_world_minutes(18 * 60)
        here.app.world.perform(here.ada, "light great lamp")
    await clock.advance(30)
    async with living(tmp_path, clock) as here:
        assert await here.pass_world_minutes(5) == []
        assert await here.pass_world_minutes(5) == ["A second point opens on the far shore."]
    async with living(tmp_path, clock) as here:
        assert await here.pass_world_minutes(20) == []
        things = [one.name for one in here.app.world.registry]
        assert things.count("silver coin") == 1
    await clock.advance(7 * 3600)
    async with living(tmp_path, clock) as here:
        assert await here.pass_world_minutes(5) == []


async def test_a_burst_is_spread_over_minutes(tmp_path: Path) -> None:
    """At most six in any sixty seconds, and the rest soon after."""
    make_vault(tmp_path)
    for number in range(8):
        note = f"---\nwhen: noon\nwhere: The Hall\n---\nKnock {number}.\n"
        write(tmp_path / "vault" / "world" / "happenings" / f"Knock {number}.md", note)
    async with living(tmp_path, VirtualClock()) as here:
        await here.pass_world_minutes(12 * 60 - 1)
        first = [text for text in await here.pass_world_minutes(22) if "Knock" in text]
        assert first == [f"Knock {number}." for number in range(6)]
        rest = [text for text in await here.pass_world_minutes(6) if "Knock" in text]
        assert rest == ["Knock 6.", "Knock 7."]


async def test_a_voice_goes_by_the_time_of_the_world(tmp_path: Path) -> None:
    """What Moss says at dusk is not what he says at noon, whatever the machine's clock shows."""
    make_vault(tmp_path)
    moss = tmp_path / "vault" / "agents" / "Moss"
    write(moss / "profile.md", profile("Moss", interval=3600))
    hours = "\n".join(
        f"### Benches, at {phase}\n\n> Is the bench free now?\n\nThe bench is mine at {phase}.\n"
        for phase in ("noon", "afternoon", "dusk")
    )
    write(moss / "voice.md", f"## Exchanges\n\n{hours}")
    clock = VirtualClock()
    async with living(tmp_path, clock) as here:
        for hour, answer in ((12.5, "noon"), (15, "afternoon"), (19, "dusk")):
            await here.clock.advance(hour * 150 - here.clock.monotonic())
            here.watcher.said.clear()
            here.app.world.perform(here.ada, "say Moss, is the bench free now?")
            await here.clock.advance(5)
            await wait_until(lambda: bool(here.watcher.said))  # it remembers in a thread
            assert any(f"The bench is mine at {answer}." in line for line in here.watcher.said), (
                here.watcher.said
            )


async def test_a_journal_knows_who_lives_there(tmp_path: Path) -> None:
    """What others tell is a visitor's; the remarks of those who live there are not joined."""
    make_vault(tmp_path)
    async with living(tmp_path, VirtualClock()) as here:
        journal = next(iter(here.app.base.minds)).memory.journal
        assert journal is not None and journal.place.list_residents() == ["Moss"]
