"""What makes most sense to a reader is said, of all that an agent might say to a person."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from agents.mind.agent_context import Pace
from agents.mind.speech.choosing.reply_readings import ReplyReadings
from tests.agents.mind.manners.moves.test_of_kind import GLAD, VOICE, WON, stage_where
from tests.agents.mind.speech.choosing.test_worth import Rater
from tests.agents.mind.speech.tellings.test_caring import hear
from tests.agents.mind.support import Stage

ODD = "Fog again, and nobody rowed."
UNLIKELY = VOICE + f"- said funny: {ODD}\n"


def stage_read(folder: Path, rated: Mapping[str, float]) -> tuple[Stage, Rater]:
    """Return a stage on which a line of good news may also be of something funny."""
    rater = Rater(rated)
    given = {WON: {"joy": 0.8, "funny": 0.1, "fact": 0.01}}
    stage, _ = stage_where(folder, given, UNLIKELY, ReplyReadings(rater))
    return stage, rater


async def test_a_line_for_an_unlikely_kind_is_said_where_it_reads_best(tmp_path: Path) -> None:
    """By rule alone, a line for the likeliest kind is said."""
    stage, rater = stage_read(tmp_path, {ODD: 5.0})
    assert await hear(stage, f"Wren, {WON}") == ODD
    ((before, line, replies),) = rater.asked
    assert (before, line) == ("", WON)
    assert {GLAD, ODD} <= {*replies}
    await stage.close()


async def test_it_is_read_behind_what_the_agent_said_last(tmp_path: Path) -> None:
    stage, rater = stage_read(tmp_path, {GLAD: 5.0})
    assert await hear(stage, f"Wren, {WON}") == GLAD
    await hear(stage, f"Wren, {WON}")
    assert [before for before, _, _ in rater.asked] == ["", GLAD]
    await stage.close()


async def test_of_a_line_to_several_its_own_part_is_read(tmp_path: Path) -> None:
    stage, rater = stage_read(tmp_path, {GLAD: 5.0})
    stage.agent("Moss", Pace(think_interval=60, jitter=0)).start(within=50)
    await hear(stage, f"Moss, is the pot full? Wren, {WON}")
    assert [line for _, line, _ in rater.asked] == [WON]
    await stage.close()
