"""The prompt: its order, its stable beginning, and that it never outgrows the model's context."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace
from pathlib import Path

from agents.memory.core.rendering import list_memory_bands
from agents.memory.core.tokens import HeuristicCounter
from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.model_client import GenerationParams
from agents.mind.turn.phases import Phase
from tests.agents.mind.support import Stage

ONLY_PERCEIVES = Pace(think_interval=0)


def listen(stage: Stage, count: int, words: str = "The water is at mark {n} this morning.") -> None:
    for number in range(count):
        stage.ada_does("say " + words.replace("{n}", str(number)))


async def test_the_parts_come_in_the_order_of_the_design(tmp_path: Path) -> None:
    """Profile, commands, transcript, notes that matter here, then the situation and the cue."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=ONLY_PERCEIVES, persona="You love beans.")
    moss.notes.append("Hall", "The Hall has a draught.")
    stage.ada_does("say Good morning.")
    text = moss.compose_prompt().text
    landmarks = [
        "You are Moss. You love beans.",
        "BASIC COMMANDS:\n- ",
        "say <words>",
        '---\nAda says, "Good morning."\n---',
        "## Relevant Private Notes\nHall: The Hall has a draught.",
        "You are Moss in The Hall. A long stone hall.",
        "Exits: garden (The Garden)",
        "Also here: Ada",
    ]
    places = [text.index(landmark) for landmark in landmarks]
    assert places == sorted(places)
    assert text.endswith("\n~Moss>")
    await stage.close()


async def test_each_part_of_a_prompt_is_named(tmp_path: Path) -> None:
    """The blocks between memories and situation, as far as there is something in them."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=ONLY_PERCEIVES)
    moss.notes.append("Hall", "The Hall has a draught.")
    listen(stage, 140)
    await stage.clock.advance(1)
    prompt = moss.compose_prompt()
    assert [each.name for each in prompt.blocks] == ["notes", "talk", "recalled"]
    assert "draught" in prompt.blocks[0].text
    bands = list_memory_bands(moss.memory.view, prompt.frames)
    assert "".join(each.text for each in bands) == prompt.memories
    assert [each.covers for each in bands] == [(1, 65), (66, 140)]
    await stage.close()


async def test_summaries_stand_between_profile_and_transcript(tmp_path: Path) -> None:
    """The older summary first, under the reference's headings."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=ONLY_PERCEIVES)
    listen(stage, 129)
    await stage.clock.advance(1)
    listen(stage, 64)
    await stage.clock.advance(1)
    text = moss.compose_prompt().text
    assert (
        text.index("BASIC COMMANDS:")
        < text.index("## Older Memories (Summary)\n")
        < text.index("## Recent Past (Summary)\n")
        < text.index("---\n")
    )
    await stage.close()


async def test_the_beginning_stays_the_same_from_turn_to_turn(tmp_path: Path) -> None:
    """New memories only add at the end of the transcript, so a prefix cache can be used."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=ONLY_PERCEIVES)
    listen(stage, 20)
    before = moss.compose_prompt()
    listen(stage, 1, "Something new {n}.")
    after = moss.compose_prompt()
    stable = (before.head + before.memories).removesuffix("\n---\n\n")
    assert after.text.startswith(stable)
    await stage.close()


async def heard_much(stage: Stage, room: int) -> Agent:
    """An agent that has looked about a lot, whose model leaves it `room` tokens of context."""
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0))
    for number in range(12):
        stones = f"Stone upon stone, and {number} of them have a name. " * 20
        stage.world.set_description(stage.hall.id, stones)
        stage.world.perform(moss.character, "look")
        stage.ada_does("say The beams creak before rain.")
    stage.generation_params = GenerationParams("test-model", 0.8, 48, room + 48)
    return moss


async def test_bulky_output_is_masked_before_anything_is_compacted(tmp_path: Path) -> None:
    """A prompt that is too long first gives up old command output, and the log records it."""
    stage = Stage(tmp_path)
    moss = await heard_much(stage, room=2000)
    stage.model.will("say Rain is coming.")
    moss.start(within=1)
    await stage.clock.advance(1)
    assert stage.model.answers == []
    prompt = stage.model.requests[0].prompt
    assert HeuristicCounter().count(prompt) <= 2000
    assert re.search(r"\n\[look: The Hall, with Ada, 2\d\d tokens, #\d\]\n", prompt)
    assert prompt.count("Ada says, ") >= 1
    assert moss.memory.view.recent is None
    assert '"kind":"micro_compact"' in archive_of(tmp_path)
    await stage.close()


async def test_compaction_runs_early_when_masking_is_not_enough(tmp_path: Path) -> None:
    """Speech is never masked; the oldest of the tail is compacted before its time instead."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0))
    listen(stage, 60, "A long tale of the bell, the ledger and the mill, part {n}, " + "la " * 20)
    stage.generation_params = GenerationParams("test-model", 0.8, 48, 1500)
    stage.model.will("say What a tale.")
    moss.start(within=1)
    await stage.clock.advance(2)
    assert stage.model.answers == []
    assert HeuristicCounter().count(stage.model.requests[0].prompt) <= 1500 - 48
    view, recent = moss.memory.view, moss.memory.view.recent
    assert recent is not None
    assert view.summaries[0].covers[0] == 1
    assert '"trigger":"early"' in archive_of(tmp_path)
    tail = [memory.seq for memory in moss.memory.view.tail]
    assert tail == list(range(recent.covers[1] + 1, moss.memory.last_seq + 1))
    await stage.close()


async def test_a_prompt_that_grew_while_it_waited_is_made_to_fit(tmp_path: Path) -> None:
    """It is built when its turn comes, and is measured then as well."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0))
    stage.generation_params = GenerationParams("test-model", 0.8, 48, 1500)
    stage.model.busy = asyncio.Event()
    moss.start(within=1)
    await stage.clock.advance(1)
    assert moss.phase is Phase.WAITING
    listen(stage, 60, "A long tale of the bell, the ledger and the mill, part {n}, " + "la " * 20)
    stage.model.will("say What a tale.")
    stage.model.busy.set()
    await stage.clock.advance(1)
    assert stage.model.answers == []
    assert HeuristicCounter().count(stage.model.requests[0].prompt) <= 1500 - 48
    assert "part 59" in stage.model.requests[0].prompt
    await stage.close()


async def test_a_full_prompt_keeps_its_beginning_for_many_turns(tmp_path: Path) -> None:
    """Room is made well ahead: each mask or compaction costs the model's cached beginning."""
    stage = Stage(tmp_path)
    moss = stage.agent(pace=Pace(think_interval=10, jitter=0, turns_per_minute=0))
    stage.generation_params = GenerationParams("test-model", 0.8, 48, 2000)
    stage.model.will(
        *[f"{('look', 'say Part')[n % 2]}{'' if n % 2 == 0 else f' {n}.'}" for n in range(120)]
    )
    moss.start(within=1)
    for number in range(120):
        stones = f"Stone upon stone, and {number} of them have a name. " * 5
        stage.world.set_description(stage.hall.id, stones)
        await stage.clock.advance(10)
    assert len(stage.model.requests) == 120
    assert moss.memory.view.revision > 2
    assert moss.memory.view.revision < 20
    await stage.close()


async def test_a_profile_too_long_for_the_model_is_said_and_nothing_is_sent(tmp_path: Path) -> None:
    """What cannot fit is an error with a cure, never cut; the brain decides meanwhile."""
    stage = Stage(tmp_path)
    moss = stage.agent(persona="You tell of everything at length. " * 400)
    stage.generation_params = replace(stage.generation_params, context_tokens=1000)
    moss.start(within=1)
    await stage.clock.advance(1)
    assert stage.model.requests == []
    assert moss.phase is Phase.IDLE
    assert "raise context_tokens or shorten the profile" in moss.last_error
    assert stage.watched_kinds("command") != []
    await stage.close()


async def test_a_turn_is_recorded_before_it_acts(tmp_path: Path) -> None:
    """The archive holds the reply, its situation and its cost ahead of the memory it became."""
    stage = Stage(tmp_path)
    moss = stage.agent()
    stage.model.will("say The beans are up.")
    moss.start(within=1)
    await stage.clock.advance(1)
    lines = archive_of(tmp_path).splitlines()
    assert '"kind":"turn"' in lines[0]
    assert '"command":"say The beans are up."' in lines[0]
    assert "You are Moss in The Hall." in lines[0]
    assert '"kind":"memory"' in lines[1]
    await stage.close()


def archive_of(folder: Path) -> str:
    return "".join(path.read_text() for path in sorted((folder / "Moss" / "archive").glob("*")))
