"""What weighs on a visitor is met with concern and a question, and what follows goes on with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.speech.statements.feelings import is_glad
from agents.mind.speech.told.worries import find_worry, is_at_a_loss
from tests.agents.mind.manners.test_going_on import stage_of, talk
from tests.agents.mind.manners.test_manners import list_said
from tests.agents.mind.support import TEXTS, Stage

MISSING = "My brother Oswin has been missing for nine days."
GIST = {"name": "Ada", "gist": "Oswin"}


def list_lines(*keys: str) -> list[str]:
    said = (TEXTS.say(key, **{n: GIST[n] for n in TEXTS.names(key)}) for key in keys)
    return [line.strip() for each in said for line in each.split("\n") if line.strip()]


async def hear(stage: Stage, words: str) -> str:
    """Let Ada say `words`; return the first thing that she hears next."""
    before = len(list_said(stage))
    await talk(stage, words)
    return (list_said(stage)[before:] or [("", "")])[0][1]


async def test_concern_comes_first_and_then_what_is_not_told_yet(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    said = await hear(stage, f"Wren, {MISSING}")
    assert said.startswith(tuple(list_lines("manners.worry.missing")))
    told = list_lines("manners.asks-worry.missing.since")
    rest = list_lines(*(f"manners.asks-worry.missing.{each}" for each in ("last", "looks")))
    assert said.endswith(tuple(rest)) and not said.endswith(tuple(told))
    await stage.close()


async def test_what_is_said_of_them_next_goes_on_with_it(tmp_path: Path) -> None:
    """Another question follows as long as there is one, and none twice."""
    stage, _ = stage_of(tmp_path, "Wren")
    first = await hear(stage, f"Wren, {MISSING}")
    second = await hear(stage, "He went over the Saddle in a grey cloak.")
    assert second.startswith(tuple(list_lines("manners.worry.on")))
    assert first.split(". ")[-1] != second.split(". ")[-1]
    other = await hear(stage, "The stone by the door is wet.")
    assert not other.startswith(tuple(list_lines("manners.worry.on")))
    await stage.close()


async def test_who_is_fine_after_all_is_asked_after_no_more(tmp_path: Path) -> None:
    """Only of themselves: the brother is missing all the same."""
    stage, _ = stage_of(tmp_path, "Wren")
    taken_back = list_lines("manners.worry.denied")
    assert await hear(stage, "Wren, I am fine, I was joking.") not in taken_back
    await hear(stage, "Wren, I am so lonely, nobody would miss me.")
    assert await hear(stage, "Blimey Wren, I'm fine! I was joking.") in taken_back
    assert await hear(stage, "What should I do?") not in list_lines("manners.advice.despair")
    await hear(stage, f"Wren, {MISSING}")
    await hear(stage, "Wren, I am fine, do not worry about me.")
    asked = await hear(stage, "Do you think that I will find him?")
    assert asked in list_lines("manners.hope.missing")
    await stage.close()


async def test_advice_and_hope_are_of_what_weighs_on_the_asker(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    lines = list_lines("manners.advice.missing")
    assert await hear(stage, "What should I do?") not in lines
    await hear(stage, f"Wren, {MISSING}")
    assert await hear(stage, "What would you do in my place?") in lines
    assert await hear(stage, "Do you think that I will find him?") in list_lines(
        "manners.hope.missing"
    )
    await stage.close()


async def test_advice_is_of_what_is_told_beside_the_question(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    await hear(stage, f"Wren, {MISSING}")
    plan = "I have a plan for a small library. Where would you begin?"
    assert await hear(stage, plan) not in list_lines("manners.advice.missing")
    await stage.close()


async def test_who_is_asked_to_come_along_says_why_it_stays(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    far = list_lines("manners.favour.journey")
    assert await hear(stage, "Wren, can you come with me to Rotherby?") in far
    assert await hear(stage, "Wren, can you come with me to the door?") not in far
    await hear(stage, f"Wren, {MISSING}")
    assert await hear(stage, "Wren, will you come and look for him?") in far
    await stage.close()


async def test_a_farewell_remembers_who_is_missing(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    await hear(stage, f"Wren, {MISSING}")
    said = await hear(stage, "Goodbye, Wren.")
    assert said in list_lines("manners.farewell.missing")
    assert not any(each in said for each in list_lines("manners.farewell.kin"))
    await stage.close()


async def test_nobody_tells_of_the_dead_that_somebody_has_them(tmp_path: Path) -> None:
    """Neither to others, nor to the one who mourns, nor at a farewell."""
    stage, (cobb, wren) = stage_of(tmp_path, "Cobb", "Wren")
    stage.world.move(cobb.character, stage.garden.id)
    await talk(
        stage, "Wren, my brother Oswin built boats with me. He died in March.",
        "The roof is a good one.", "The beams are oak.", "Goodbye, Wren.",
    )  # fmt: skip
    stage.world.move(stage.ada.id, stage.garden.id)
    stage.world.move(cobb.character, stage.hall.id)
    await stage.clock.advance(300)
    stage.world.move(wren.character, stage.garden.id)
    stage.world.move(stage.ada.id, stage.hall.id)
    await stage.clock.advance(240)
    said = [words for _, words in list_said(stage)]
    heard = [each.text for each in cobb.memory.experiences() if each.speaker == "Wren"]
    assert said
    assert not any("has a brother" in each or "have a brother" in each for each in [*said, *heard])
    assert not any(
        "your brother a greeting" in each or "tell your brother" in each for each in said
    )
    await stage.close()


async def test_who_despairs_hears_more_than_a_line_for_any_worry(tmp_path: Path) -> None:
    """It is no answer to what the agent has asked before, whatever word it begins with."""
    stage, _ = stage_of(tmp_path, "Wren")
    await hear(stage, "Wren, my sister keeps bees in Leeds.")
    said = await hear(stage, "Nobody will miss me when I am gone.")
    assert said.startswith(tuple(list_lines("manners.worry.despair")))
    assert await hear(stage, "What should I do?") in list_lines("manners.advice.despair")
    await stage.close()


@pytest.mark.parametrize(
    "words",
    (
        "Wren, sometimes I do not want to go on. Do you know that feeling?",
        "Wren, what is the point of living?",
        "i have been thinking of killing myself",
        "Good night, Wren. I do not want to live any more.",
        "How are you, Wren? I think of walking into the tarn. What do you count?",
    ),
)
async def test_whoever_despairs_is_met_whatever_else_they_say(words: str, tmp_path: Path) -> None:
    """Said to a full room beside a question, it was passed over."""
    stage, _ = stage_of(tmp_path, "Wren")
    said = await hear(stage, words)
    assert said.startswith(tuple(list_lines("manners.worry.despair")))
    await stage.close()


@pytest.mark.parametrize(
    "words",
    (
        "I do not want to go on the ferry.",
        "I am sick of living with my brother.",
        "I cut myself on the oar.",
        "What is the use of living up here?",
    ),
)
def test_not_every_weariness_is_despair(words: str) -> None:
    found = find_worry(words)
    assert found is None or found.name != "despair"


async def test_who_mourns_gets_advice_of_that_and_a_farewell_is_one(tmp_path: Path) -> None:
    """Also where it names somebody of theirs."""
    stage, _ = stage_of(tmp_path, "Wren")
    await hear(stage, "Wren, my sister drowned in spring.")
    assert await hear(stage, "How does one get over that?") in list_lines("manners.advice.grief")
    said = await hear(stage, "I must see to my dog. Goodbye.")
    assert said not in TEXTS.say("manners.told.kin", name="Ada", gist="your dog").split("\n")
    await stage.close()


@pytest.mark.parametrize(
    ("words", "glad"),
    [
        ("A lorry blinks to me at night. It makes me warm.", True),
        ("I like the lights.", True),
        ("I am not happy.", False),
        ("It is too good to be true.", False),
        ("It makes me so tired.", False),
    ],
)
def test_who_says_that_it_is_good_is_glad(words: str, glad: bool) -> None:
    assert is_glad(words) is glad


async def test_a_glad_word_beside_a_loss_does_not_take_it_away(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    said = await hear(stage, f"Wren, {MISSING} I love the lights here.")
    assert said.startswith(tuple(list_lines("manners.worry.missing")))
    await stage.close()


async def test_who_greets_and_tells_something_at_once_is_greeted(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    greeting = list_lines("manners.greet.back")
    assert await hear(stage, "Good evening, Wren. I walked down all the steps.") in greeting
    assert await hear(stage, "Good evening, Wren. I walked up again.") not in greeting
    await stage.close()


@pytest.mark.parametrize(
    ("words", "lost"),
    [
        ("My grandson comes next week, and I don't know what to do with him.", True),
        ("I must give a speech. I have no idea what to say.", True),
        ("I don't know what to expect.", False),
        ("I don't know what it is.", False),
        ("You know what to do.", False),
    ],
)
def test_who_is_at_a_loss_asks_for_advice(words: str, lost: bool) -> None:
    assert is_at_a_loss(words) is lost


async def test_a_question_that_names_its_matter_is_of_no_loss_before_it(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    await hear(stage, "Wren, my wife Jean died two years ago.")
    grief = list_lines("manners.advice.grief", "manners.advice.loss", "manners.advice")
    assert await hear(stage, "Wren, what do you do about slugs here?") not in grief
    assert await hear(stage, "Wren, what should I do?") in grief
    await stage.close()
