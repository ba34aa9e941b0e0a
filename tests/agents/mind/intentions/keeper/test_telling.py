"""Others learn what an agent intends, unless it is a secret."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.agents.mind.intentions.keeper.briefs import LAMP
from tests.agents.mind.intentions.support import DUSK, NOON, TimedStage


async def test_asked_what_it_is_doing_an_agent_tells(tmp_path: Path) -> None:
    """On the way, at it, and with nothing to do; with a small model too, which is not asked."""
    stage = TimedStage(tmp_path, start=DUSK)
    stage.generation_params = replace(stage.generation_params, by_rule=False, prompting="scene")
    wren = stage.wren(LAMP, interval=60)
    wren.intentions.settle(choose=True)
    answer = await stage.ask(wren, "Where are you going, Wren?")
    assert "I am on my way to the Tower: lighting the lamp. It is lit at dusk" in answer
    wren.intentions.put_down()
    wren.intentions.intentions = ()
    assert "Nothing that could not wait" in await stage.ask(wren, "What are you doing?")
    assert "Nowhere, just now" in await stage.ask(wren, "Where are you going?")
    await stage.close()


async def test_asked_for_its_day_an_agent_tells_what_it_did(tmp_path: Path) -> None:
    """In its own person; and that today it did something yesterday is no answer."""
    stage = TimedStage(tmp_path, start=DUSK)
    lamp = LAMP.replace("doing: lighting the lamp", "doing: lighting her lamp")
    wren = stage.wren(lamp, interval=30)
    await stage.clock.advance(300)
    asked = "What did you do today, Wren?"
    assert "Today I was lighting my lamp." in await stage.ask(wren, asked)
    remembers = "What do you remember about yesterday?"
    assert "Nothing that I did then has stayed" in await stage.ask(wren, remembers)
    await stage.clock.advance(DUSK)  # it is afternoon again
    assert "Yesterday I was lighting my lamp." in await stage.ask(wren, remembers)
    assert "yesterday at" in await stage.ask(wren, "Did you light the lamp?")
    assert "yesterday at" not in await stage.ask(wren, "Did you light the lamp today?")
    await stage.close()


async def test_a_secret_is_kept(tmp_path: Path) -> None:
    """Others learn what the profile says, and nothing of whether it was done."""
    stage = TimedStage(tmp_path, start=NOON)
    secret = LAMP.replace("when: {phase: dusk}", "secret: true").replace(
        "doing: lighting the lamp", "doing: taking the air"
    )
    wren = stage.wren(secret)
    await stage.clock.advance(1)
    assert "Wren (agent) - The Garden, taking the air" in stage.ada_does("who")
    await stage.clock.advance(30)
    answer = await stage.ask(wren, "Did you light the lamp?")
    assert "Wren says" in answer
    assert "today" not in answer and "done" not in answer and "meant" not in answer
    await stage.close()


async def test_everybody_sees_in_who_what_an_agent_is_doing(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=DUSK)
    stage.wren(LAMP)
    await stage.clock.advance(1)
    assert "Wren (agent) - The Garden, on the way to the Tower\n" in stage.ada_does("who") + "\n"
    await stage.clock.advance(60)
    assert "Wren (agent) - The Tower\n" in stage.ada_does("who") + "\n"
    await stage.close()
