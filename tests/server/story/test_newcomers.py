"""A newcomer to the starter world meets somebody within a minute, at whatever hour they come."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from pathlib import Path

from agents.clock import VirtualClock
from agents.mind.manners.welcome import MINUTE
from server.population import MET
from tests.e2e.harness import write
from tests.examples import choose_count
from tests.paths import VAULT
from tests.server.happening.test_living import RULES, Living, Watcher, living

#: So many come, one after the other, in a day of the world that takes so many minutes.
NEWCOMERS, DAY_MINUTES = choose_count(20, 50), choose_count(5, 12)
STEP = 1.0


@dataclass
class Visit:
    """How one newcomer fared."""

    name: str
    hour: str
    seconds: float
    said: list[str]


def serve_starter_world(root: Path) -> None:
    shutil.copytree(VAULT, root / "vault", ignore=shutil.ignore_patterns(".tarn", "archive"))
    write(root / "config" / "llm.yaml", RULES)
    write(root / "config" / "server.yaml", "model_servers: {look: false}\n")
    write(root / "vault" / "config" / "agents.md", "**quiet_after**: off\n")
    write(root / "vault" / "config" / "world.md", f"**day_length**: {DAY_MINUTES}\n")


async def visit(here: Living, name: str) -> Visit:
    """Let somebody come in, wait silently until they are met, and go."""
    app, mind = here.app, Watcher()
    body = app.world.add_character(name)
    app.world.attach(body.id, mind)
    time = app.world.time()
    assert time is not None
    app.reloader.population.welcome(body.id)
    seconds = 0.0
    while body.properties.get(MET) != "yes" and seconds < 2 * MINUTE:
        await here.clock.advance(STEP)
        seconds += STEP
    app.world.detach(body.id, mind)
    app.world.remove_character(body.id)
    return Visit(name, time.clock, seconds, mind.seen + mind.said)


async def test_newcomers_of_a_day_and_a_night_are_met(tmp_path: Path) -> None:
    """None waits for a minute, and those who come are not kept from what is urgent."""
    serve_starter_world(tmp_path)
    rng = random.Random(11)
    visits = []
    async with living(tmp_path, VirtualClock()) as here:
        here.app.world.remove_character(here.ada)
        for number in range(NEWCOMERS):
            await here.clock.advance(rng.uniform(5, 10))
            visits.append(await visit(here, f"New{chr(65 + number // 10)}{number % 10}"))
    late = [each for each in visits if each.seconds > MINUTE]
    assert not late, late
    # How soon they are met decides at which hours the next ones come.
    assert len({each.hour[:2] for each in visits}) >= min(16, 0.6 * NEWCOMERS)
    assert sum(each.seconds for each in visits) / NEWCOMERS < MINUTE / 4


async def test_nobody_looks_in_on_one_whose_link_is_lost(tmp_path: Path) -> None:
    """Who cannot act is no company: neither is it sought, nor does it keep another from it."""
    serve_starter_world(tmp_path)
    async with living(tmp_path, VirtualClock()) as here:
        app = here.app
        app.world.presence.mark(here.ada, "link lost", lost=True)
        bert = app.world.add_character("Bert")
        app.world.attach(bert.id, Watcher())
        far = app.world.find_room("The Saddle")
        assert far is not None
        called = {"Ada": 0, "Bert": 0}
        for person in (here.ada, bert.id):
            app.world.set_property(person, MET, "yes")
            app.world.move(person, far.id)
            app.reloader.population.welcome(person)
        for _ in range(int(3 * MINUTE)):
            await here.clock.advance(STEP)
            for name in called:
                called[name] += app.reloader.population.around.welcome.is_call(name)
        assert called["Ada"] == 0 and called["Bert"] > 0
