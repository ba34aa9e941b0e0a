"""News with a question behind it are met by a word for them, then by the question's answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.turn.answering.both_parts import find_news
from tests.agents.mind.manners.moves.test_of_kind import GLAD, LESS_GLAD, VOICE, WON, stage_where
from tests.agents.mind.manners.test_going_on import HALL_TALK
from tests.agents.mind.speech.tellings.test_caring import hear, list_lines
from tests.agents.mind.support import TEXTS

ASKED, ANSWER = "Where do you sleep?", "Under the lamp, mostly."
LINE = f"Wren, {WON} {ASKED}"
SLEEPS = VOICE.replace("## Knowledge", f"> {ASKED}\n\n{ANSWER}\n\n## Knowledge")


@pytest.mark.parametrize(
    ("line", "news"),
    [
        ("I passed my exam! Have you a family?", "I passed my exam!"),
        ("My cat died. I am sad. Where do you sleep?", "My cat died. I am sad."),
        ("I have a dog. Would you feed him?", ""),
        ("Good evening. Who are you?", ""),
        ("I passed my exam!", ""),
        ("Have you a family?", ""),
    ],
)
def test_news_stand_before_a_question_that_does_not_lean_on_them(line: str, news: str) -> None:
    assert find_news(line) == news


async def test_good_news_get_a_word_before_the_answer(tmp_path: Path) -> None:
    """The word is a line of the voice for that kind."""
    stage, teller = stage_where(tmp_path, {WON: {"joy": 0.8}}, SLEEPS)
    said = await hear(stage, LINE)
    assert said in (f"{GLAD} {ANSWER}", f"{LESS_GLAD} {ANSWER}")
    assert WON in [line for line, _ in teller.asked]
    await stage.close()


@pytest.mark.parametrize("kinds", [{"joy": 0.5}, {"habit": 0.9}])
async def test_what_is_no_sure_or_no_weighty_news_gets_the_answer_alone(
    tmp_path: Path, kinds: dict[str, float]
) -> None:
    stage, _ = stage_where(tmp_path, {WON: kinds}, SLEEPS)
    assert await hear(stage, LINE) == ANSWER
    await stage.close()


async def test_a_word_that_asks_something_is_not_put_before_an_answer(tmp_path: Path) -> None:
    text = SLEEPS.replace(GLAD, "Who was it?").replace(LESS_GLAD, "How did that feel?")
    stage, _ = stage_where(tmp_path, {WON: {"joy": 0.8}}, text)
    assert await hear(stage, LINE) == ANSWER
    await stage.close()


async def test_what_the_voice_has_for_the_news_stands_by_itself(tmp_path: Path) -> None:
    """It has met them already."""
    met = "Then somebody has run well."
    text = VOICE.replace("## Knowledge", f"> {WON}\n\n{met}\n\n## Knowledge")
    stage, _ = stage_where(tmp_path, {WON: {"joy": 0.8}}, text)
    assert await hear(stage, f"Wren, {WON} What now?") == met
    await stage.close()


async def test_without_lines_of_its_own_the_word_is_one_of_those_for_all(tmp_path: Path) -> None:
    """An agent without lines of its own for the kind has those of the text."""
    stage, _ = stage_where(tmp_path, {WON: {"joy": 0.8}}, HALL_TALK + f"\n> {ASKED}\n\n{ANSWER}\n")
    said = await hear(stage, LINE)
    assert said.endswith(f" {ANSWER}")
    assert said.removesuffix(f" {ANSWER}") in list_lines("kinds.joy")
    await stage.close()


async def test_news_that_answer_the_agent_get_the_word_for_news(tmp_path: Path) -> None:
    """It says more than that an answer was heard."""
    stage, _ = stage_where(
        tmp_path, {WON: {"joy": 0.8}}, SLEEPS.replace(ANSWER, f"{ANSWER} And you?")
    )
    assert await hear(stage, f"Wren, {ASKED}") == f"{ANSWER} And you?"
    said = await hear(stage, LINE)
    assert said.startswith((GLAD, LESS_GLAD))
    await stage.close()


async def test_what_is_put_right_is_met_before_the_answer(tmp_path: Path) -> None:
    """Whatever answers the question, but not where nothing was put right."""
    stage, _ = stage_where(tmp_path, {}, SLEEPS)
    await hear(stage, "Wren, my mule died on Tuesday, and that keeps me up.")
    said = await hear(stage, f"Wren, it was Monday she died, not Tuesday. {ASKED}")
    first = TEXTS.raw("manners.feeling.put-right").split("\n")
    met = [each.format(new="Monday", old="Tuesday", name="Ada") for each in first]
    assert said in [f"{each} {ANSWER}" for each in met]
    assert await hear(stage, f"Wren, I like tea, not coffee. {ASKED}") == ANSWER
    await stage.close()
