"""A visitor's words are taken up: an answer, an offer, a goodbye, what was told before others."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from agents.mind.agent import Agent
from agents.mind.manners.asking.moulds import Mould, Moulds
from agents.mind.manners.moves.answered import find_asked, find_mould
from agents.mind.manners.moves.seeing_off import tells_sorrow
from agents.mind.manners.tales import read_answer
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.manners.test_going_on import stage_of, talk
from tests.agents.mind.manners.test_manners import list_said
from tests.agents.mind.support import TEXTS, Stage

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
TRADE = "What is your profession, if I may put it down?"
WIFE = "Is your wife anything like you?"


def list_lines(key: str, gist: str = "") -> set[str]:
    values = {"name": "Ada", "gist": gist}
    said = TEXTS.say(key, **{each: values[each] for each in TEXTS.names(key)})
    return {line.strip() for line in said.split("\n")}


def words_of(stage: Stage, name: str) -> list[str]:
    return [words for who, words in list_said(stage) if who == name]


def give_voice(agent: Agent, text: str) -> None:
    agent.voice = VoiceIndex(parse_voice(Path("voice.md"), text).voice, agent.name)


# --- answers ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "gist"),
    [
        ("Tree surgeon, twenty-six years. Put it down next to Kinvara.", "a tree surgeon"),
        ("Beekeeper.", "a beekeeper"),
        ("I told you. A vet. I count animals.", "a vet"),
    ],
)
def test_a_trade_is_understood_by_what_was_asked(answer: str, gist: str) -> None:
    tale = read_answer(TRADE, answer, "Ada", NOW)
    assert tale is not None and (tale.kind, tale.gist) == ("trade", gist)
    assert read_answer(TRADE, "Never mind.", "Ada", NOW) is None


def test_a_question_back_tells_nothing_of_its_speaker() -> None:
    """Agents took "Sorry" for a place, and asked what people say of them there."""
    home = "Where is it that you come from?"
    assert read_answer(home, "Sorry, are you awake?", "Ada", NOW) is None
    tale = read_answer(home, "Leeds. Are you awake?", "Ada", NOW)
    assert tale is not None and (tale.kind, tale.gist) == ("origin", "Leeds")


def test_an_answer_is_to_the_question_that_it_fits() -> None:
    """Also if another one was asked after it."""
    moulds = Moulds()
    moulds.offer(WIFE, Mould("manners.asks-on.kin", "Is {gist} anything like you?", "your wife"))
    answer = "Tree surgeon, twenty-six years."
    assert find_asked(answer, [TRADE, WIFE], moulds, NOW) == TRADE
    assert find_asked("Hardly at all.", [TRADE, WIFE], moulds, NOW) == WIFE


def test_what_the_voice_asks_in_its_own_words_is_known_by_its_kind() -> None:
    mould = find_mould(TRADE, Moulds())
    assert mould is not None and mould.kind == "trade"
    assert find_mould("Is the soup good?", Moulds()) is None


async def test_why_somebody_came_is_taken_in_as_that(tmp_path: Path) -> None:
    """Who takes up the question to answer it asks nothing, and gets nothing back that they said."""
    stage, (wren,) = stage_of(tmp_path, "Wren")
    await talk(stage, "Good day, Wren.", "I want to plant forty pear trees this winter.")
    stage.world.perform(wren.character, "say What brings you here? The short version first.")
    await talk(stage, "What brings me here, Wren: I walked off, I could not face an empty house.")
    said = words_of(stage, "Wren")[-2:]
    assert set(said) & list_lines("manners.answered.errand") or not any("pear" in e for e in said)
    assert set(said) & list_lines("manners.answered.errand")
    await stage.close()


# --- offers -----------------------------------------------------------------------------

SMALL = "A miller once lent his shadow to a heron, and the heron never brought the thing back."
LARGE = (
    "A ferryman rowed three brides over in one night, and each of them asked him for the time, "
    "and each of them paid him with a button of the same coat."
)
#: It answers who knows of her already, and is shorter than both.
WIDOW = "Nine of them, friend, and to the last of them she said no, and so on and so on."
#: It answers who offers one, and has words that stand beside a request.
LISTENS = "Coin of the realm, friend! Begin, and leave the good part of it until I have sat down."
STORIES = f"""
## Exchanges

### Stories

> Tell me a story.

{SMALL}

> Tell me a long story.

{LARGE}

> Tell me about the widow.

{WIDOW}

> Let me tell you a story.

{LISTENS}

> Do people like your stories?

Moss believes half of them and Wren believes one in five, and it comes out even in the end.

### Anything else

> …

So it goes.

> …?

I could not say.
"""


@pytest.mark.parametrize(
    ("answer", "told"),
    [("Cobb, the small size please.", SMALL), ("The long one, Cobb.", LARGE), ("Not now.", "")],
)
async def test_an_offer_that_is_taken_up_is_kept(tmp_path: Path, answer: str, told: str) -> None:
    stage, (cobb,) = stage_of(tmp_path, "Cobb")
    give_voice(cobb, STORIES)
    await talk(stage, "Good day, Cobb.")
    offer = "say Ada, there is a story in that. Which size do you want?"
    stage.world.perform(cobb.character, offer)
    await talk(stage, answer)
    said = [each for each in words_of(stage, "Cobb") if each in (SMALL, LARGE)]
    assert said == ([told] if told else [])
    await stage.close()


async def test_an_offer_stands_for_a_while_for_one_who_names_it(tmp_path: Path) -> None:
    """Another word between the two does not end it, and other wishes are none for a story."""
    stage, (cobb,) = stage_of(tmp_path, "Cobb")
    give_voice(cobb, STORIES)
    await talk(stage, "Good day, Cobb.")
    stage.world.perform(cobb.character, "say Ada, there is a story in that. Which size?")
    stage.world.perform(cobb.character, "say Ada, sit down first.")
    await talk(stage, "Cobb, a bowl of soup please.")
    assert not {SMALL, LARGE} & set(words_of(stage, "Cobb"))
    await talk(stage, "Cobb, the small size please.")
    assert words_of(stage, "Cobb")[-1] == SMALL
    await stage.close()


async def test_who_asks_for_stories_hears_another_one_each_time(tmp_path: Path) -> None:
    """A line about its stories is none."""
    stage, (cobb,) = stage_of(tmp_path, "Cobb")
    give_voice(cobb, STORIES)
    await talk(stage, "Cobb, tell me a story.", "It was good.", "Cobb, tell me another story.")
    said = words_of(stage, "Cobb")
    assert [each for each in said if each in (SMALL, LARGE)] == [SMALL, LARGE]
    assert not any("Moss believes" in each for each in said)
    await stage.close()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Cobb, you owe me a story.", (SMALL, LARGE)),
        ("Tell us the one about the brides, Cobb.", (LARGE,)),
        ("Cobb, tell me the story of the heron.", (SMALL,)),
        ("One more story please, Cobb.", (SMALL, LARGE)),
        ("Cobb, tell me a story, I have sat down for it.", (SMALL, LARGE)),
        ("Cobb, I have a story about a heron for you.", ()),
    ],
)
async def test_a_request_for_a_story_is_no_offer_of_one(
    tmp_path: Path, asked: str, told: tuple[str, ...]
) -> None:
    """The one that is named is told."""
    stage, (cobb,) = stage_of(tmp_path, "Cobb")
    give_voice(cobb, STORIES)
    await talk(stage, "Good day, Cobb.", asked)
    said = [each for each in words_of(stage, "Cobb") if each in (SMALL, LARGE, LISTENS)]
    assert bool({*said} - {LISTENS}) is bool(told) and (not told or set(said) <= set(told))
    await stage.close()


async def test_one_of_several_that_are_offered_is_chosen_by_its_name(tmp_path: Path) -> None:
    stage, (cobb,) = stage_of(tmp_path, "Cobb")
    offer = "I know a heron and some brides. Which will you have?"
    give_voice(cobb, STORIES.replace("Moss believes half", f"{offer} Moss believes half"))
    await talk(stage, "Good day, Cobb.")
    stage.world.perform(cobb.character, f"say {offer} Moss believes half of them and Wren believes "
                        "one in five, and it comes out even in the end.")  # fmt: skip
    await talk(stage, "The brides!")
    assert words_of(stage, "Cobb")[-1] == LARGE
    await stage.close()


# --- goodbyes ---------------------------------------------------------------------------


async def test_a_farewell_takes_up_what_mattered_most_once_and_by_one(tmp_path: Path) -> None:
    """Not a wife who was only named, and not in the same words by two."""
    stage, _ = stage_of(tmp_path, "Cobb", "Wren")
    await talk(stage, "Cobb, my wife Brid adds up the bills.")
    await talk(stage, "Wren, my brother Declan died two years ago.")
    await stage.clock.advance(240)
    before = len(list_said(stage))
    await talk(stage, "Goodbye, Cobb.", "Goodbye, Wren.", "Goodbye again, Cobb.")
    said = [words for _, words in list_said(stage)[before:]]
    assert len(set(said) & list_lines("manners.farewell.woe", "your brother")) == 1
    assert not any("wife" in each for each in said)
    assert len(set(said)) == len(said)
    await stage.close()


async def test_who_comes_back_soon_is_not_seen_off(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, "Wren, my brother Declan died two years ago.")
    before = len(list_said(stage))
    await talk(stage, "Goodbye, Wren. I only go next door. Back soon.")
    assert not any("brother" in words for _, words in list_said(stage)[before:])
    await stage.close()


# --- what was told before others --------------------------------------------------------


async def test_a_name_that_was_said_before_the_agent_is_known_to_it(tmp_path: Path) -> None:
    """Though it was said to another, and long ago by the count of memories."""
    stage, (_, wren) = stage_of(tmp_path, "Moss", "Wren")
    await talk(stage, "Moss, my brother Declan worked the ropes with me until he died.")
    wren.memory.view  # noqa: B018
    told = wren._company.list_told("Ada")
    assert any("Declan" in each.words for each in told)
    await talk(stage, "Wren, what was my brother's name, do you recall?")
    assert any("Declan" in each for each in words_of(stage, "Wren"))
    await stage.close()


async def test_whom_a_visitor_lost_is_known(tmp_path: Path) -> None:
    """Who says that somebody died has said whom they lost."""
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, "Wren, my brother Declan worked the ropes until he died two years ago.")
    await talk(stage, "Wren, do you remember whom I lost?")
    assert words_of(stage, "Wren")[-1].startswith("Your brother Declan")
    await stage.close()


async def test_nobody_comes_from_somebody_who_is_here(tmp_path: Path) -> None:
    stage, (_, wren) = stage_of(tmp_path, "Cobb", "Wren")
    await talk(stage, "Wren, I come from Cobb.", "Wren, I come from Kinvara.")
    assert [each.gist for each in wren._company.tales if each.kind == "origin"] == ["Kinvara"]
    await stage.close()


@pytest.mark.parametrize(
    ("words", "grave"),
    [
        ("My brother Declan died two years ago.", True),
        ("I am afraid.", True),
        ("My sister is very ill.", True),
        ("I want to plant forty pear trees.", False),
        ("Good evening, Moss.", False),
    ],
)
def test_what_tells_sorrow_is_known(words: str, grave: bool) -> None:
    assert tells_sorrow(words) is grave


async def test_a_request_that_costs_nothing_is_granted(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, "Good evening, Wren. I'm Ada, from Kinvara. May I warm my hands?")
    assert set(words_of(stage, "Wren")) & list_lines("manners.favour.comfort")
    await talk(stage, "Good evening again, Wren. Am I disturbing your watch?")
    assert set(words_of(stage, "Wren")) & list_lines("manners.favour.disturb")
    await stage.close()
