"""Agents in company: real agents in a real world, on a virtual clock, by rule."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.manners.company import APART
from agents.mind.manners.floor import PATIENCE
from agents.mind.manners.manners import JUST_TALKED, MOST_LINES
from agents.mind.manners.social_lines import REMARKED_AGAIN
from agents.mind.voice.courtesies import is_farewell, is_greeting
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.support import TEXTS, Stage
from tests.examples import choose_count
from world.nature import Nature

SPEECH = re.compile(r'(\w+) says, "(.*)"')


def stage_with(folder: Path, *names: str, **voices: str) -> tuple[Stage, list[Agent]]:
    """A stage by rule without Ada, so that the agents are among themselves."""
    stage = Stage(folder)
    stage.generation_params = replace(stage.generation_params, by_rule=True, prompting="scene")
    agents = [stage.agent(name, Pace(think_interval=10, jitter=0.2)) for name in names]
    for agent in agents:
        text = voices.get(agent.name, "")
        agent.voice = VoiceIndex(parse_voice(folder / "voice.md", text).voice, agent.name)
    return stage, agents


def shut_hall(stage: Stage) -> None:
    with stage.world.changes() as tx:
        tx.remove_exit(stage.hall, "garden")


def list_said(stage: Stage) -> list[tuple[str, str]]:
    return [(m[1], m[2]) for text in stage.person.texts if (m := SPEECH.match(text))]


def list_lines(key: str, *names: str) -> set[str]:
    """Every command that says a line of the text to one of `names`."""
    said = [line for name in names for line in TEXTS.say(key, name=name).split("\n")]
    return {f"emote {each.strip('*')}" if each[0] == "*" else f"say {each}" for each in said}


WREN = """
## Exchanges

> Eels, friend. They have a lighthouse.

Then they keep better hours than you.

## Remarks

### with Cobb

- Cobb, which one is it today, the widow or the eels?
"""
COBB = """
## Exchanges

> Cobb, which one is it today, the widow or the eels?

Eels, friend. They have a lighthouse.
"""


async def test_a_talk_between_two_agents_is_the_one_that_was_written_and_ends(
    tmp_path: Path,
) -> None:
    """The opening is answered, the answer too, nothing is said twice, and then they are quiet."""
    stage, agents = stage_with(tmp_path, "Cobb", "Wren", Cobb=COBB, Wren=WREN)
    for agent in agents:
        agent.start(within=1)
    await stage.clock.advance(600)
    said = [
        pair for pair in list_said(stage) if any(w in pair[1] for w in ("eels", "Eels", "hours"))
    ]
    assert said[:3] == [
        ("Wren", "Cobb, which one is it today, the widow or the eels?"),
        ("Cobb", "Eels, friend. They have a lighthouse."),
        ("Wren", "Then they keep better hours than you."),
    ]
    assert len(said) == 3
    assert not stage.errors and not stage.model.requests
    await stage.close()


async def test_two_agents_greet_once_in_a_meeting(tmp_path: Path) -> None:
    """One greets, the other answers; they do not do it again while they are together."""
    stage, agents = stage_with(tmp_path, "Cobb", "Wren")
    stage.world.move(stage.ada.id, stage.garden.id)
    shut_hall(stage)
    for agent in agents:
        agent.start(within=1)
    seconds = choose_count(750, 1500)
    await stage.clock.advance(seconds)
    own = [each.line for agent in agents for each in agent.memory.experiences() if each.line]
    assert len(own) > seconds / 15
    assert len([line for line in own if line in list_lines("manners.greet", "Cobb", "Wren")]) == 1
    answers = list_lines("manners.greet.back", "Cobb", "Wren")
    assert len([line for line in own if line in answers]) == 1
    await stage.close()


async def test_words_to_everybody_are_answered_by_one(tmp_path: Path) -> None:
    voice = "## Exchanges\n> Hello everybody.\n\nHello to you.\n"
    stage, agents = stage_with(tmp_path, "Cobb", "Moss", "Wren", Cobb=voice, Moss=voice, Wren=voice)
    for agent in agents:
        agent.start(within=1000)
    stage.ada_does("say Hello everybody.")
    await stage.clock.advance(8)
    assert list_said(stage) == [("Cobb", "Hello to you.")]
    await stage.close()


async def test_nobody_talks_over_one_who_owes_an_answer(tmp_path: Path) -> None:
    """Whatever they say unasked waits; those who act or walk do not."""
    voice = "## Exchanges\n> What is new?\n\nNothing at all.\n\n## Remarks\n- Slugs tonight.\n"
    stage, agents = stage_with(tmp_path, "Cobb", "Moss", "Wren", Cobb=voice, Moss=voice, Wren=voice)
    shut_hall(stage)
    for agent in agents:
        agent.start(within=2)
    for _ in range(20):
        before = len(stage.person.seen)
        stage.ada_does("say Moss, what is new?")
        await stage.clock.advance(1.4)
        between = [text for text in stage.person.texts[before + 1 :] if SPEECH.match(text)]
        assert all(text.startswith("Moss") for text in between)
        await stage.clock.advance(20)
    assert not stage.errors
    await stage.close()


async def test_a_question_of_an_agent_is_not_left_without_an_answer(tmp_path: Path) -> None:
    """Where its voice has nothing, an agent lets it be seen that it does not know."""
    voice = "## Remarks\n\n### with Cobb\n\n- Cobb, how deep is it at the cairn?\n"
    stage, agents = stage_with(tmp_path, "Cobb", "Wren", Wren=voice)
    agents[0].start(within=900)
    agents[1].start(within=1)
    for _ in range(60):
        await stage.clock.advance(1)
        if any("cairn" in text for text in stage.person.texts):
            break
    at = next(n for n, text in enumerate(stage.person.texts) if "cairn" in text)
    await stage.clock.advance(6)
    answers = [each.text for each in stage.person.seen[at + 1 :] if each.actor == "Cobb"]
    unsure = {line.partition(" ")[2] for line in list_lines("manners.unsure", "Wren")}
    assert any(each.partition(" ")[2] in unsure for each in answers)
    await stage.close()


async def test_two_who_have_talked_enough_part_and_one_goes(tmp_path: Path) -> None:
    """Away from home, their talk ends with a word of parting, and the one who said it walks."""
    stage, agents = stage_with(tmp_path, "Cobb", "Wren", Cobb=COBB, Wren=WREN)
    stage.world.move(stage.ada.id, stage.garden.id)
    for agent in agents:
        agent.start(within=1)
        agent.state.profile = replace(agent.state.profile, home="The Boathouse")
    partings = list_lines("manners.part", "Cobb", "Wren")
    await stage.clock.advance(900)
    lives = [[each for each in agent.memory.experiences() if each.line] for agent in agents]
    then = [after for life in lives for one, after in pairwise(life)
            if one.line in partings and one.occupants == after.occupants]  # fmt: skip
    walked = [after for life in lives for one, after in pairwise(life)
              if one.line in partings and after.nature is Nature.MOVEMENT]  # fmt: skip
    assert walked and not then
    await stage.close()


async def test_leave_is_taken_at_the_end_of_a_talk_by_who_may_go(tmp_path: Path) -> None:
    """Not by an agent that has something to do here, and not long after the talk."""
    stage, agents = stage_with(tmp_path, "Cobb", "Wren")
    stage.world.move(stage.ada.id, stage.garden.id)
    wren = agents[1]
    for agent in agents:
        agent.start(within=1000)
        agent.pause()  # their own turns must not come between
        agent.state.profile = replace(agent.state.profile, home="The Boathouse")
    for number in range(3):
        stage.world.perform(wren.character, f"say Cobb, that makes {number}.")
    await stage.clock.advance(PATIENCE + 1)
    partings = {line.partition(" ")[2] for line in list_lines("manners.part", "Cobb")}

    def may_part(*, stays: bool) -> bool:
        here = wren._turns._company._describe()
        lines = [wren._turns._company.manners.begin(here, stays=stays) for _ in range(40)]
        return not partings.isdisjoint(line.partition(" ")[2] for line in lines)

    before = deepcopy(wren._turns._company.manners.floor._partings)
    assert not may_part(stays=True) and may_part(stays=False)
    wren._turns._company.manners.floor._partings = before
    await stage.clock.advance(JUST_TALKED.total_seconds())
    assert not may_part(stays=False)
    await stage.close()


async def test_after_a_restart_nobody_greets_again(tmp_path: Path) -> None:
    """Meetings follow from the archive."""
    stage, agents = stage_with(tmp_path, "Cobb", "Wren")
    agents[1].start(within=1)
    await stage.clock.advance(30)
    known = agents[1]._company.meetings["Cobb"]  # what the fold of a running life knows
    assert known.has_begun
    again = type(agents[1]._company)("Wren")
    again.note_all(agents[1].memory.experiences())
    folded = again.meetings["Cobb"]
    assert folded.has_begun
    # What a greeting in words was meant for, only the running life knows.
    assert replace(folded, greeted=True) == replace(known, greeted=True)
    await stage.close()


@pytest.mark.parametrize(
    "words",
    [
        "Hello.",
        "Good evening, Wren.",
        "Evening, Moss.",
        "Hey there!",
        "Ah, hello Cobb.",
        "Morning.",
    ],
)
def test_greetings_are_known(words: str) -> None:
    assert is_greeting(words)


@pytest.mark.parametrize(
    "words",
    ["Hello, did you find my blue boat?", "The evening is cold.", "I said hello to Wren.",
     "Good evening, I lost a boat with a white sail near the landing.", "History is long."],
)  # fmt: skip
def test_other_words_are_no_greeting(words: str) -> None:
    assert not is_greeting(words)


def test_farewells_are_known_and_a_question_is_none() -> None:
    assert is_farewell("Good night, Wren.") and is_farewell("I must go. Goodbye.")
    for leave in ("Right, bed for me. Night, Moss.", "I must go before dark. Keep well.",
                  "That did me good. Off home now.", "I must catch the last bus."):  # fmt: skip
        assert is_farewell(leave)
    assert not is_farewell("We slept there one night, Moss.")
    assert not is_farewell("Good to see you, Wren.")
    assert not is_farewell("Will I see you tomorrow?") and not is_farewell("The bell rings.")


@pytest.mark.parametrize(
    ("words", "takes_leave"),
    [
        ("see you around", True),
        ("See ya!", True),
        ("It was lovely to meet you.", True),
        ("nice talking to you", True),
        ("thanks, have a good one", True),
        ("So long, Wren!", True),
        ("My knee cannot stand so long.", False),
        ("Why did you stay so long?", False),
        ("I see you.", False),
        ("Nice to meet you.", False),
        ("It was nice in the garden.", False),
    ],
)
def test_farewells_as_they_are_typed(words: str, takes_leave: bool) -> None:
    assert is_farewell(words) is takes_leave


def test_the_shipped_texts_have_several_lines_for_each_moment() -> None:
    """An agent that meets four others a day does not greet all in the same words."""
    keys = [key for key in sorted(TEXTS.keys()) if key.startswith("manners.")]
    assert len(keys) >= 7 and APART.total_seconds() >= 300
    for key in keys:
        assert len(TEXTS.raw(key).split("\n")) >= 2, key


async def test_an_answer_to_the_agents_own_question_is_taken_in_and_no_more(
    tmp_path: Path,
) -> None:
    """It does not ask on, and has no general remark for it."""
    hail = "> Hello.\n\nHello. Which way did you come?\n\n"
    voice = f"## Exchanges\n\n{hail}> …\n\nNoted, with the hour.\n"
    stage, agents = stage_with(tmp_path, "Wren", Wren=voice)
    agents[0].start(within=900)
    for line in ("say Hello, Wren.", "say Along the shore, and slowly."):
        stage.ada_does(line)
        await stage.clock.advance(8)
    answers = list_lines("manners.answered", "Ada")
    assert [f"say {words}" in answers for _, words in list_said(stage)] == [False, True]
    await stage.close()


async def test_the_same_two_do_not_repeat_a_talk_within_an_hour(tmp_path: Path) -> None:
    """However often they meet: the opening is said once."""
    stage, agents = stage_with(tmp_path, "Cobb", "Wren", Cobb=COBB, Wren=WREN)
    shut_hall(stage)
    for agent in agents:
        agent.start(within=1)
    for _ in range(choose_count(2, 3)):
        await stage.clock.advance(300)
        stage.world.move(agents[0].character, stage.garden.id)
        await stage.clock.advance(APART.total_seconds() + 10)
        stage.world.move(agents[0].character, stage.hall.id)
    openings = [
        each.line for each in agents[1].memory.experiences() if "widow or the eels" in each.line
    ]
    assert len(openings) == 1
    wren = agents[1]._turns._company
    here, lines = wren._describe(), wren.manners.lines
    assert lines.find_opener("Cobb", here) is None
    later = lines.find_opener("Cobb", replace(here, now=here.now + REMARKED_AGAIN))
    assert later is not None and "widow or the eels" in later.text
    await stage.close()


async def test_talks_in_one_meeting_have_a_limit(tmp_path: Path) -> None:
    """With openings enough for a day, two who stay together fall silent."""
    openings = "".join(f"- Cobb, here is thing number {n}.\n" for n in range(40))
    voice = f"## Remarks\n\n### with Cobb\n\n{openings}"
    stage, agents = stage_with(tmp_path, "Cobb", "Wren", Wren=voice)
    shut_hall(stage)
    agents[1].state.profile = replace(agents[1].state.profile, home="The Hall")
    for agent in agents:
        agent.start(within=1)
    await stage.clock.advance(choose_count(900, 1800))
    said = [each for each in agents[1].memory.experiences() if "thing number" in each.line]
    assert 1 <= len(said) <= MOST_LINES
    await stage.close()


async def test_a_model_that_speaks_unasked_while_another_owes_an_answer_is_not_heard(
    tmp_path: Path,
) -> None:
    """The floor holds for whole prompts too: the line is dropped, a deed would not be."""
    stage = Stage(tmp_path)
    moss = stage.agent("Moss", Pace(think_interval=10, jitter=0))
    stage.agent("Cobb", Pace(think_interval=1000, reply_delay=15)).start(within=1000)
    moss.start(within=10)
    stage.model.will("say Slugs tonight.", "emote looks up.")
    stage.ada_does("say Cobb, what is new?")
    await stage.clock.advance(13)
    assert not any("Slugs" in text for text in stage.person.texts)
    assert any("somebody else has the floor" in text for text in stage.watched_kinds("state"))
    await stage.close()
