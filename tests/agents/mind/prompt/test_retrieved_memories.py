"""Old memories in the prompt: recalled, within a budget, and never lived through again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from agents.memory.core.records import NewMemory
from agents.mind.agent import Agent
from agents.mind.prompt.retrieved_memories import RetrievedMemories
from tests.agents.memory.support import reconfigure
from tests.agents.mind.support import Stage
from world.nature import Nature

OLD = 'Ada says, "The blue boat lies under the willow."'


async def lived(stage: Stage, *, budget: int) -> Agent:
    """An agent with summaries, and one old memory of a boat under them."""
    agent = stage.agent()
    memory = agent.memory
    reconfigure(memory, settings=replace(memory.settings, related_memories_tokens=budget))
    agent.recall.feed([memory.record(NewMemory(OLD, source="observation", speaker="Ada"))])  # type: ignore[list-item]
    for n in range(140):
        agent.recall.feed(
            [memory.record(NewMemory(f"A gull cries for the {n}th time.", source="observation"))]  # type: ignore[list-item]
        )
        await stage.clock.settle()
    assert memory.view.covered > 0
    return agent


async def test_what_is_said_brings_old_memories_to_mind(tmp_path: Path) -> None:
    """With number and date, marked as recalled; the archive gets no memory for it."""
    stage = Stage(tmp_path)
    agent = await lived(stage, budget=120)
    stage.ada_does("say Moss, where is the boat?")
    count = agent.memory.last_seq
    prompt = agent.compose_prompt()
    assert "## Recalled (old memories that come to mind" in prompt.notes
    assert f"#1 (2026-01-01 00:00) {OLD}" in prompt.notes
    assert agent.memory.last_seq == count
    assert OLD not in prompt.memories
    await stage.close()


async def test_the_budget_holds_and_nothing_means_nothing(tmp_path: Path) -> None:
    """Not a token more; without a budget the prompt is as it was."""
    stage = Stage(tmp_path)
    agent = await lived(stage, budget=60)
    stage.ada_does("say Moss, where is the boat? And how often has the gull cried?")
    assert 0 < agent._context.tokens.count(agent.compose_prompt().notes) <= 60
    reconfigure(agent.memory, settings=replace(agent.memory.settings, related_memories_tokens=0))
    assert agent.compose_prompt().notes == ""
    await stage.close()


async def test_only_what_the_prompt_does_not_show_is_recalled(tmp_path: Path) -> None:
    """The verbatim memories stand there already."""
    stage = Stage(tmp_path)
    agent = await lived(stage, budget=400)
    stage.ada_does("say Moss, how often has the gull cried?")
    recalled = [line for line in agent.compose_prompt().notes.splitlines() if line.startswith("#")]
    numbers = [int(line[1:].split()[0]) for line in recalled if line[1:2].isdigit()]
    assert numbers and max(numbers) <= agent.memory.view.covered
    await stage.close()


async def test_what_earlier_talk_shows_is_not_recalled_as_well(tmp_path: Path) -> None:
    """The best match is talk with Ada, who is here: it stands in the prompt once."""
    stage = Stage(tmp_path)
    agent = await lived(stage, budget=400)
    stage.ada_does("say Moss, where is the boat?")
    alone = agent.compose_prompt()
    reconfigure(agent.memory, settings=replace(agent.memory.settings, conversation_tokens=0))
    assert agent.compose_prompt().notes.count("under the willow") == 1
    assert alone.notes.count("under the willow") == 1
    await stage.close()


async def test_recalled_memories_have_the_room_that_is_left_and_make_none(tmp_path: Path) -> None:
    """A prompt without them is as long as ever; measured, they do not count."""
    stage = Stage(tmp_path)
    agent = await lived(stage, budget=120)
    reconfigure(agent.memory, settings=replace(agent.memory.settings, conversation_tokens=0))
    stage.ada_does("say Moss, where is the boat?")
    count = agent._context.tokens.count
    prompt = agent.compose_prompt()
    without = count(prompt.text) - prompt.recalled_tokens
    assert 0 < prompt.recalled_tokens <= 120
    assert abs(agent._composer.measure_whole() - without) <= 1
    for spare in (0, 20, 60):
        stage.generation_params = replace(
            stage.generation_params,
            context_tokens=without + spare + stage.generation_params.max_tokens,
        )
        assert stage.generation_params.room == without + spare
        assert count(agent.compose_prompt().text) <= without + spare + 1
    assert agent.compose_prompt().recalled_tokens > 0
    await stage.close()


async def test_what_is_over_is_not_recalled_alone(tmp_path: Path) -> None:
    """However near the old words are to the question: the new ones come first."""
    stage = Stage(tmp_path, journals=True)
    agent = stage.agent()
    memory = agent.memory
    reconfigure(memory, settings=replace(memory.settings, related_memories_tokens=60))
    told = ("The last ferry is at seven.", "Winter times. The last ferry goes at five now.")
    lines = {at: f'Hake says, "{each}"' for at, each in zip((0, 30), told, strict=True)}
    for n in range(140):
        new = NewMemory(f"A gull cries for the {n}th time.", source="observation")
        if n in lines:
            new = replace(new, text=lines[n], speaker="Hake", nature=Nature.SPEECH)
        agent.recall.feed([memory.record(new)])  # type: ignore[list-item]
        await stage.clock.settle()
    assert memory.view.covered > 31
    memories = RetrievedMemories(memory, agent.recall, agent._context.tokens)
    here = agent._composer.situation
    found = memories.find_hits(here, "Is the last ferry at seven?", "")
    ferry = [each.seq for each in found if "ferry" in each.text]
    assert ferry == [31, 1]
    newest = len(found[0].render_line())
    for room in range(20, newest):
        block = memories.render_block(agent._context.texts, found, room)
        assert "#1 (" not in block or "#31 (" in block
    await stage.close()
