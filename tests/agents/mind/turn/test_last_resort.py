"""Where nothing makes a prompt fit, an agent goes on thinking with the newest that do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from agents.memory.core.records import NewMemory, Turn
from agents.memory.inspect.line_reader import LineReader
from agents.memory.inspect.prompt_replay import PromptReplay
from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from tests.agents.memory.settings import memory_settings
from tests.agents.memory.support import PlainDisk, Scripted, assert_whole, fill, reconfigure
from tests.agents.mind.support import Stage

NOTE = "older memories do not fit here and are left out for now"


def give_room(stage: Stage, room: int) -> None:
    """Give prompts `room` tokens of the model's context."""
    params = stage.generation_params
    stage.generation_params = replace(params, context_tokens=room + params.max_tokens)


def stage_with(tmp_path: Path, room: int, **settings: Any) -> tuple[Stage, Agent]:
    stage = Stage(tmp_path)
    give_room(stage, room)
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0))
    reconfigure(moss.memory, settings=memory_settings(context_tokens=room, **settings))
    return stage, moss


async def take_turn(stage: Stage, line: str) -> str:
    """Let Moss take a turn that ends with `line`; return the prompt."""
    before = len(stage.model.requests)
    stage.model.will(line)
    await stage.clock.advance(10)
    assert len(stage.model.requests) == before + 1
    return stage.model.requests[-1].prompt


def check_replay(moss: Agent, folder: Path, prompts: list[str]) -> None:
    """Every turn of the log renders again to the prompt that was sent."""
    lines = LineReader(folder / "Moss" / "archive", PlainDisk())
    replay, found = PromptReplay(lines), list[str]()
    for place, line in lines.forwards():
        record = lines.decode_line(place, line)
        if isinstance(record, Turn):
            past = replay.replay_turn(place, record)
            assert past.agrees
            found.append(past.prompt)
    assert found == prompts


async def test_an_agent_thinks_on_with_the_newest_that_fit(tmp_path: Path) -> None:
    """Its own model decides; persona, situation and newest memories stand; all is in the view."""
    stage, moss = stage_with(tmp_path, 900, auto_compact=False)
    fill(moss.memory, 200)
    moss.start(within=1)
    await stage.clock.advance(1)
    prompts = [stage.model.requests[-1].prompt]
    stage.model.will("think The beans are up.")
    await stage.clock.advance(0)
    prompts += [await take_turn(stage, f"think Row {n} is weeded.") for n in range(30)]
    for prompt in prompts:
        assert stage.generation_params.room >= len(prompt) // 4
        assert prompt.startswith("You are Moss. ") and prompt.endswith("~Moss>")
        assert prompt.count(NOTE) == 1
        assert "@compact-memories Moss tries to make room]" in prompt  # it may fail
    assert "200th verse" in prompts[0] and "1th verse" not in prompts[0].split("---")[1][:200]
    assert "Row 28 is weeded" in prompts[-1]
    assert moss.last_error == ""
    assert len(moss.memory.view.tail) == moss.memory.last_seq
    assert_whole(moss.memory)
    warned = [line for line in stage.log if "left out" in line]
    assert len(warned) == 1
    assert len([text for text in stage.watched_kinds("error") if "left out" in text]) == 1
    check_replay(moss, tmp_path, prompts)
    await stage.close()


async def test_the_beginning_of_prompts_stays_for_some_turns(tmp_path: Path) -> None:
    """More is left out than must be, so that a model server's cached prefix lasts."""
    stage, moss = stage_with(tmp_path, 900, auto_compact=False)
    fill(moss.memory, 200)
    moss.start(within=1)
    await stage.clock.advance(1)
    stage.model.will("think Up.")
    prompts = [await take_turn(stage, f"think Row {n} is weeded.") for n in range(20)]
    begins = [prompt.partition(NOTE)[0] + prompt.partition(NOTE)[2][:200] for prompt in prompts]
    assert len(set(begins)) <= 5
    await stage.close()


async def test_it_ends_when_a_compaction_succeeds(tmp_path: Path) -> None:
    """By hand, without the word force; then the prompt has every memory, in summary or tail."""
    stage, moss = stage_with(tmp_path, 900, auto_compact=False)
    reconfigure(moss.memory, summarizer=Scripted())
    fill(moss.memory, 60)
    fill(moss.memory, 60)
    moss.start(within=1)
    await stage.clock.advance(1)
    stage.model.will("think Up.")
    assert NOTE in await take_turn(stage, "think One.")
    await moss.memory.begin_compaction()
    prompt = await take_turn(stage, "think Two.")
    assert NOTE not in prompt and "I lived through" in prompt
    assert moss.memory.status().prompt.left_out is None
    assert any("shows every memory again" in line for line in stage.log)
    await stage.close()


async def test_it_ends_when_the_prompt_fits(tmp_path: Path) -> None:
    """A model with more room needs no compaction."""
    stage, moss = stage_with(tmp_path, 900, auto_compact=False)
    fill(moss.memory, 120)
    moss.start(within=1)
    await stage.clock.advance(1)
    stage.model.will("think Up.")
    assert NOTE in await take_turn(stage, "think One.")
    give_room(stage, 4096)
    prompt = await take_turn(stage, "think Two.")
    assert NOTE not in prompt and "Fern hums the 1th verse" in prompt
    await stage.close()


async def test_a_model_that_cannot_summarise_stops_nobody(tmp_path: Path) -> None:
    """With no fallback each compaction fails; meanwhile it thinks, and in the end it compacts."""
    stage, moss = stage_with(
        tmp_path, 900, strategy="rolling", fallback_to_deterministic=False,
        max_entries_before_compaction=10_000, max_chars_before_compaction=10**6,
    )  # fmt: skip
    refused = Scripted(answers=["I cannot summarize this content."] * 8)
    reconfigure(moss.memory, summarizer=refused)
    fill(moss.memory, 120)
    moss.start(within=1)
    await stage.clock.advance(1)
    stage.model.will("think Up.")
    prompts = [await take_turn(stage, f"think Row {n}.") for n in range(60)]
    assert NOTE in prompts[0] and moss.last_error == ""
    assert refused.answers == [], "it tries again, with its backoff"
    assert NOTE not in prompts[-1] and "I lived through" in prompts[-1]
    assert len([line for line in stage.log if "left out of it" in line]) == 1
    assert len([line for line in stage.log if "shows every memory again" in line]) == 1
    await stage.close()


async def test_old_memories_that_come_to_mind_may_be_those_left_out(tmp_path: Path) -> None:
    """What the prompt leaves out is searched like what a summary covers."""
    stage, moss = stage_with(
        tmp_path, 900, auto_compact=False, related_memories_tokens=120, conversation_tokens=0
    )
    stage.ada_does("say The blue lamp is in the cellar.")
    fill(moss.memory, 120)
    stage.ada_does("say Moss, where is the blue lamp?")
    moss.start(within=1)
    await stage.clock.advance(2)
    prompt = stage.model.requests[-1].prompt
    assert NOTE in prompt and len(prompt) // 4 <= 900
    recalled = prompt.partition("## Recalled")[2].partition("\n\n")[0]
    assert "The blue lamp is in the cellar." in recalled
    await stage.close()


async def test_without_room_for_any_memory_the_rest_still_stands(tmp_path: Path) -> None:
    """One memory larger than the context is left out, too; a persona that is larger fails."""
    stage, moss = stage_with(tmp_path, 500, auto_compact=False)
    fill(moss.memory, 3)
    moss.memory.record(NewMemory("A tale without an end. " * 200, source="observation"))
    moss.start(within=1)
    await stage.clock.advance(1)
    prompt = stage.model.requests[-1].prompt
    assert f"[4 {NOTE}" in prompt and prompt.endswith("~Moss>")
    stage.model.will("think Up.")
    await stage.clock.advance(0)
    give_room(stage, 40)
    await stage.clock.advance(10)
    assert "raise context_tokens or shorten the profile" in moss.last_error
    await stage.close()
