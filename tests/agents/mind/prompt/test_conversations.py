"""What an agent is told of its talk with those who are present: theirs, short, nothing twice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agents.memory.core.records import NewMemory
from agents.memory.core.transcript import render_transcript
from agents.memory.log.codec import digest
from agents.memory.log.natures import find_old_nature
from agents.memory.memory import AgentMemory
from agents.memory.recall.hits import Hit
from agents.memory.recall.index import RecallIndex
from agents.mind.agent_context import Pace
from agents.mind.prompt.conversations import ConversationBlocks
from tests.agents.memory.proof.deeds import small
from tests.agents.memory.settings import STRATEGIES, changed, memory_settings
from tests.agents.memory.support import Bench, PlainCounter, reconfigure
from tests.agents.mind.support import TEXTS, Stage
from world.boundaries import Situation
from world.nature import Nature

ROLLING: dict[str, Any] = {"strategy": "rolling", "use_llm_for_summary": False}


def here(*occupants: str) -> Situation:
    return Situation("Moss", "The Hall", "A hall.", {}, occupants, (), ())


class House:
    """A memory and its recall, as an agent has them."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench(folder)
        self.memory: AgentMemory = self.bench.open(**ROLLING)
        self.recall = RecallIndex.open(folder / "recall.sqlite")
        self.looked_up: list[str] = []
        self.partners = ConversationBlocks(self.memory, self, PlainCounter())

    def find_talk(self, partner: str, *, limit: int) -> tuple[int, list[Hit]]:
        self.looked_up.append(partner)
        return self.recall.find_talk(partner, limit=limit)

    def render_block(self, *occupants: str) -> str:
        return self.partners.render_block(TEXTS, here(*occupants))

    def hears(self, speaker: str, words: str, *also: str) -> None:
        self._record(f'{speaker} says, "{words}"', "observation", speaker, (speaker, *also))

    def says(self, words: str, *occupants: str) -> None:
        text = f'~Moss> say {words} | I wonder.\nYou say, "{words}"'
        self._record(text, "action", "", occupants, f"say {words}")

    async def forget(self) -> None:
        """Let everything so far leave the transcript."""
        seen = self.memory.last_seq
        while self.memory.view.covered < seen:
            self.waves(1)
            self.memory.end_turn()
            await self.memory.compact_asleep()

    def waves(self, times: int = 10) -> None:
        for _ in range(times):
            self._record("~Moss> wave\nYou wave.", "action", "", (), "wave")

    def _record(
        self, text: str, source: str, speaker: str, occupants: tuple[str, ...], line: str = ""
    ) -> None:
        memory = self.memory.record(
            NewMemory(
                text,
                source=source,
                event="result" if line else "say",
                speaker=speaker,
                occupants=occupants,
                command=line.partition(" ")[0],
                nature=find_old_nature(line.partition(" ")[0], "" if line else "say"),
                line=line,
            )
        )
        assert memory is not None
        self.recall.feed([memory])

    async def close(self) -> None:
        await self.recall.close()
        await self.memory.close()


async def test_talk_comes_back_with_whoever_it_was_with(tmp_path: Path) -> None:
    """Once it has left the transcript, and only while that partner is there."""
    house = House(tmp_path)
    house.hears("Ada", "Where is the blue lamp?")
    house.says("In the cellar.", "Ada")
    assert house.render_block("Ada") == ""
    house.waves()
    await house.bench.settle()
    assert house.memory.view.covered >= 2
    assert house.render_block("Ada", "Fern") == (
        "## Earlier Talk With Ada\nAda: Where is the blue lamp?\nMoss: In the cellar.\n\n"
    )
    assert house.render_block("Fern") == ""
    await house.close()


async def test_nothing_stands_in_the_prompt_twice(tmp_path: Path) -> None:
    """What the transcript shows is not told again."""
    house = House(tmp_path)
    house.hears("Ada", "The old words.")
    house.waves()
    await house.bench.settle()
    house.hears("Ada", "The new words.")
    house.says("So new.", "Ada")
    told = house.render_block("Ada")
    assert "The old words." in told
    assert "new" not in told
    assert "The new words." in render_transcript(house.memory.view)
    await house.close()


async def test_a_second_folding_adds_to_the_first(tmp_path: Path) -> None:
    """Over many compactions of the memory and of the talk, both counts stay true."""
    house = House(tmp_path)
    for n in range(1, 61):
        house.hears("Ada", f"What is number {n}?")
        house.says(f"It is {n}.", "Ada")
        await house.bench.settle()
    house.waves()
    await house.bench.settle()
    told = house.render_block("Ada")
    assert "[Previous conversation (40 turns): Ada: What is number 1? Moss: It is 1. | " in told
    assert "Ada: What is number 60?\nMoss: It is 60." in told
    again = ConversationBlocks(house.memory, house.recall, PlainCounter())
    assert again.render_block(TEXTS, here("Ada")) == told
    await house.close()


async def test_a_restart_tells_the_same(tmp_path: Path) -> None:
    """It is made of the archive alone."""
    house = House(tmp_path)
    await house.recall.catch_up(house.memory.experiences)
    for n in range(30):
        house.hears("Ada", f"What is number {n}?")
        house.says(f"It is {n}.", "Ada")
        await house.bench.settle()
    told = house.render_block("Ada")
    await house.close()
    assert told
    again = House(tmp_path)
    await again.recall.catch_up(again.memory.experiences)
    assert again.render_block("Ada") == told
    await again.close()


async def test_it_keeps_to_its_budget_in_a_crowd(tmp_path: Path) -> None:
    """Three partners at most, those who spoke last; each has its share."""
    house = House(tmp_path)
    crowd = [f"Guest-{n}" for n in range(8)]
    for n in range(40):
        for name in crowd:
            house.hears(name, f"This is the {n}th long speech of {name}, who likes to talk. " * 3)
            house.says(f"I hear you, {name}.", name)
    house.waves()
    await house.bench.settle()
    for name in ("Guest-4", "Guest-6"):
        house.hears(name, "Hm.")
    house.looked_up.clear()
    told = house.render_block(*crowd)
    assert told.count("## Earlier Talk With ") == 3
    assert told.index("With Guest-6") < told.index("With Guest-4") < told.index("With Guest-0")
    assert PlainCounter().count(told) <= 300
    assert len(set(house.looked_up)) <= 6
    await house.close()


async def test_a_prompt_that_is_made_again_looks_nothing_up(tmp_path: Path) -> None:
    """Until something has happened, or somebody has come."""
    house = House(tmp_path)
    house.hears("Ada", "Where is the blue lamp?")
    house.waves()
    await house.bench.settle()
    told = house.render_block("Ada")
    house.looked_up.clear()
    assert house.render_block("Ada") == told
    assert house.looked_up == []
    house.render_block("Ada", "Fern")
    assert "Fern" in house.looked_up
    await house.close()


@pytest.mark.parametrize("strategy", STRATEGIES)
async def test_every_strategy_tells_old_talk(tmp_path: Path, strategy: str) -> None:
    """Nothing while all of it is in the transcript; what a summary replaced comes back, once."""
    house = House(tmp_path)
    reconfigure(house.memory, settings=small(strategy))
    house.hears("Ada", "Where is the blue lamp?")
    house.says("In the cellar.", "Ada")
    assert house.render_block("Ada") == ""
    await house.forget()
    assert house.memory.view.covered >= 2
    told = house.render_block("Ada")
    assert told == (
        "## Earlier Talk With Ada\nAda: Where is the blue lamp?\nMoss: In the cellar.\n\n"
    )
    house.hears("Ada", "And the red one?")
    assert "red" not in house.render_block("Ada")
    assert "And the red one?" in render_transcript(house.memory.view)
    await house.close()


@pytest.mark.parametrize("setting", ["conversation_max_turns", "conversation_tokens"])
async def test_zero_switches_conversations_off(tmp_path: Path, setting: str) -> None:
    """Either setting does; no search is made then."""
    house = House(tmp_path)
    house.hears("Ada", "Where is the blue lamp?")
    await house.forget()
    assert house.render_block("Ada")
    house.looked_up.clear()
    reconfigure(house.memory, settings=changed(house.memory.settings, **{setting: 0}))
    assert house.render_block("Ada") == ""
    assert house.looked_up == []
    await house.close()


@pytest.mark.parametrize("budget", [1, 60, 120, 2000])
async def test_the_budget_is_a_setting(tmp_path: Path, budget: int) -> None:
    """All blocks together keep to it; a larger one shows more."""
    house = House(tmp_path)
    for n in range(12):
        house.hears("Ada", f"This is the {n}th tale, and it is long. " * 8)
        house.says(f"I have heard tale {n}.", "Ada")
        house.waves(1)
    await house.forget()
    usual = house.render_block("Ada")
    reconfigure(house.memory, settings=changed(house.memory.settings, conversation_tokens=budget))
    told = house.render_block("Ada")
    assert PlainCounter().count(told) <= budget
    assert bool(told) == (budget > 1)
    assert (len(told) > len(usual)) == (budget > 300)
    await house.close()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('Ada whispers to you, "Come at nine."', "Ada: Come at nine."),
        ('Ada says, "He said "no" to me."', 'Ada: He said "no" to me.'),
        ("Ada whispers something to Fern.", ""),
        ('~Moss> look\nYou see a sign: "No entry."', ""),
    ],
)
async def test_the_words_alone_are_told(tmp_path: Path, text: str, told: str) -> None:
    """With quotation marks of their own; what was not heard and what was not said is no talk."""
    house = House(tmp_path)
    memory = house.memory.record(
        NewMemory(
            text,
            source="observation" if text[0] != "~" else "action",
            event="say",
            speaker="Ada",
            occupants=("Ada",),
            command="" if text[0] != "~" else "look",
            nature=Nature.SPEECH if text[0] != "~" else Nature.SIGHT,
            line="look",
        )
    )
    assert memory is not None
    house.recall.feed([memory])
    house.waves()
    await house.bench.settle()
    assert house.render_block("Ada") == (f"## Earlier Talk With Ada\n{told}\n\n" if told else "")
    await house.close()


async def test_the_prompt_of_a_turn_can_be_rendered_again(tmp_path: Path) -> None:
    """The block stands after the transcript and before the situation, and in the turn's record."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0))
    reconfigure(moss.memory, settings=memory_settings(**ROLLING))
    for n in range(14):
        stage.ada_does(f"say The {n}th lamp is blue.")
    await stage.clock.advance(0)
    prompt = moss.compose_prompt()
    block = "## Earlier Talk With Ada\nAda: The 0th lamp is blue."
    assert prompt.notes.startswith(block)
    assert prompt.text.index("\n---\n\n") < prompt.text.index(block)
    stage.model.will("say So many lamps.")
    moss.start(within=1)
    await stage.clock.advance(1)
    records = [
        json.loads(line)
        for path in sorted((tmp_path / "Moss" / "archive").glob("*.jsonl"))
        for line in path.read_text().splitlines()
    ]
    turn = next(each for each in records if each["kind"] == "turn")
    assert turn["notes"].startswith(block)
    assert turn["prompt_id"] == digest(stage.model.requests[0].prompt)
    await stage.close()
