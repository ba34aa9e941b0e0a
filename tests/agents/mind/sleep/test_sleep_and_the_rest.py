"""Sleep beside pauses, turns, settings, emergencies and an end, in any order."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.sleep.sleeping import WAKING_SECONDS, RestPhase
from agents.mind.turn.phases import Phase
from tests.agents.memory.support import assert_whole, fill, reconfigure
from tests.agents.mind.sleep.bedroom import STILL, Bedroom, settings, state_of


async def test_pause_and_sleep_do_not_fight(tmp_path: Path) -> None:
    """Paused, an agent neither falls asleep nor wakes by itself; resumed, it does what is due."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper()
    moss.start(within=100_000)
    moss.pause()
    await stage.clock.advance(1000)
    assert moss.sleeper.awake
    moss.resume()
    assert moss.sleeper.awake
    stage.does(moss, "sleep")
    await stage.clock.advance(1)
    moss.pause()
    stage.ada_does("say Moss, wake up.")
    await stage.clock.advance(1000)
    assert state_of(moss) is RestPhase.ASLEEP
    moss.resume()
    stage.model.will("say I am up.")
    await stage.clock.advance(2)
    assert moss.sleeper.awake
    assert 'Moss says, "I am up."' in stage.person.texts
    await stage.close()


async def test_a_paused_agent_that_is_woken_takes_no_turn(tmp_path: Path) -> None:
    """Waking is not resuming."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=10, jitter=0))
    stage.does(moss, "sleep")
    await stage.clock.advance(0)
    moss.pause()
    stage.ada_does("wake Moss")
    await stage.clock.advance(100)
    assert moss.sleeper.awake
    assert stage.model.requests == []
    await stage.close()


async def test_a_turn_in_flight_is_dropped_and_who_waited_is_answered_later(
    tmp_path: Path,
) -> None:
    """Sent to sleep in the middle of a thought, an agent owes the answer until it wakes."""
    stage = Bedroom(tmp_path)
    stage.crown_ada()
    moss, _ = stage.sleeper()
    stage.ada_does("say Good evening, Moss.")
    await stage.clock.advance(2)
    assert moss.phase is Phase.THINKING
    stage.ada_does("sleep Moss")
    stage.model.will("say Too late.", "say Good evening, Ada.")
    await stage.clock.advance(599)
    assert 'Moss says, "Too late."' not in stage.person.texts
    await stage.clock.advance(3)
    assert 'Moss says, "Good evening, Ada."' in stage.person.texts
    await stage.close()


async def test_another_strategy_in_the_middle_of_the_night(tmp_path: Path) -> None:
    """The night ends as it began, no memory is lost, and by day the new strategy holds."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    moss.start(within=100_000)
    await stage.clock.advance(301)
    assert state_of(moss) is RestPhase.FALLING
    reconfigure(moss.memory, settings=settings(strategy="waterfall"))
    moss.sleeper.consider()
    model.held.set()
    await stage.clock.advance(0)
    assert state_of(moss) is RestPhase.ASLEEP
    assert_whole(moss.memory)
    await stage.clock.advance(600)
    assert moss.sleeper.awake
    await stage.clock.advance(5000)
    assert moss.sleeper.awake
    reconfigure(moss.memory, settings=settings(context_tokens=1000))
    moss.sleeper.consider()
    await stage.clock.advance(1)
    assert not moss.sleeper.awake
    await stage.close()


async def test_closing_in_the_middle_of_a_night_leaves_nothing_behind(tmp_path: Path) -> None:
    """No timer rings afterwards and no work goes on; what was remembered is on disk."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(context_tokens=1000)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    stage.does(moss, "sleep")
    await stage.clock.advance(1)
    stage.ada_does("wake Moss")
    assert state_of(moss) is RestPhase.WAKING
    view = moss.memory.view
    await stage.close()
    await stage.clock.advance(10_000)
    assert state_of(moss) is RestPhase.WAKING
    again = Bedroom(tmp_path).agent(pace=STILL)
    assert again.sleeper.awake
    assert again.memory.view == view
    await again.memory.close()


async def test_a_prompt_above_the_emergency_threshold_is_eased_before_the_turn(
    tmp_path: Path,
) -> None:
    """The model is asked with a prompt below it, though the longer one would have fitted."""
    stage = Bedroom(tmp_path)
    moss, _ = stage.sleeper(pace=Pace(think_interval=10, jitter=0), context_tokens=1000)
    fill(moss.memory, 75)
    stage.model.will("think So it goes.")
    moss.start(within=1)
    await stage.clock.advance(1)
    assert len(stage.model.requests) == 1
    assert len(stage.model.requests[0].prompt) / 4 < 800
    compacted = moss.memory.view.compacted
    assert compacted is not None
    assert compacted.trigger == "emergency"
    assert any("compaction is forced before the turn" in line for line in stage.log)
    await stage.close()


async def test_a_hanging_summarizer_holds_an_emergency_turn_up_for_a_minute_at_most(
    tmp_path: Path,
) -> None:
    """The prompt still fits: the turn goes on, and the compaction as well."""
    stage = Bedroom(tmp_path)
    moss, model = stage.sleeper(pace=Pace(think_interval=10, jitter=0), context_tokens=1000)
    model.held = asyncio.Event()
    fill(moss.memory, 75)
    stage.model.will("think So it goes.", "think And so on.")
    moss.start(within=1)
    await stage.clock.advance(59)
    assert stage.model.requests == []
    await stage.clock.advance(3)
    assert len(stage.model.requests) == 1
    await stage.clock.advance(10)
    assert len(stage.model.requests) == 2
    model.held.set()
    await stage.clock.advance(0)
    assert moss.memory.view.summaries
    assert_whole(moss.memory)
    await stage.close()


@pytest.mark.parametrize("seed", range(12))
async def test_whatever_happens_nobody_acts_asleep_and_everybody_wakes(
    tmp_path: Path, seed: int
) -> None:
    """Random days: no turn begins asleep, no memory is lost, and the agent is never stuck."""
    rng, stage = random.Random(seed), Bedroom(tmp_path)
    stage.crown_ada()
    pace = Pace(think_interval=40, jitter=0)
    moss, summaries = stage.sleeper(pace=pace, context_tokens=1000, sleep_after=120.0)
    stage.model.will(*[f"think Bean row {number}." for number in range(500)])
    summaries.held = asyncio.Event()
    moss.start(within=1)
    lines = ("say Moss?", "wake Moss", "sleep Moss", ":hums.", "go garden", "go hall")
    for _ in range(60):
        match rng.randrange(8):
            case 0:
                moss.resume() if moss.paused else moss.pause()
            case 1:
                summaries.held.set() if rng.random() < 0.5 else summaries.held.clear()
            case 2:
                fill(moss.memory, rng.randrange(20))
            case _:
                stage.ada_does(rng.choice(lines))
        await stage.clock.advance(rng.choice((0, 1, 30, 200)))
        assert_whole(moss.memory)
    states = [each for each in stage.watched if each.kind in ("state", "turn", "command")]
    awake = True
    for each in states:
        awake = {"falls asleep": False, "wakes up": True}.get(each.text, awake)
        assert awake or each.kind == "state"
    summaries.held.set()
    if moss.paused:
        moss.resume()
    stage.ada_does("go hall")
    stage.ada_does("wake Moss")
    await stage.clock.advance(WAKING_SECONDS)
    assert moss.sleeper.awake
    assert stage.errors == []
    await stage.close()
