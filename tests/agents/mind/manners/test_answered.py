"""What a visitor answers to an agent's own question is taken up, kept, and not asked again."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.memory.core.records import Experience
from agents.mind.manners.asking.known_kinds import asks_for
from agents.mind.manners.asking.moulds import Mould, Moulds
from agents.mind.manners.asking.sorrows import leave_out_mourned
from agents.mind.manners.company import Meeting
from agents.mind.manners.moves.answered import is_answer_to_own
from agents.mind.manners.portraits import describe_tale
from agents.mind.manners.tales import (
    Tale,
    find_tales,
    keep_answer,
    mourn_before,
    read_tale,
)
from tests.agents.mind.manners.test_going_on import list_questions, stage_of, talk
from tests.agents.mind.manners.test_manners import list_said
from tests.agents.mind.support import TEXTS
from world.nature import Nature

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
KIN = {"name": "Ada", "gist": "your sister"}


def list_lines(*keys: str) -> set[str]:
    said = (TEXTS.say(key, **{n: KIN[n] for n in TEXTS.names(key)}) for key in keys)
    return {line.strip() for each in said for line in each.split("\n")}


async def test_an_answer_is_met_by_what_was_asked(tmp_path: Path) -> None:
    """Of a sister something is said that fits a sister; what was answered is kept."""
    stage, (wren,) = stage_of(tmp_path, "Wren")
    await talk(stage, "Good day, I have walked for long.", "My sister keeps bees in Leeds.")
    await stage.clock.advance(20)
    asked = [words for _, words in list_said(stage)][-1]
    assert asked in list_lines("manners.asks-on.kin", "manners.told.kin")
    await talk(stage, "She has forty hives and hardly any patience with me.")
    replies = {each.partition("=>")[2].strip() for each in list_lines("manners.answered.lines")}
    assert len([words for _, words in list_said(stage) if words in replies]) == 1
    kept = [each for each in wren._company.tales if each.kind == "answer"]
    assert [each.words for each in kept] == ["She has forty hives and hardly any patience with me."]
    await stage.close()


async def test_nobody_hears_one_mould_of_two_agents(tmp_path: Path) -> None:
    """Also where it is filled with another relation."""
    stage, _ = stage_of(tmp_path, "Cobb", "Wren")
    raw = {line.strip() for line in TEXTS.raw("manners.asks-on.kin").split("\n")}
    for name in ("Cobb", "Wren", "Cobb", "Wren"):
        for kin in ("sister", "brother", "aunt"):
            await talk(stage, f"{name}, my {kin} keeps bees in Leeds.", "It has rained since then.")
            await stage.clock.advance(20)
    said = [words for _, words in list_said(stage)]
    moulds = [
        mould
        for words in said
        if (mould := stage.floor.moulds.find(words)) and mould.line.strip() in raw
    ]
    assert moulds and len({each.line for each in moulds}) == len(moulds)
    assert set(said) & list_questions() or moulds
    await stage.close()


def test_a_mould_counts_when_it_is_said_and_not_when_it_is_thought_of() -> None:
    moulds = Moulds()
    moulds.offer("Is your dog like you?", Mould("manners.asks-on.kin", "Is {gist} like you?"))
    assert moulds.rank("Is {gist} like you?", "Ada") == 0
    moulds.hear("Is your dog like you?", ["Ada"])
    assert moulds.rank("Is {gist} like you?", "Ada") > 0
    assert moulds.rank("Is {gist} like you?", "Bea") == 0


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Hello. You make four today. What brings you?", "errand"),
        ("What is your profession, if I may put it down?", "trade"),
        ("What do you do for your soup, friend, down there?", "trade"),
        ("From where have you come, if I may ask?", "origin"),
        ("Where have you come from, friend?", "origin"),
    ],
)
def test_a_line_of_a_voice_that_asks_for_what_is_known_is_recognised(words: str, kind: str) -> None:
    assert asks_for(words, {kind})
    assert not asks_for(words, {"errand", "trade", "origin"} - {kind})


@pytest.mark.parametrize(
    ("lines", "mourned"),
    [
        (["My father was a founder, died in March, and my brother changed the lock."], True),
        (["My father taught me.", "He drowned two winters ago."], True),
        (["I last stood at my father's grave in spring."], True),
        (["My late father tuned it."], True),
        (["My father built a boat that sank."], False),
        (["My father says his dog died."], False),
        (["My father is well.", "The dog died."], False),
    ],
)
def test_who_is_dead_is_not_asked_after(lines: list[str], mourned: bool) -> None:
    tales: list[Tale] = []
    for line in lines:
        memory = Experience(
            1, NOW, f'Ada says, "{line}"', "observation", speaker="Ada", nature=Nature.SPEECH,
            occupants=("Ada",),
        )  # fmt: skip
        tales += [*find_tales(memory), *mourn_before(memory, tales)]
    asked = [each for each in leave_out_mourned(tales) if each.kind == "kin"]
    assert not mourned or not any("father" in each.gist for each in asked)
    assert mourned is any(each.kind == "woe" and "father" in each.gist for each in tales)


def test_nobody_is_said_to_have_lost_one_of_whom_they_did_not_speak() -> None:
    """Another agent was told: "Lee has lost a daughter." """
    tales: list[Tale] = []
    for line in ("I have a daughter, she is seven.", "He died when I was twenty."):
        memory = Experience(
            1, NOW, f'Ada says, "{line}"', "observation", speaker="Ada", nature=Nature.SPEECH
        )
        tales += [*find_tales(memory), *mourn_before(memory, tales)]
    assert [describe_tale(each) for each in tales] == ["Ada has a daughter"]
    ill = read_tale("My daughter fell ill.", "Ada", NOW)
    assert ill is not None and "lost" not in describe_tale(ill)


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("a baker", True),
        ("I was a nurse.", True),
        ("I miss his jokes.", False),
        ("but some are nice", False),
        ("maybe I'll try it", False),
        ("Please don't tell anyone.", False),
    ],
)
def test_what_is_short_is_a_trade_only_if_it_may_be(words: str, answers: bool) -> None:
    question = "What do you do with your hands, where you come from?"
    meeting = Meeting("Ada", NOW, NOW, last_own=question)
    assert is_answer_to_own(words, meeting, Mould("manners.asks.trade", question)) is answers


@pytest.mark.parametrize(
    ("asked", "words", "answers"),
    [
        ("What do you do with your hands?", "With my hands? I draw maps on a blackboard.", True),
        ("What do you do with your hands?", "With my hands? Do you mean now?", False),
        ("Where is it that you come from?", "From Rijeka, I told you, by the sea!", True),
        ("How do you get on? You and your brother, I mean.", "he rings every sunday", True),
        ("What would your daughter say?", "My Ana would say: papa, it is cold.", True),
        ("What is the soil like?", "I will show you one day.", False),
        ("What is the soil like?", "You ask too much.", False),
        ("The soil is good.", "Red, and full of stones.", False),
    ],
)
def test_an_answer_may_take_up_the_question_first(asked: str, words: str, answers: bool) -> None:
    """It may say, too, that it was given before; what is said of the hearer is none."""
    assert is_answer_to_own(words, Meeting("Ada", NOW, NOW, last_own=asked)) is answers


def test_an_answer_that_cannot_be_told_back_is_not_kept() -> None:
    assert keep_answer("Twelve.", "Ada", NOW) is None
    kept = keep_answer("Well, nobody knows. I only sell bridles.", "Ada", NOW)
    assert kept is not None and kept.words == "I only sell bridles."
