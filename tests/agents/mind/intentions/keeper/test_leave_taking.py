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
    leave = lines_of(wren)[went - 1]
    assert leave.startswith("say ") and leave.endswith(", Ada. Somebody has to.")
    assert sum("Somebody has to." in line for line in lines_of(wren)) == 1
    await stage.close()


async def test_one_who_has_said_that_it_goes_goes_although_it_is_spoken_to(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=NOON)
    wren = stage.wren(BEANS)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    while not any("Somebody has to." in line for line in lines_of(wren)):
        await stage.clock.advance(1)
    for _ in range(8):
        stage.ada_does("say Wren, you are still here.")
        await stage.clock.advance(8)
    assert "go garden" in lines_of(wren)
    await stage.close()


async def test_what_is_urgent_goes_at_once_but_not_without_a_word(tmp_path: Path) -> None:
    stage = TimedStage(tmp_path, start=DUSK)
    wren = stage.wren(LAMP, interval=6)
    stage.visit(wren)
    stage.ada_does("say Hello, Wren.")
    await stage.clock.advance(16)
    said = [line for line in lines_of(wren) if "It is lit at dusk" in line]
    errand = ", Ada. I should be lighting the lamp. It is lit at dusk, every night."
    assert len(said) == 1 and said[0].endswith(errand)
    assert "go garden" in lines_of(wren)
    await stage.close()
