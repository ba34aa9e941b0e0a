"""A reply whose first line is a heading costs one more request, and not the turn."""

from __future__ import annotations

from pathlib import Path

from agents.mind.agent_context import Pace
from tests.agents.mind.support import Stage


async def test_a_heading_before_the_command_is_skipped(tmp_path: Path) -> None:
    """The model stops at a line's end, so a heading alone is asked past: whole this time."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0))
    stage.model.will("**Next Action**", "**Next Action**\n\nsay Good morning.\nYou say")
    moss.start(within=1)
    await stage.clock.advance(1)
    first, second = stage.model.requests
    assert "\n" in first.stop and "\n" not in second.stop
    assert set(second.stop) == set(first.stop) - {"\n"}
    assert stage.person.texts[-1] == 'Moss says, "Good morning."'
    assert stage.watched_kinds("error") == ["the model's answer held no line; asked again"]
    await stage.close()


async def test_a_repeated_command_is_asked_for_on_one_line(tmp_path: Path) -> None:
    """Only a reply without a line may be longer the next time."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0))
    stage.model.will("say Hello.")
    moss.start(within=1)
    await stage.clock.advance(1)
    stage.model.will("say Hello.", "look")
    await stage.clock.advance(10)
    assert [("\n" in each.stop) for each in stage.model.requests] == [True, True, True]
    await stage.close()
