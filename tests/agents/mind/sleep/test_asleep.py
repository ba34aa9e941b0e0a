"""What reaches a sleeping agent, and what wakes it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from agents.mind.sleep.sleeping import WAKING_SECONDS, RestPhase
from tests.agents.memory.support import assert_whole, fill, spans
from tests.agents.mind.sleep.bedroom import Bedroom, state_of


async def test_asleep_it_perceives_and_remembers(tmp_path: Path) -> None:
    """What happens around it is there when it wakes; what is not said to it does not wake it."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    stage.does(moss, "sleep")
    await stage.clock.advance(0)
    stage.ada_does(":tiptoes past.")
    await stage.clock.advance(100)
    assert state_of(moss) is RestPhase.ASLEEP
    assert moss.memory.view.tail[-1].text == "[Ada] Ada tiptoes past."
    await stage.close()


async def test_being_spoken_to_wakes_it_and_it_answers(tmp_path: Path) -> None:
    """The answer comes after the reply delay, as by day."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    stage.does(moss, "sleep")
    await stage.clock.advance(5)
    stage.model.will("say I was only resting my eyes.")
    stage.ada_does("say Moss, are you asleep?")
    await stage.clock.advance(1.4)
    assert stage.model.requests == []
    await stage.clock.advance(0.2)
    assert 'Moss says, "I was only resting my eyes."' in stage.person.texts
    assert "are you asleep?" in stage.model.requests[0].prompt
    await stage.close()


async def test_spoken_to_while_it_compacts_it_finishes_first(tmp_path: Path) -> None:
    """Waking waits for consolidation; nothing is lost, and who spoke is answered."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    stage.does(moss, "sleep")
    await stage.clock.advance(5)
    assert state_of(moss) is RestPhase.FALLING
    stage.ada_does("say Moss, come quickly!")
    stage.ada_does("say Moss?")
    await stage.clock.advance(20)
    assert state_of(moss) is RestPhase.WAKING
    assert stage.model.requests == []
    stage.model.will("say I am coming.")
    model.held.set()
    await stage.clock.advance(0)
    assert moss.sleeper.awake
    assert spans(moss.memory) == [(1, 57)]
    await stage.clock.advance(2)
    assert 'Moss says, "I am coming."' in stage.person.texts
    assert_whole(moss.memory)
    await stage.close()


async def test_a_model_that_hangs_does_not_keep_it_asleep(tmp_path: Path) -> None:
    """After a minute of waiting it wakes regardless; the compaction goes on and counts."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    stage.does(moss, "sleep")
    await stage.clock.advance(600)
    assert state_of(moss) is RestPhase.WAKING
    await stage.clock.advance(WAKING_SECONDS - 1)
    assert state_of(moss) is RestPhase.WAKING
    await stage.clock.advance(1)
    assert moss.sleeper.awake
    assert any("has not ended in 60 s" in line for line in stage.log)
    stage.model.will("say Good morning.")
    stage.ada_does("say Moss, good morning.")
    await stage.clock.advance(2)
    assert 'Moss says, "Good morning."' in stage.person.texts
    assert not moss.memory.view.summaries
    model.held.set()
    await stage.clock.advance(0)
    assert spans(moss.memory) == [(1, 57)]
    assert_whole(moss.memory)
    await stage.close()


async def test_it_sleeps_again_though_the_last_nights_compaction_still_runs(
    tmp_path: Path,
) -> None:
    """There is one compaction at a time, and no night is stuck behind another for good."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000, sleep_after=100.0, sleep_seconds=100.0)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    moss.start(within=100_000)
    await stage.clock.advance(100 + 100 + WAKING_SECONDS + 100)
    assert state_of(moss) is RestPhase.FALLING
    assert len(model.asked) == 1
    model.held.set()
    await stage.clock.advance(0)
    assert state_of(moss) is RestPhase.ASLEEP
    assert_whole(moss.memory)
    await stage.close()
