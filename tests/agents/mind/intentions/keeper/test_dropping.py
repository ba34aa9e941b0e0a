"""An intention that cannot be followed is dropped."""

from __future__ import annotations

from pathlib import Path

from tests.agents.mind.intentions.support import NOON, TimedStage, lines_of


async def test_a_deed_that_is_refused_is_tried_three_times_then_dropped(tmp_path: Path) -> None:
    """Watchers and the agent itself learn why, in the world's own words."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren("read:\n  every: 2 hours\n  steps: [get silver moon]")
    await stage.clock.advance(40)
    assert lines_of(wren)[:3] == ["get silver moon"] * 3
    assert stage.course[0] == "read: chosen"
    assert stage.course[1].startswith("read: dropped, ") and "silver moon" in stage.course[1]
    [end] = [each for each in wren.memory.view.tail if each.event == "intention"]
    assert end.text.startswith("You gave up what you meant to do: read.")
    assert not any(line.startswith("get") for line in lines_of(wren)[3:])
    await stage.close()


async def test_without_a_way_or_anybody_to_find_it_is_dropped(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    stage.world.create_room("The Moon")
    wren = stage.wren(
        "fly:\n  every: 1 day\n  steps: [{at: The Moon, do: look}]\n"
        "meet:\n  every: 1 day\n  steps: [{with: [Nobody, Noone], do: say Hello.}]"
    )
    await stage.clock.advance(120)
    ends = {each for each in stage.course if "dropped" in each}
    assert ends == {
        "fly: dropped, There is no way to The Moon.",
        "meet: dropped, Nobody is nowhere to be found.",
    }
    assert all(not each.is_done for each in wren.intentions.state.endings.values())
    await stage.close()


async def test_the_limit_ends_what_does_not(tmp_path: Path) -> None:
    """An hour of the world is 150 s here."""
    stage = TimedStage(tmp_path, start=NOON)
    stage.wren("wait:\n  limit: 1 hour\n  every: 1 day\n  steps: [{until: {with: Cobb}}]")
    await stage.clock.advance(140)
    assert stage.course == ["wait: chosen"]
    await stage.clock.advance(30)
    assert stage.course == ["wait: chosen", "wait: dropped, It took too long."]
    await stage.close()
