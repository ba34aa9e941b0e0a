"""What a visitor asks is answered for what it is: a favour, a protest, a matter of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.speech.questions import find_favour
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.manners.test_going_on import HALL_TALK, stage_of
from tests.agents.mind.speech.tellings.test_caring import hear
from tests.agents.mind.support import TEXTS, Stage

VOICE = f"""{HALL_TALK}
## Exchanges

### Scarf

> Would people lend you the long scarf?

Not to me, they do not.

## Knowledge

### ...

- gift: I have not got it, or it would be yours.
"""


def stage_with_voice(folder: Path) -> Stage:
    stage, _ = stage_of(folder)
    wren = stage.agent("Wren", Pace(think_interval=60, jitter=0))
    wren.voice = VoiceIndex(parse_voice(folder / "voice.md", VOICE).voice, "Wren")
    wren.start(within=50)
    return stage


def list_said(key: str, **values: str) -> list[str]:
    kept = {"name": "Ada", **values}
    said = TEXTS.say(key, **{each: kept[each] for each in TEXTS.names(key)})
    return [each.strip() for each in said.split("\n") if each.strip()]


async def test_a_favour_is_not_answered_by_how_a_thing_is_done(tmp_path: Path) -> None:
    stage = stage_with_voice(tmp_path)
    request = "Wren, would you lend me the long scarf?"
    assert find_favour(request) == "gift"
    assert await hear(stage, request) == "I have not got it, or it would be yours."
    await stage.close()


async def test_advice_is_not_for_what_merely_comes_after(tmp_path: Path) -> None:
    stage = stage_with_voice(tmp_path)
    await hear(stage, "Wren, my sister has been ill since spring.")
    assert await hear(stage, "Wren, should I knock at the mill door?") not in list_said(
        "manners.advice.ill", gist="your sister"
    )
    await stage.close()


@pytest.mark.parametrize("tells", ["What child? I said my sister.", "That is not what I asked."])
async def test_who_was_misunderstood_is_told_so(tmp_path: Path, tells: str) -> None:
    stage = stage_with_voice(tmp_path)
    said = await hear(stage, f"Wren, {tells[:1].lower()}{tells[1:]}")
    meant = list_said("manners.protest.meant", meant="Your sister")
    assert said in (meant if "sister" in tells else list_said("manners.protest"))
    await stage.close()


async def test_a_joke_is_laughed_at(tmp_path: Path) -> None:
    stage = stage_with_voice(tmp_path)
    said = await hear(stage, "Wren, why did the monk row? Because he could not walk.")
    assert said in list_said("manners.feeling.joke")
    await stage.close()
