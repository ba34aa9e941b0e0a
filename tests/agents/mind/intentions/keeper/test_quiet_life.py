"""Between its steps and its intentions an agent lives quietly."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.fallback.roaming import SEEN_BEFORE
from agents.mind.intentions import keeper as keeper_module
from agents.mind.intentions.keeper import ROOMS_KEPT_FOR
from tests.agents.mind.intentions.keeper.briefs import BEANS
from tests.agents.mind.intentions.support import NOON, TimedStage, lines_of
from tests.examples import choose_count


async def test_the_quiet_life_goes_on_between_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sometimes a look or a gesture instead of a step, and never a walk away."""
    monkeypatch.setattr(keeper_module, "QUIET_LIFE", 0.8)
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    await stage.clock.advance(600)
    there = lines_of(wren)[lines_of(wren).index("go garden") + 1 :]
    counted = there.index("emote counts beans.")
    assert counted > 2
    assert not any(line.startswith("go ") for line in there[:counted])
    await stage.close()


async def test_between_errands_an_agent_goes_home_and_stays(tmp_path: Path) -> None:
    """With intentions it walks for them, or home; it does not drift."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(
        "climb:\n  every: 1 day\n  steps: [{at: The Tower, do: emote looks out.}]",
        more="home: The Hall\n",
    )
    await stage.clock.advance(choose_count(1200, 3000))
    went = [line for line in lines_of(wren) if line.startswith("go ")]
    assert went == ["go garden", "go up", "go down", "go hall"]
    assert stage.world.character(wren.character).room is stage.hall
    await stage.close()


async def test_after_an_errand_an_agent_stays_for_some_turns(tmp_path: Path) -> None:
    """It is there a while, instead of on the way from one thing to the next all day."""
    stage = TimedStage(tmp_path, start=NOON)
    steps = "every: 1 day\n  steps: [{at: The %s, do: emote looks about.}]"
    wren = stage.wren("\n".join(f"{room}:\n  {steps % room}" for room in ("Garden", "Tower")))
    await stage.clock.advance(1200)
    did = [(each.at, each.line) for each in wren.memory.view.tail if each.line]
    done = [number for number, (_, line) in enumerate(did) if line == "emote looks about."]
    went = next(at for at, line in did[done[0] :] if line.startswith("go "))
    stayed = (went - did[done[0]][0]).total_seconds()
    assert len(done) == 2 and stayed > 1.5 * wren.pace.think_interval
    await stage.close()


async def test_rooms_are_remembered_for_hours_and_draw_less(tmp_path: Path) -> None:
    """Without intentions an agent seeks what it has seen least: no lap for hours on end."""
    stage = TimedStage(tmp_path, start=NOON)
    interval = choose_count(30, 10)
    moss = stage.agent("Moss", Pace(think_interval=interval, jitter=0))
    moss.start(within=0)
    for room in (stage.tower, stage.hall, stage.tower):
        stage.world.move(moss.character, room.id)
        moss.intentions.settle(choose=True)
    stage.world.move(moss.character, stage.garden.id)
    ways = moss.intentions.find_roaming("").ways
    assert ways == {"hall": 1.0, "up": SEEN_BEFORE}
    await stage.clock.advance(choose_count(1500, 3600))
    assert moss.intentions.count_visits("The Tower") < 300 / interval
    minutes = [minute for minute, _ in moss.intentions.state.rooms]
    assert minutes[-1] - minutes[0] <= ROOMS_KEPT_FOR
    await stage.close()
