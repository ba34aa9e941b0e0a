"""A worry in words that no rule knows is met for what it is, and asked after later."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from agents.mind.agent_context import Pace
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.manners.test_going_on import HALL_TALK, stage_of
from tests.agents.mind.manners.test_manners import list_said
from tests.agents.mind.speech.tellings.given_kinds import GivenKinds
from tests.agents.mind.speech.tellings.test_caring import hear, list_lines
from tests.agents.mind.support import TEXTS, Stage

NUMB = "Two fingers of mine have lost all feeling."
DEAD = "The chair by the stove stays empty."
DOCTOR = "A doctor or no doctor, for two fingers?"
GIVEN = {
    NUMB: {"ailing": 0.8},
    DEAD: {"death": 0.8},
    DOCTOR: {"ailing": 0.8},
    "What do I owe for the advice?": {"joke": 0.8},
    "Is the ferryman telling the truth about the fish?": {"ailing": 0.8},
}
VOICE = f"""{HALL_TALK}
## Knowledge

### ...

- worry ailing: Put that hand by the stove.
- advice ailing: No ladder until somebody has seen it.
"""


def stage_with_kinds(folder: Path, text: str = HALL_TALK) -> Stage:
    stage, _ = stage_of(folder)
    stage.sentences = GivenKinds(GIVEN)
    wren = stage.agent("Wren", Pace(think_interval=60, jitter=0))
    wren.voice = VoiceIndex(parse_voice(folder / "voice.md", text).voice, "Wren")
    wren.start(within=50)
    return stage


async def test_a_worry_without_a_word_of_the_rules_is_met_for_its_kind(tmp_path: Path) -> None:
    """Concern and one question; what follows brings no second one."""
    stage = stage_with_kinds(tmp_path)
    said = await hear(stage, f"Wren, may I tell you a worry? {NUMB}")
    assert said.startswith(tuple(list_lines("manners.worry.ailing")))
    asked = [f"manners.asks-worry.ailing.{each}" for each in ("since", "eases")]
    assert said.endswith(tuple(list_lines(*asked)))
    assert await hear(stage, "Wren, should I stop?") in list_lines("manners.advice.ailing")
    await stage.close()


async def test_of_what_one_line_tells_a_death_counts(tmp_path: Path) -> None:
    stage = stage_with_kinds(tmp_path)
    said = await hear(stage, f"Wren, let me tell you. {DEAD} {NUMB}")
    assert said.startswith(tuple(list_lines("manners.feeling.grief")))
    await stage.close()


async def test_a_question_that_names_a_worry_gets_advice_of_that(tmp_path: Path) -> None:
    """Also where a death was told before, and nothing is advised on a joke."""
    stage = stage_with_kinds(tmp_path)
    said = await hear(stage, f"Wren, {DEAD}")
    assert said in list_lines("manners.feeling.grief")
    assert await hear(stage, f"Wren, {DOCTOR}") in list_lines("manners.advice.ailing")
    grief = list_lines("manners.advice.grief")
    assert await hear(stage, "Wren, what should I do now?") in grief
    assert await hear(stage, "What do I owe for the advice?") not in grief
    await stage.close()


async def test_a_question_about_others_gets_no_advice(tmp_path: Path) -> None:
    """However near it is to a worry."""
    stage = stage_with_kinds(tmp_path)
    said = await hear(stage, "Wren, Is the ferryman telling the truth about the fish?")
    assert said not in list_lines("manners.advice.ailing")
    await stage.close()


async def test_a_voice_has_lines_for_one_kind(tmp_path: Path) -> None:
    stage = stage_with_kinds(tmp_path, VOICE)
    said = await hear(stage, f"Wren, {NUMB}")
    assert said.startswith("Put that hand by the stove.")
    assert await hear(stage, "Wren, what should I do?") == "No ladder until somebody has seen it."
    await stage.close()


async def test_it_is_asked_after_later_once(tmp_path: Path) -> None:
    stage = stage_with_kinds(tmp_path)
    after = {
        each.format(name="Ada", gist="your fingers")
        for each in TEXTS.raw("manners.asks-after.ailing").split("\n")
    }
    await hear(stage, f"Wren, {NUMB}")
    assert not after & {words for _, words in list_said(stage)}
    await stage.clock.advance(420)
    for _ in range(4):
        await hear(stage, "The stone by the door is wet.")
        await stage.clock.advance(120)
    assert len([words for _, words in list_said(stage) if words in after]) == 1
    await stage.close()


@pytest.mark.parametrize("words", ["The pot leaks.", "I have walked a long way."])
async def test_what_is_of_no_kind_is_no_worry(tmp_path: Path, words: str) -> None:
    stage = stage_with_kinds(tmp_path)
    said = await hear(stage, f"Wren, {words}")
    assert not said.startswith(tuple(list_lines("manners.worry.ailing", "manners.worry.dread")))
    await stage.close()


WRITTEN = f"""## Exchanges

> I have lost the feeling in my hand.

Then hold the cup with the other one.

> Which of the two sisters is older?

I never asked them.
{HALL_TALK.partition("## Exchanges")[2]}"""


class NearLines(GivenKinds):
    """Knows besides that one line of the voice is near to what is heard."""

    def compare(self, heard: str, lines: tuple[str, ...]) -> Sequence[float]:
        if self.near not in lines:
            return super().compare(heard, lines)
        return [0.85 if line == self.near and heard == NUMB else 0.0 for line in lines]

    near = "I have lost the feeling in my hand."


@pytest.mark.parametrize(("kind", "written"), [("ailing", True), ("kin", False), ("death", False)])
async def test_what_is_written_for_just_that_goes_first(
    tmp_path: Path, kind: str, written: bool
) -> None:
    """If its wording is of the same kind."""
    stage, _ = stage_of(tmp_path)
    stage.sentences = model = NearLines(GIVEN | {NearLines.near: {kind: 0.8}})
    wren = stage.agent("Wren", Pace(think_interval=60, jitter=0))
    voice = parse_voice(tmp_path / "voice.md", WRITTEN).voice
    wren.voice = VoiceIndex(voice, "Wren", sentences=model)
    wren.start(within=50)
    said = await hear(stage, f"Wren, {NUMB}")
    assert (said == "Then hold the cup with the other one.") is written
    assert written or said.startswith(tuple(list_lines("manners.worry.ailing")))
    await stage.close()
