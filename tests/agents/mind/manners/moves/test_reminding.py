"""Who bids an agent remind them of something is reminded: when it is time, once, and not others."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.manners.moves.reminding import list_due
from tests.agents.mind.manners.test_company import Moments
from tests.agents.mind.manners.test_going_on import stage_of
from tests.agents.mind.manners.test_manners import list_said
from tests.agents.mind.speech.tellings.test_caring import hear, list_lines
from tests.agents.mind.support import TEXTS, Stage

MUM = "to call your mum"


def list_reminders(stage: Stage) -> list[str]:
    return [words for _, words in list_said(stage) if MUM in words]


async def test_it_is_promised_and_done_later_once(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    promised = await hear(stage, "Wren, I am so tired. Please remind me later to call my mum.")
    assert promised in list_lines("manners.reminds.promise")
    assert not list_reminders(stage)
    await stage.clock.advance(420)
    for _ in range(4):
        await hear(stage, "The stone by the door is wet.")
        await stage.clock.advance(120)
    (said,) = list_reminders(stage)
    lines = TEXTS.raw("manners.reminds.of").split("\n")
    assert said in [each.format(name="Ada", what=MUM).strip() for each in lines if each.strip()]
    await stage.close()


@pytest.mark.parametrize(
    ("words", "minutes", "apart", "due"),
    [
        ("Moss, remind me later to call my mum.", 3, False, False),
        ("Moss, remind me later to call my mum.", 7, False, True),
        ("Moss, remind me tomorrow to call my mum.", 30, False, False),
        ("Moss, remind me tomorrow to call my mum.", 70, False, True),
        ("Moss, remind me tomorrow to call my mum.", 30, True, True),
        ("Wren, remind me later to call my mum.", 30, True, False),
        ("Moss, remind me in three minutes to call my mum.", 2, False, False),
        ("Moss, remind me in three minutes to call my mum.", 4, False, True),
        ("Moss, remind me in half an hour to call my mum.", 20, True, False),
        ("Moss, remind me in half an hour to call my mum.", 32, False, True),
    ],
)
def test_it_is_due_later_or_when_they_meet_again(
    words: str, minutes: int, *, apart: bool, due: bool
) -> None:
    """Known from memories, so also after a restart; until it was said."""
    life = Moments().hears("Ada", words, "Wren").after(seconds=2).says("So.", "Ada", "Wren")
    if apart:
        life.after(minutes=1).sees()
    life.after(minutes=minutes).sees("Ada", "Wren")
    company = life.company
    found = list_due(company, company.find_meeting("Ada", life.at), life.at)
    assert [each.what for each in found] == ([MUM] if due else [])
    life.says(f"Ada, one thing. I was to remind you {MUM}.", "Ada", "Wren").after(minutes=90)
    company = life.company
    assert not list(list_due(company, company.find_meeting("Ada", life.at), life.at))


async def test_it_is_not_kept_back_by_a_question_that_is_open(tmp_path: Path) -> None:
    """Of the agent's own, which nobody has answered."""
    stage, agents = stage_of(tmp_path, "Wren")
    await hear(stage, "Wren, remind me in three minutes to call my mum.")
    stage.world.perform(agents[0].character, "say Ada, and how does it go down there?")
    await stage.clock.advance(240)
    assert len(list_reminders(stage)) == 1
    await stage.close()


async def test_who_asks_for_what_went_by_the_agent_is_told_so(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    said = await hear(stage, "Wren, wasn't there something you were to ask me?")
    assert said in list_lines("manners.reminds.none")
    await stage.close()


async def test_what_is_bidden_in_other_words_is_told_in_these(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    promised = await hear(stage, "Wren, my head is a sieve. Shout when the hour is up.")
    assert promised in list_lines("manners.reminds.promise")
    await stage.clock.advance(420)
    for _ in range(4):
        await hear(stage, "The stone by the door is wet.")
        await stage.clock.advance(120)
    assert sum("Shout when the hour is up" in words for _, words in list_said(stage)) == 1
    await stage.close()
