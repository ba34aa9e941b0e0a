"""An agent whose model is asked by scenes: what it is shown, what it says, what is recorded."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from agents.boundaries import ModelUnavailable
from agents.memory.inspect.line_reader import LineReader
from agents.memory.inspect.prompt_replay import PromptReplay
from agents.memory.recall.index import RecallIndex
from agents.mind.agent import Agent
from agents.mind.agent_context import Pace
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from agents.models.profiles import PATIENCE_OF_A_SCENE
from tests.agents.mind.support import TEXTS, Stage
from world.calendar import WorldTime

VOICE = """
## Exchanges

### Fear

> What are you afraid of?

A night with no answer. Fog I can write down.

### Work

> What do you do all day?

I trim the wick and I count the boats.

### Otherwise

> …?

I have no figure for that.

> …

Noted.
"""
PERSONA = "You are Wren, the keeper of the lamp. You light the lamp each evening. You count boats."


def wren(stage: Stage, voice: str = VOICE, persona: str = PERSONA) -> Agent:
    stage.generation_params = replace(stage.generation_params, prompting="scene")
    agent = stage.agent("Wren", Pace(think_interval=1000, jitter=0), persona)
    agent.state.voice = VoiceIndex(parse_voice(Path("voice.md"), voice).voice, "Wren")
    agent.start(within=0)
    return agent


async def ask(stage: Stage, words: str) -> str:
    """Let Ada say `words`; return what she perceives next."""
    before = len(stage.person.seen)
    stage.ada_does(f"say {words}")
    await stage.clock.advance(3.0)
    return "\n".join(stage.person.texts[before + 1 :])


async def test_what_the_voice_has_is_said_as_it_stands_without_the_model(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    wren(stage)
    said = await ask(stage, "What are you afraid of, Wren?")
    assert 'Wren says, "A night with no answer. Fog I can write down."' in said
    assert not stage.model.requests
    await stage.close()


async def test_the_log_has_what_else_might_have_been_said_and_the_parts_of_the_prompt(
    tmp_path: Path,
) -> None:
    """The candidates with their reasons, the best first, and how long each part is."""
    stage = Stage(tmp_path)
    wren(stage)
    stage.model.will("You are Wren in the Bowl.", "No. You are Wren.", "Yes, every day.")
    await ask(stage, "Do the boats see your lamp, Wren?")
    lines = LineReader(tmp_path / "Wren" / "archive")
    turn = PromptReplay(lines).replay_newest().turn
    assert turn.choices[0].partition("] ")[2].startswith('"')
    assert any(each.startswith("[model out]") for each in turn.choices)
    assert [each.split()[0] for each in turn.blocks] == ["examples"]
    assert sum(int(each.split()[1]) for each in turn.blocks) == len(turn.notes)
    await stage.close()


async def test_what_was_told_is_remembered_when_it_is_asked(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    wren(stage)
    stage.model.will("Noted, then.", "Noted, then.", "Noted, then.")
    await ask(stage, "Wren, I lost a blue boat with a white sail.")
    said = await ask(stage, "What colour was my boat, Wren?")
    assert "Blue" in said
    await stage.close()


async def test_memories_are_searched_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn finds what it remembers where the loop itself ranks nothing."""
    stage = Stage(tmp_path)
    wren(stage)
    stage.model.will("Noted, then.", "Noted, then.", "Noted, then.")
    await ask(stage, "Wren, I lost a blue boat with a white sail.")
    monkeypatch.setattr(RecallIndex, "_look_in", None)
    said = await ask(stage, "What colour was my boat, Wren?")
    assert "Blue" in said
    await stage.close()


async def test_the_best_of_three_samples_is_spoken_and_nonsense_never(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    wren(stage)
    stage.model.will("You are Wren in the Bowl.", "No. You are Wren.", "Yes, every day.")
    said = await ask(stage, "Do the boats see your lamp, Wren?")
    assert 'Wren says, "Yes, every day."' in said
    await stage.close()


async def test_of_a_sample_the_first_sentence_is_spoken(tmp_path: Path) -> None:
    """A small model wanders off after it; a word or two take the next sentence along."""
    stage = Stage(tmp_path)
    wren(stage)
    stage.model.will("Never by day, no. The eel is my hat. I see it.")
    assert 'says, "Never by day, no."' in await ask(stage, "Do you see eels, Wren?")
    stage.model.will("No. Not by day. The eel is my hat.")
    assert 'says, "No. Not by day."' in await ask(stage, "Does your uncle knit, Wren?")
    await stage.close()


async def test_the_model_is_asked_for_answers_alone(tmp_path: Path) -> None:
    """What it says to a statement rarely makes sense, so the voice's general line is said."""
    stage = Stage(tmp_path)
    wren(stage)
    assert 'Wren says, "Noted."' in await ask(stage, "Your uncle knits, Wren.")
    assert not stage.model.requests
    await stage.close()


async def test_where_nothing_is_good_enough_the_voice_has_a_line_then_the_rules(
    tmp_path: Path,
) -> None:
    stage = Stage(tmp_path)
    agent = wren(stage)
    stage.model.will(*["You are Wren in the Bowl."] * 6)
    said = await ask(stage, "Does your aunt knit, Wren?")
    assert 'Wren says, "I have no figure for that."' in said
    said = await ask(stage, "Does your uncle knit, Wren?")
    assert "Wren" in said
    assert "figure" not in said
    assert all("Bowl" not in each.text for each in agent.memory.view.tail)
    await stage.close()


async def test_a_scene_is_rendered_again_from_the_archive_byte_for_byte(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    stage.world.time = lambda: WorldTime(0, 18, 5, "dusk", "spring", "fog")
    agent = wren(stage)
    stage.model.will(*["Nothing much."] * 9)
    await ask(stage, "Does your aunt knit, Wren?")
    sent = stage.model.requests[-1].prompt
    assert "\nWren is in The Hall. It is dusk. There is fog.\n" in f"\n{sent}"
    await stage.close()
    past = PromptReplay(LineReader(tmp_path / "Wren" / "archive")).replay_newest()
    assert past.prompt == sent
    assert past.agrees
    assert past.turn.outcome == "voice 1.7, the best of 2 that may be said, 5 in all"
    assert agent.memory.view.last_seq >= 2


async def test_a_model_that_may_not_speak_is_not_asked_for_an_answer(tmp_path: Path) -> None:
    """The same question has the same answer without it, and nobody waits."""
    stage = Stage(tmp_path)
    stage.generation_params = replace(stage.generation_params, may_speak=False)
    wren(stage)
    said = await ask(stage, "Does your aunt knit, Wren?")
    assert 'Wren says, "I have no figure for that."' in said
    assert "deep in thought" not in said
    assert not stage.model.requests
    await stage.close()


async def test_without_a_model_the_voice_and_the_memory_still_answer(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    agent = wren(stage)
    stage.model.will(ModelUnavailable("down"))
    said = await ask(stage, "Does your aunt knit, Wren?")
    assert 'Wren says, "I have no figure for that."' in said
    assert "down" in agent.last_error
    said = await ask(stage, "What are you afraid of, Wren?")
    assert "A night with no answer." in said
    assert agent.last_error == ""
    await stage.close()


async def test_a_watcher_sees_every_candidate_with_its_reasons(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    wren(stage)
    stage.model.will(*["You are Wren in the Bowl."] * 3)
    await ask(stage, "Does your aunt knit, Wren?")
    choices = stage.watched_kinds("choice")
    assert choices[0].startswith('[voice 1.7] "I have no figure for that."')
    assert any("[model out]" in each and "speaks of itself by name" in each for each in choices)
    await stage.close()


async def test_of_its_own_accord_the_agent_acts_by_rule_and_asks_no_model(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    agent = wren(stage)
    await stage.clock.advance(1100)
    assert not stage.model.requests
    assert agent.memory.view.tail
    assert agent.last_error == ""
    await stage.close()


async def test_words_heard_after_the_scene_was_made_are_answered_next(tmp_path: Path) -> None:
    """A busy model's queue does not swallow them."""
    stage = Stage(tmp_path)
    wren(stage)
    stage.model.busy = asyncio.Event()
    stage.ada_does("say Does your aunt knit, Wren?")
    await stage.clock.advance(3)
    stage.ada_does("say What are you afraid of, Wren?")
    stage.model.will(*["You are Wren in the Bowl."] * 3)
    stage.model.busy.set()
    await stage.clock.advance(6)
    said = "\n".join(stage.person.texts)
    assert "I have no figure for that." in said
    assert "A night with no answer." in said
    await stage.close()


async def test_words_heard_before_the_model_failed_are_answered_once(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    agent = wren(stage)
    stage.generation_params = replace(stage.generation_params, prompting="whole")
    stage.ada_does("say Does your aunt knit, Wren?")
    await stage.clock.advance(3)
    stage.ada_does("say What are you afraid of, Wren?")
    stage.model.will(ModelUnavailable("down"))
    await stage.clock.settle()
    assert "A night with no answer." in stage.person.texts[-1]
    assert not agent.state.called
    await stage.close()


async def test_words_that_come_while_the_model_computes_are_answered_after_the_first(
    tmp_path: Path,
) -> None:
    stage = Stage(tmp_path)
    wren(stage, "")
    stage.ada_does("say Does your uncle knit, Wren?")
    await stage.clock.advance(2)
    assert stage.model.waiting
    stage.ada_does("say Thank you, Wren.")
    before = len(stage.person.seen)
    stage.model.will(*["You are Wren in the Bowl."] * 6)
    await stage.clock.advance(5)
    first, second = (each for each in stage.person.texts[before:] if "deep in thought" not in each)
    assert "Ada" in first and "thank" not in first.casefold() and "welcome" not in first.casefold()
    assert second != first
    await stage.close()


async def test_a_model_that_is_busy_is_not_waited_for(tmp_path: Path) -> None:
    """It may write somebody's summary for a minute; the voice has a line at once."""
    stage = Stage(tmp_path)
    wren(stage)
    stage.ada_does("say Does your uncle knit, Wren?")
    await stage.clock.advance(3.0)
    assert stage.model.waiting
    assert not any("figure" in each for each in stage.person.texts)
    await stage.clock.advance(PATIENCE_OF_A_SCENE)
    assert 'Wren says, "I have no figure for that."' in stage.person.texts
    await stage.close()


async def test_what_nobody_told_is_not_made_up(tmp_path: Path) -> None:
    """Neither from the voice nor by the model; and once it is told, it is known."""
    stage = Stage(tmp_path)
    wren(stage)
    said = await ask(stage, "Wren, where am I from?")
    assert 'Wren says, "I do not remember that you told me, Ada."' in said
    assert not stage.model.requests
    await stage.close()


async def test_a_gift_is_thanked_for(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    wren(stage)
    thanks = TEXTS.say("manners.given", name="Ada").split("\n")
    with stage.world.changes() as tx:
        tx.create("thing", "loaf", stage.ada)
    before = len(stage.person.seen)
    stage.ada_does("give loaf to Wren")
    await stage.clock.advance(3.0)
    seen = "\n".join(stage.person.texts[before:])
    assert any(f'Wren says, "{each}"' in seen for each in thanks)
    await stage.close()


FOLLOWED = """
## Exchanges

### Regret

> What do you regret?

One question that I answered too late.

>> What question was it?

Whether I would come along.

### Rest

> Is there a bed here?

On the third bench.

### Otherwise

> …?

I have no figure for that.

> …

Noted.
"""


async def test_its_last_words_and_a_question_put_again_are_taken_up(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    wren(stage, FOLLOWED)
    asked = "What question did you answer too late?"
    assert "Whether I would come along." not in await ask(stage, asked)
    assert "too late." in await ask(stage, "Wren, what do you regret?")
    assert "Whether I would come along." in await ask(stage, asked)
    assert "On the third bench." not in await ask(stage, "Where would one sit?")
    assert "On the third bench." in await ask(stage, "Neither of what? I only asked about a bed.")
    await stage.close()
