"""A talk with a visitor goes on: the agent asks back, keeps what it hears, and passes it on."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

import pytest

from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.manners.asking.known_kinds import asks_for
from agents.mind.manners.asking.sorrows import leave_out_mourned
from agents.mind.manners.portraits import describe_tale, tell_to
from agents.mind.manners.tales import read_answer, read_tale
from tests.agents.mind.manners.test_manners import list_said, shut_hall, stage_with
from tests.agents.mind.support import TEXTS, Stage

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
HALL_TALK = "## Exchanges\n> …\n\nSo it goes.\n\n> …?\n\nI could not say.\n"
CARPENTER = "I am a ship's carpenter."
GIVEN = {"name": "Ada", "gist": "a ship's carpenter"}


@pytest.mark.parametrize(
    ("told", "clause", "to_them"),
    [
        (CARPENTER, "Bram is a ship's carpenter", "you are a ship's carpenter"),
        ("I'm Bram, a miller from Leeds.", "Bram is a miller", "you are a miller"),
        ("I was a soldier once.", "Bram was once a soldier", "you were once a soldier"),
        ("I come from the coast.", "Bram comes from the coast", "you come from the coast"),
        ("I grew up in a lighthouse.", "Bram grew up in a lighthouse",
         "you grew up in a lighthouse"),
        ("My older sister keeps bees.", "Bram has an older sister", "you have an older sister"),
        ("I built my boat.", "Bram built a boat", "you built a boat"),
        ("I came up here to see the lamp.", "Bram came to see the lamp",
         "you came to see the lamp"),
        ("I am on my way to my daughter's wedding.", "Bram is going to a daughter's wedding",
         "you are going to a daughter's wedding"),
        ("I left my good plane at an inn.", "Bram has lost Bram's good plane",
         "you have lost your good plane"),
    ],
)  # fmt: skip
def test_what_a_visitor_tells_becomes_a_clause(told: str, clause: str, to_them: str) -> None:
    tale = read_tale(told, "Bram", NOW)
    assert tale is not None
    assert describe_tale(tale) == clause
    assert tell_to(clause, "Bram") == to_them


@pytest.mark.parametrize(
    "told",
    [
        "My mother is well.",
        "My mum sells flour.",
        "My dog died.",
        "I like your soup.",
        "I left my home in spring.",
    ],
)
def test_what_says_nothing_to_others_becomes_none(told: str) -> None:
    tale = read_tale(told, "Bram", NOW)
    assert tale is None or describe_tale(tale) == ""


@pytest.mark.parametrize("told", ["My sauce is burnt.", "My sauce burnt.", "My sauce was burned."])
def test_what_befell_a_thing_is_no_part_of_its_name(told: str) -> None:
    """A visitor was told: "It was good that you spoke of your sauce is." """
    tale = read_tale(told, "Bram", NOW)
    assert tale is not None and tale.gist_to_teller == "your sauce"


@pytest.mark.parametrize(
    ("question", "answer", "gist"),
    [
        ("What is your trade, Bram?", "Carpenter.", "a carpenter"),
        ("And what do you do, Bram?", "A ship's carpenter", "a ship's carpenter"),
        ("Where do you come from, Bram?", "From the coast.", "the coast"),
        ("Where do you come from?", "Leeds", "Leeds"),
        ("What brings you up here?", "To see the lamp.", "see the lamp"),
    ],
)  # fmt: skip
def test_a_short_answer_tells_as_much_as_a_whole_one(question: str, answer: str, gist: str) -> None:
    tale = read_answer(question, answer, "Bram", NOW)
    assert tale is not None and tale.gist == gist


@pytest.mark.parametrize(
    ("question", "answer"),
    [("What is your trade?", "I would rather not say."), ("Where do you live?", "Up there, far."),
     ("How are you?", "A miller."), ("What is your trade?", "Never mind."),
     ("What do you do? And what do you count?", "Frames per second."),
     ("What do you do?", "Thin the carrots"), ("What do you do?", "Emails, mostly"),
     ("What do you do?", "sounds dull. i got a ferret")],
)  # fmt: skip
def test_other_words_are_no_such_answer(question: str, answer: str) -> None:
    assert read_answer(question, answer, "Bram", NOW) is None


# --- in the world -----------------------------------------------------------------------


def stage_of(folder: Path, *names: str) -> tuple[Stage, list[Agent]]:
    stage, agents = stage_with(folder, *names, **dict.fromkeys(names, HALL_TALK))
    shut_hall(stage)
    for agent in agents:
        agent.configure(agent.profile, Pace(think_interval=60, jitter=0))
        agent.start(within=50)
    return stage, agents


def list_questions() -> set[str]:
    keys = [each for each in sorted(TEXTS.keys()) if each.startswith("manners.asks")]
    said = (TEXTS.say(key, **{n: GIVEN[n] for n in TEXTS.names(key)}) for key in keys)
    return {line.strip() for each in said for line in each.split("\n")}


async def talk(stage: Stage, *lines: str) -> None:
    for line in lines:
        stage.ada_does(f"say {line}")
        await stage.clock.advance(9)


async def test_a_talk_is_gone_on_with_now_and_then(tmp_path: Path) -> None:
    """Not after every answer, no question twice, and none while another waits for its answer."""
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, *[f"The stone by door number {n} is wet." for n in range(30)])
    said = [words for _, words in list_said(stage)]
    asked = [words for words in said if words in list_questions()]
    assert 2 <= len(asked) <= 10 and len(set(asked)) == len(asked)
    assert not any({one, two} <= set(asked) for one, two in pairwise(said))
    await stage.close()


async def test_nobody_is_questioned_who_says_nothing_or_only_greets(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, "Hello, Wren.")
    await stage.clock.advance(600)
    assert not [words for _, words in list_said(stage) if words in list_questions()]
    await stage.close()


async def test_what_was_told_is_asked_on_and_comes_to_others(tmp_path: Path) -> None:
    """Cobb hears it from Wren, and says it to Ada when he meets her."""
    stage, (cobb, wren) = stage_of(tmp_path, "Cobb", "Wren")
    stage.world.move(cobb.character, stage.garden.id)
    await talk(stage, f"Wren, {CARPENTER}", "The roof is a good one.", "The beams are oak.")
    asked = TEXTS.say("manners.asks-on.trade", **GIVEN).split("\n")
    assert len([words for _, words in list_said(stage) if words in asked]) == 1
    stage.world.move(stage.ada.id, stage.garden.id)
    stage.world.move(cobb.character, stage.hall.id)
    await stage.clock.advance(300)
    told = [each.text for each in cobb.memory.experiences() if each.speaker == "Wren"]
    assert len([text for text in told if "Ada is a ship's carpenter" in text]) == 1
    stage.world.move(wren.character, stage.garden.id)
    stage.world.move(stage.ada.id, stage.hall.id)
    await stage.clock.advance(240)
    said = [words for speaker, words in list_said(stage) if speaker == "Cobb"]
    assert (
        len([each for each in said if "you are a ship's carpenter" in each and "Wren" in each]) == 1
    )
    await stage.close()


async def test_what_is_confided_stays_where_it_was_told(tmp_path: Path) -> None:
    stage, (cobb, _) = stage_of(tmp_path, "Cobb", "Wren")
    stage.world.move(cobb.character, stage.garden.id)
    await talk(stage, f"Wren, keep this to yourself: nobody knows it. {CARPENTER}")
    stage.world.move(stage.ada.id, stage.garden.id)
    stage.world.move(cobb.character, stage.hall.id)
    await stage.clock.advance(600)
    assert not [each for each in cobb.memory.experiences() if "ship's carpenter" in each.text]
    await stage.close()


async def test_a_gift_is_news(tmp_path: Path) -> None:
    """Whoever hears of it is not told to whom it was given: it may be the teller."""
    stage, (cobb, _) = stage_of(tmp_path, "Cobb", "Wren")
    stage.world.move(cobb.character, stage.garden.id)
    with stage.world.changes() as tx:
        tx.create("thing", "oat loaf", stage.ada)
    stage.ada_does("give oat loaf to Wren")
    await stage.clock.advance(30)
    stage.world.move(stage.ada.id, stage.garden.id)
    stage.world.move(cobb.character, stage.hall.id)
    await stage.clock.advance(300)
    told = [each.text for each in cobb.memory.experiences() if each.speaker == "Wren"]
    assert len([text for text in told if "Ada brought an oat loaf" in text]) == 1
    await stage.close()


async def test_whole_prompts_keep_their_own_words(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    stage.generation_params = replace(stage.generation_params, prompting="whole")
    wren = stage.agent("Wren", Pace(think_interval=60, jitter=0))
    wren.start(within=50)
    stage.model.will(*["say So it goes."] * 3)
    await talk(stage, "Wren, the beams are oak.", "Wren, the roof is slate.", f"Wren, {CARPENTER}")
    assert not [words for _, words in list_said(stage) if words in list_questions()]
    await stage.close()


async def test_a_farewell_comes_back_to_what_was_told(tmp_path: Path) -> None:
    """Whoever has told nothing is seen off as before."""
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, "The roof is a good one.", "Goodbye, Wren.")
    assert not [words for _, words in list_said(stage) if "plane" in words]
    await talk(stage, "Wren, I left my good plane at an inn.", "Goodbye, Wren.")
    lines = TEXTS.say("manners.farewell.loss", name="Ada", gist="your good plane").split("\n")
    assert list_said(stage)[-1][1] in lines
    await stage.close()


async def test_whom_a_visitor_looked_for_and_met_is_looked_out_for_no_more(tmp_path: Path) -> None:
    """One was told at her farewell: "I shall look out for Cobb." """
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, "Wren, I am looking for Cobb.", "Goodbye, Wren.")
    sought = TEXTS.say("manners.farewell.search", name="Ada", gist="Cobb").split("\n")
    assert list_said(stage)[-1][1] in sought
    await stage.close()

    stage, _ = stage_of(tmp_path / "later", "Wren")
    cobb = stage.agent("Cobb", Pace(think_interval=600, jitter=0))
    cobb.start(within=1)
    await talk(stage, "Wren, I am looking for Cobb.", "Wren, the roof is good.")
    stage.world.perform(cobb.character, "say Wren, I am here.")
    await talk(stage, "Goodbye, Wren.")
    assert list_said(stage)[-1][1] not in sought
    await stage.close()


def test_the_dead_are_not_asked_after() -> None:
    """What was told of the same one later is left out; another's kin, and the woe itself, stay."""
    words = (
        "My dog sat by the door.",
        "My dog died last winter.",
        "My niece laughs at everything.",
    )
    tales = [tale for each in words if (tale := read_tale(each, "Irena", NOW))]
    others = read_tale("My dog is old.", "Bram", NOW)
    assert others is not None and len(tales) == 3
    assert list(leave_out_mourned([*tales, others])) == [*tales[1:], others]


async def test_a_death_told_beside_a_question_is_not_passed_over(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    given = {"name": "Ada", "gist": "your dog"}
    sorrow = set(TEXTS.say("manners.asks-on.woe", **given).split("\n"))
    kin = set(TEXTS.say("manners.asks-on.kin", **given).split("\n"))
    told = "Wren, my dog died. What is the roof made of?"
    await talk(stage, *[f"{told} And number {n}?" for n in range(3)], "My dog sat by the door.")
    said = [words for _, words in list_said(stage)]
    assert len(sorrow.intersection(said)) == 1 and kin.isdisjoint(said)
    await stage.close()


async def test_nobody_is_asked_twice_in_the_same_words(tmp_path: Path) -> None:
    """Whatever another agent has asked of its own accord is not asked again."""
    stage, _ = stage_of(tmp_path, "Wren")
    asked = TEXTS.say("manners.asks-on.trade", **GIVEN).split("\n")
    stage.floor.asked.update({("Ada", line): True for line in asked[1:]})
    lines = [f"The beams are oak, all {n} of them." for n in range(12)]
    await talk(stage, f"Wren, {CARPENTER}", *lines)
    said = [words for _, words in list_said(stage)]
    assert set(said) & list_questions() and set(asked[1:]).isdisjoint(said)
    await stage.close()


async def test_nobody_asks_what_a_lost_thing_looks_like_that_was_described(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, "Hello, Wren.")
    keys, asked = ("manners.asks-on.loss.described", "manners.asks-on.loss"), []
    for thing in ("lantern", "basket", "kettle"):
        await talk(stage, f"I lost my {thing}. It is green.", "The roof is high.", "So it is.")
        given = {"name": "Ada", "gist": f"your {thing}"}
        asked += [set(TEXTS.say(key, **given).split("\n")) for key in keys]
    described, all_of_loss = (set[str]().union(*asked[n::2]) for n in range(2))
    said = {words for _, words in list_said(stage)}
    assert said & described and not said & (all_of_loss - described)
    await stage.close()


async def test_nobody_asks_when_one_last_saw_whom_they_came_with(tmp_path: Path) -> None:
    stage, _ = stage_of(tmp_path, "Wren")
    await talk(stage, "Hello, Wren.", "I came with my sister.", "The roof is a good one.")
    kin = set(TEXTS.say("manners.asks-on.kin", name="Ada", gist="your sister").split("\n"))
    assert not kin & {words for _, words in list_said(stage)}
    await talk(stage, "My brother keeps bees.", "The beams are oak.")
    kin = set(TEXTS.say("manners.asks-on.kin", name="Ada", gist="your brother").split("\n"))
    assert kin & {words for _, words in list_said(stage)}
    await stage.close()


async def test_what_a_greeting_asked_is_not_asked_again(tmp_path: Path) -> None:
    greets = HALL_TALK.replace("> …\n", "> Hello.\n\nHello. What brings you up here?\n\n> …\n", 1)
    stage, agents = stage_with(tmp_path, "Wren", Wren=greets)
    shut_hall(stage)
    agents[0].configure(agents[0].profile, Pace(think_interval=60, jitter=0))
    agents[0].start(within=50)
    await talk(stage, "Hello, Wren.", *[f"The stone by door number {n} is wet." for n in range(30)])
    said = [words for _, words in list_said(stage)]
    assert [each for each in said if asks_for(each, {"errand"})] == [
        "Hello. What brings you up here?"
    ]
    assert set(said) & list_questions(), "it asks for other things"
    await stage.close()
