"""What a scene shows to the model: voice, persona, facts and words."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.core.records import NewMemory
from tests.agents.mind.scene.test_scene_turns import VOICE, ask, wren
from tests.agents.mind.support import Stage
from world.nature import Nature


async def test_a_gesture_of_the_voice_is_no_example_of_what_is_said(tmp_path: Path) -> None:
    """The model read `Wren says, "looks at the lamp."`."""
    stage = Stage(tmp_path)
    wren(stage, VOICE.replace("I trim the wick and I count the boats.", "*looks at the lamp.*"))
    stage.model.will("No. You are Wren.", "No. You are Wren.", "No. You are Wren.")
    await ask(stage, "Do the boats see your lamp all day, Wren?")
    assert "looks at the lamp" not in stage.model.requests[-1].prompt
    await stage.close()


async def test_the_scene_shows_the_voice_the_facts_and_the_words_and_no_transcript(
    tmp_path: Path,
) -> None:
    stage = Stage(tmp_path)
    wren(stage)
    stage.model.will(*["Nothing much."] * 9)
    await ask(stage, "Wren, my cat is called Tom.")
    await ask(stage, "Was your cat ever so afraid at sea?")
    prompt = stage.model.requests[-1].prompt
    assert "I light the lamp each evening." in prompt
    assert "A night with no answer. Fog I can write down." in prompt
    assert "Ada said just now: 'My cat is called Tom.'" in prompt
    assert prompt.endswith('Wren says, "')
    assert "~Wren>" not in prompt
    assert stage.model.requests[-1].grammar is None
    await stage.close()


@pytest.mark.parametrize(
    ("persona", "opening"),
    [
        (
            "I am Wren, a sad keeper. My lamp is out.",
            'Wren says, "I am Wren, a sad keeper. My lamp',
        ),
        ("Wren is a sad keeper. She weeps.", "About Wren: Wren is a sad keeper. She weeps.\n"),
        (
            "You are Wren. Wren keeps a lamp.",
            'About Wren: Wren keeps a lamp.\nWren says, "I am Wren.',
        ),
        ("A sad keeper. The lamp is her secret.", "About Wren: A sad keeper.\n"),
        ("You have a secret.", 'Wren says, "I am Wren."\n'),
    ],
)
async def test_a_persona_of_any_form_is_in_the_scene(
    tmp_path: Path, persona: str, opening: str
) -> None:
    """Who writes "I am Wren" or "Wren is" finds it in the prompt, too."""
    stage = Stage(tmp_path)
    assert wren(stage, persona=persona).show_prompt().text.startswith(opening)
    await stage.close()


async def test_the_scene_shows_what_the_journal_knows_of_who_is_here(tmp_path: Path) -> None:
    stage = Stage(tmp_path, journals=True)
    agent = wren(stage)
    entry = "~Wren> journal 8: Ada mends nets for a living.\nYou write in your journal."
    agent.memory.record(
        NewMemory(
            entry,
            source="action",
            line="journal 8: Ada mends nets for a living.",
            nature=Nature.JOURNAL,
        )
    )
    await stage.clock.settle()
    stage.model.will(*["Nothing much."] * 3)
    await ask(stage, "Does your aunt knit, Wren?")
    assert "Ada mends nets for a living." in stage.model.requests[-1].prompt
    await stage.close()


async def test_without_words_to_answer_a_scene_has_no_cue(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    agent = wren(stage)
    text = agent.show_prompt().text
    assert text.endswith("Wren is in The Hall.\nAlso here: Ada.")
    stage.ada_does("go garden")
    assert agent.show_prompt().text.endswith("Wren is in The Hall.")
    await stage.close()
