"""Agents live more slowly while nobody is connected, and at full pace when somebody comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from tests.agents.mind.support import Stage

QUIET = Pace(
    think_interval=10, jitter=0, quiet_after=600, quiet_factor=4, quiet_interval=300, agent_chain=9
)


@pytest.mark.parametrize(
    ("alone", "slowness"),
    [(0, 1), (599, 1), (600, 4), (1199, 4), (1200, 16), (1800, 30), (1e12, 30)],
)
def test_each_step_multiplies_up_to_the_bound(alone: float, slowness: float) -> None:
    assert QUIET.find_slowness(alone) == slowness


@pytest.mark.parametrize(
    "pace",
    [
        Pace(think_interval=10, quiet_after=0),
        Pace(think_interval=0, quiet_after=600),
        Pace(think_interval=900, quiet_after=600, quiet_interval=300),
    ],
)
def test_off_a_silent_agent_and_a_slower_one_of_its_own_stay_as_they_are(pace: Pace) -> None:
    assert pace.find_slowness(1e9) == 1


async def _begin(tmp_path: Path, alone: float) -> tuple[Stage, Agent]:
    """Moss after the first turn, so long after the last person has left."""
    stage = Stage(tmp_path)
    stage.alone = alone
    moss = stage.agent(pace=QUIET)
    stage.model.will(*(f"emote nods {number} times." for number in range(50)))
    moss.start(within=1)
    await stage.clock.advance(1)
    assert len(stage.model.requests) == 1
    return stage, moss


async def test_turns_become_rare_and_watchers_are_told_once(tmp_path: Path) -> None:
    stage, _ = await _begin(tmp_path, 600)
    await stage.clock.advance(38)
    assert len(stage.model.requests) == 1
    await stage.clock.advance(43)
    assert len(stage.model.requests) == 3
    assert stage.watched_kinds("state") == ["lives 4 times more slowly: nobody is connected"]
    await stage.close()


async def test_a_person_who_comes_wakes_those_near_within_seconds(tmp_path: Path) -> None:
    stage, moss = await _begin(tmp_path, 6000)
    stage.alone = 0
    moss.quicken(near=True)
    await stage.clock.advance(1.6)
    assert len(stage.model.requests) == 2
    await stage.clock.advance(10)
    assert len(stage.model.requests) == 3
    assert stage.watched_kinds("state")[-1] == "lives at full pace again"
    await stage.close()


async def test_those_elsewhere_follow_within_their_interval(tmp_path: Path) -> None:
    stage, moss = await _begin(tmp_path, 6000)
    stage.alone = 0
    moss.quicken(near=False)
    await stage.clock.advance(9)
    assert len(stage.model.requests) == 1
    await stage.clock.advance(1.1)
    assert len(stage.model.requests) == 2
    await stage.close()


async def test_an_agent_at_full_pace_takes_no_turn_for_an_arrival(tmp_path: Path) -> None:
    stage, moss = await _begin(tmp_path, 599)
    moss.quicken(near=True)
    await stage.clock.advance(9)
    assert len(stage.model.requests) == 1
    await stage.close()


async def test_agents_answer_each_other_as_slowly(tmp_path: Path) -> None:
    """Talk among agents must not keep a world busy in which nobody is connected."""
    stage, moss = await _begin(tmp_path, 6000)
    wren = stage.agent("Wren", Pace(think_interval=0))
    stage.world.perform(wren.character, "say Moss, are you there?")
    await stage.clock.advance(44)
    assert len(stage.model.requests) == 1
    stage.alone = 0
    moss.quicken(near=False)
    await stage.clock.advance(1.6)
    assert len(stage.model.requests) == 2
    await stage.close()
