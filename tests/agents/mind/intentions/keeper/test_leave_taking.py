"""An agent that intends something leaves a talk with a word."""

from __future__ import annotations

from pathlib import Path

from tests.agents.mind.intentions.keeper.briefs import BEANS, LAMP
from tests.agents.mind.intentions.support import DUSK, NOON, TimedStage, lines_of


async def test_nobody_is_left_in_the_middle_of_a_talk(tmp_path: Path) -> None:
    """The agent stays a while for what a person may say next, and says once that it goes."""
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    await stage.clock.advance(24)
    assert not any(line.startswith("go ") for line in lines_of(wren))
    await stage.clock.advance(36)
    went = lines_of(wren).index("go garden")
    assert lines_of(wren)[went - 1] == "say I have to go, Ada. Somebody has to."
    assert sum("have to go" in line for line in lines_of(wren)) == 1
    await stage.close()


async def test_what_is_urgent_goes_at_once_but_not_without_a_word(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP, interval=6)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    await stage.clock.advance(16)
    said = [line for line in lines_of(wren) if "have to go" in line]
    assert said == ["say I have to go, Ada. It is lit at dusk, every night."]
    assert "go garden" in lines_of(wren)
    await stage.close()
