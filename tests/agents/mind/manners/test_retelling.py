"""What was told comes up again: once, with its source, to whom it concerns."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.manners.company import APART
from agents.mind.manners.moves.retelling import LATER
from tests.agents.mind.manners.test_manners import SPEECH, shut_hall, stage_with
from tests.agents.mind.support import TEXTS, Stage

#: So long that people who are together then meet anew; and that whoever is there was told.
AWAY, LONG = APART.total_seconds() + 20, 1200
BOAT = "I lost a blue boat with a white sail."


async def tell(stage: Stage, *lines: str) -> None:
    for line in lines:
        stage.ada_does(line)
        await stage.clock.advance(12)


def go(stage: Stage, to: str) -> None:
    stage.world.move(stage.ada.id, getattr(stage, to).id)


def speech_of(agent: Agent) -> list[str]:
    return [each.line for each in agent.memory.experiences() if each.line.startswith("say ")]


def begin(stage: Stage, agents: list[Agent]) -> None:
    shut_hall(stage)
    for agent in agents:
        agent.start(within=1)


async def test_a_person_is_asked_once_what_came_of_it_when_they_meet_again(tmp_path: Path) -> None:
    """Not at once, not in the greeting, and never a second time."""
    stage, agents = stage_with(tmp_path, "Wren")
    begin(stage, agents)
    await tell(stage, f"say Wren, {BOAT}")
    await stage.clock.advance(60)
    assert not [line for line in speech_of(agents[0]) if "find" in line or "turned up" in line]
    for _ in range(3):
        go(stage, "garden")
        await stage.clock.advance(AWAY)
        go(stage, "hall")
        await stage.clock.advance(200)
    own = speech_of(agents[0])
    asked = [n for n, line in enumerate(own) if "blue boat with a white sail" in line][1:]
    assert len(asked) == 1
    assert "Ada" in own[asked[0]] and own[asked[0]].endswith("?")
    await stage.close()


async def test_of_two_who_were_told_one_asks_at_a_meeting(tmp_path: Path) -> None:
    """The other has heard the question; who comes back is not questioned all round."""
    stage, agents = stage_with(tmp_path, "Cobb", "Wren")
    begin(stage, agents)
    await tell(stage, f"say Wren, {BOAT}")
    asked = []
    for _ in range(3):
        go(stage, "garden")
        await stage.clock.advance(AWAY)
        go(stage, "hall")
        before = [len(speech_of(each)) for each in agents]
        await stage.clock.advance(400)
        new = [speech_of(each)[n:] for each, n in zip(agents, before, strict=True)]
        asked.append([each for lines in new for each in lines if "blue boat" in each])
    assert len(asked[0]) == 1
    assert sorted(map(len, asked)) == [0, 1, 1]
    await stage.close()


async def test_another_agent_is_told_with_the_source_and_tells_of_it(tmp_path: Path) -> None:
    """The hearer says one sensible thing, and says later from whom it has it; whoever was there,
    or was told, is not told again."""
    stage, agents = stage_with(tmp_path, "Cobb", "Wren")
    cobb, wren = agents
    stage.world.move(cobb.character, stage.garden.id)
    begin(stage, agents)
    await tell(stage, f"say Wren, {BOAT}")
    go(stage, "garden")
    stage.world.move(cobb.character, stage.hall.id)
    await stage.clock.advance(LONG)
    told = [line for line in speech_of(wren) if "told me" in line]
    assert len(told) == 1
    assert told[0].startswith("say Cobb, ") and f"'{BOAT}'" in told[0]
    heard = [each.text for each in wren.memory.experiences() if each.speaker == "Cobb"]
    assert any("look out" in text or "I have not seen it" in text for text in heard)
    go(stage, "hall")
    await stage.clock.advance(60)
    stage.ada_does("say Cobb, do you know about my boat?")
    await stage.clock.advance(8)
    answers = [each.text for each in stage.person.seen if each.actor == "Cobb"]
    clause = BOAT.removeprefix("I ").rstrip(".")
    assert any(f"You {clause}. Wren told me" in text for text in answers), answers
    await stage.close()


async def test_what_was_whispered_is_passed_on_to_nobody(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Cobb", "Wren")
    cobb, wren = agents
    begin(stage, agents)
    await tell(stage, f"whisper Wren = {BOAT}", "tell Wren I found a gold ring.")
    go(stage, "garden")
    await stage.clock.advance(LONG)
    assert not [line for line in speech_of(wren) if "boat" in line or " ring" in line]
    assert not [each for each in cobb.memory.experiences() if "blue boat" in each.text]
    await stage.close()


@pytest.mark.parametrize(
    "lines",
    [
        ["I lost a blue boat, and that keeps me awake."],
        ["I lost a blue boat on Tuesday.", "No, it was Monday, not Tuesday."],
    ],
)
async def test_what_weighs_on_somebody_or_was_put_right_is_not_passed_on(
    tmp_path: Path, lines: list[str]
) -> None:
    stage, agents = stage_with(tmp_path, "Cobb", "Wren")
    cobb, wren = agents
    stage.world.move(cobb.character, stage.garden.id)
    begin(stage, agents)
    await tell(stage, *(f"say Wren, {each}" for each in lines))
    go(stage, "garden")
    stage.world.move(cobb.character, stage.hall.id)
    await stage.clock.advance(LONG)
    assert not [line for line in speech_of(wren) if "told me" in line]
    await stage.close()


async def test_one_who_was_there_is_not_told(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Cobb", "Wren")
    begin(stage, agents)
    await tell(stage, f"say Wren, {BOAT}")
    go(stage, "garden")
    await stage.clock.advance(LONG)
    assert not [line for agent in agents for line in speech_of(agent) if "told me" in line]
    await stage.close()


async def test_a_loss_is_taken_in_and_no_greeting_is_given_twice(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Wren")
    agents[0].configure(agents[0].profile, Pace(think_interval=1000, jitter=0))
    agents[0].start(within=900)
    await tell(stage, "say Hello, Wren.", f"say {BOAT} Have you seen it?", "say Hello, Wren.")
    said = [m[2] for text in stage.person.texts if (m := SPEECH.match(text)) and m[1] == "Wren"]
    assert "blue boat with a white sail" in said[-1]
    assert any("Wren nods to Ada once more" in t or "We have done that" in t
               for t in stage.person.texts)  # fmt: skip
    await stage.close()


async def test_what_an_agent_says_of_itself_is_not_passed_on(tmp_path: Path) -> None:
    """Everybody at the tarn knows the others; only visitors bring news."""
    stage, agents = stage_with(tmp_path, "Cobb", "Moss", "Wren")
    cobb, moss, wren = agents
    stage.world.move(cobb.character, stage.garden.id)
    begin(stage, agents)
    stage.world.perform(moss.character, "say Wren, I lost my good hat.")
    await stage.clock.advance(30)
    stage.world.move(moss.character, stage.garden.id)
    stage.world.move(cobb.character, stage.hall.id)
    await stage.clock.advance(LONG)
    assert not [line for line in speech_of(wren) if "told me" in line]
    await stage.close()


async def test_one_who_stays_is_asked_later_what_came_of_it(tmp_path: Path) -> None:
    """Not in these minutes, and once."""
    stage, agents = stage_with(tmp_path, "Wren")
    begin(stage, agents)
    await tell(stage, "say Wren, my sister lives at the mill.")
    await stage.clock.advance(LATER.total_seconds() - 60)
    about = TEXTS.say("manners.recalled.kin", name="Ada", gist="your sister").split("\n")
    asked = {f"say {each}" for each in about}
    assert asked.isdisjoint(speech_of(agents[0]))
    await stage.clock.advance(600)
    assert len([line for line in speech_of(agents[0]) if line in asked]) == 1
    await stage.close()
