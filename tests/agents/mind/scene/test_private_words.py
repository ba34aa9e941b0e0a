"""Words for one hearer alone: answered in private, and told to nobody else."""

from __future__ import annotations

from pathlib import Path

from agents.memory.journal.heuristics import extract_by_rules
from agents.memory.journal.relevance import gather_knowledge
from tests.agents.mind.scene.test_scene_turns import VOICE, ask, wren
from tests.agents.mind.support import Person, Stage


async def test_whispers_are_answered_in_a_whisper(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    wren(stage)
    stage.ada_does("whisper Wren What are you afraid of?")
    await stage.clock.advance(3)
    assert 'Wren whispers to you, "A night with no answer.' in stage.person.texts[-1]
    await stage.close()


async def test_somebody_far_away_gets_words_and_no_gesture(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    wren(stage, VOICE.replace("A night with no answer.", "*shivers.*\n\nA night with no answer."))
    stage.ada_does("go garden")
    stage.ada_does("tell Wren What are you afraid of?")
    await stage.clock.advance(3)
    assert 'Wren tells you, "A night with no answer.' in stage.person.texts[-1]
    await stage.close()


async def test_a_whisper_is_not_answered_aloud_before_others(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    wren(stage)
    bob = Person()
    stage.world.attach(stage.world.add_character("Bob", stage.hall.id).id, bob)
    stage.ada_does("whisper Wren My grandmother hid the silver spoon.")
    stage.model.will(*["Noted, then."] * 12)
    await stage.clock.advance(3)
    said = await ask(stage, "Wren, do you know of the silver spoon that my grandmother hid?")
    assert "Wren" in said
    assert not any("hid the silver spoon" in each for each in bob.texts if "Ada says" not in each)
    prompt = stage.model.requests[-1].prompt
    assert "My grandmother hid the silver spoon." not in prompt
    await stage.close()


async def test_a_journal_fact_from_a_whisper_is_shown_to_nobody_else(tmp_path: Path) -> None:
    stage = Stage(tmp_path, journals=True)
    agent = wren(stage)
    assert agent.memory.journal is not None
    stage.ada_does("whisper Wren I promise you, my sister Fern hid key 4711.")
    stage.model.will(*["Noted, then."] * 12)
    await stage.clock.advance(3)
    facts = extract_by_rules(agent.memory.view.tail, "Wren")
    agent.memory.journal.known = gather_knowledge(facts)
    assert facts[0].is_private
    await ask(stage, "Does your aunt knit, Wren?")
    alone = stage.model.requests[-1].prompt
    stage.world.attach(stage.world.add_character("Bob", stage.hall.id).id, Person())
    stage.model.will(*["Noted, then."] * 12)
    await ask(stage, "Does your uncle knit, Wren?")
    overheard = stage.model.requests[-1].prompt
    assert "(heard from Ada)" in alone
    assert "4711" not in overheard
    await stage.close()
