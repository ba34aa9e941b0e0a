"""Who is asked where somebody is tells what it saw, and how long ago; or that it does not know."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from agents.mind.manners.sightings import describe_ago, find_sought
from tests.agents.mind.manners.test_manners import shut_hall
from tests.agents.mind.scene.test_scene_turns import ask, wren
from tests.agents.mind.support import Person, Stage

VOICE = """
## Exchanges

### Bess

> Where is Bess?

Bess is the best of us.

### Mo

> Where is Mo?
> Do you trust Mo?

Mo is my oldest friend.

### Hester

> Where is Hester?

At the mill, as ever.
"""
NOW = datetime(2026, 3, 4, 20, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("heard", "sought"),
    [
        ("Where is Cobb?", "Cobb"),
        ("Where's Cobb now, Wren?", "Cobb"),
        ("Wren, do you know where Cobb is?", "Cobb"),
        ("Where has old Cobb gone today?", "old Cobb"),
        ("Where did Cobb go?", "Cobb"),
        ("Where can I find cobb at the moment?", "cobb"),
        ("Have you seen Cobb anywhere lately?", "Cobb"),
        ("How do I find Cobb from here, please?", "Cobb"),
        ("Where are you?", ""),
        ("Where is Cobb's boat?", "Cobb's boat"),
        ("What do you do?", ""),
    ],
)
def test_who_is_asked_for(heard: str, sought: str) -> None:
    assert find_sought(heard) == sought


@pytest.mark.parametrize(
    ("ago", "said"),
    [
        (timedelta(seconds=50), "just now"),
        (timedelta(minutes=6), "a few minutes ago"),
        (timedelta(minutes=20), "a quarter of an hour ago"),
        (timedelta(minutes=40), "half an hour ago"),
        (timedelta(minutes=70), "an hour ago"),
        (timedelta(hours=5), "five hours ago"),
        (timedelta(hours=11, minutes=29), "eleven hours ago"),
        (timedelta(days=30), "on 2 February"),
    ],
)
def test_how_long_ago(ago: timedelta, said: str) -> None:
    assert describe_ago(NOW - ago, NOW) == said


async def test_an_agent_tells_where_it_saw_somebody_last(tmp_path: Path) -> None:
    """Who is here is here; who went was here then; whom it met elsewhere was there."""
    stage = Stage(tmp_path)
    agent = wren(stage)
    cobb = stage.world.add_character("Cobb", stage.hall.id)
    stage.world.attach(cobb.id, Person())
    stage.ada_does("look")
    assert 'Wren says, "Cobb is here with me, at the Hall."' in await ask(
        stage, "Wren, where is Cobb?"
    )
    stage.world.perform(cobb.id, "garden")
    shut_hall(stage)
    await stage.clock.advance(20 * 60)
    assert 'Wren says, "I last saw Cobb here, a quarter of an hour ago."' in await ask(
        stage, "Wren, have you seen Cobb?"
    )
    stage.world.move(agent.character, stage.garden.id)
    stage.world.perform(agent.character, "look")
    stage.world.move(agent.character, stage.hall.id)
    stage.world.perform(agent.character, "look")
    await stage.clock.advance(3 * 3600)
    assert 'Wren says, "I last saw Cobb at the Garden, three hours ago."' in await ask(
        stage, "Wren, where did Cobb go?"
    )
    await stage.close()


async def test_an_agent_says_that_it_does_not_know(tmp_path: Path) -> None:
    """Of somebody it never met, whatever it has to say of that name that names no place."""
    stage = Stage(tmp_path)
    wren(stage, VOICE)
    mo = stage.world.add_character("Mo", stage.garden.id)
    stage.world.attach(mo.id, Person())
    assert "I do not know where Mo is." in await ask(stage, "Wren, where is Mo?")
    stage.world.attach(stage.world.add_character("Hester", stage.garden.id).id, Person())
    assert "At the mill, as ever." in await ask(stage, "Wren, where is Hester?")
    assert "Bess is the best of us." in await ask(stage, "Wren, where is Bess?")
    assert "do not know" not in await ask(stage, "Wren, where is the Garden?")
    await stage.close()
