"""A profile whose provider is `rules`: every turn is decided by rule, and nothing has failed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.support import Person, Stage

VOICE = "## Exchanges\n> How are you?\n\nUpright, and in no hurry.\n"


async def test_a_turn_by_rule_asks_no_model_and_is_no_failure(tmp_path: Path) -> None:
    """The line comes from the voice; status, log and watchers know of no error."""
    stage = Stage(tmp_path)
    stage.generation_params = replace(stage.generation_params, by_rule=True)
    moss = stage.agent("Moss")
    moss.voice = VoiceIndex(parse_voice(tmp_path / "voice.md", VOICE).voice, "Moss")
    moss.start(within=1000)
    stage.ada_does("say How are you, Moss?")
    await stage.clock.advance(5)
    assert 'Moss says, "Upright, and in no hurry."' in stage.person.texts
    assert not any("deep in thought" in text for text in stage.person.texts)
    assert (stage.model.requests, stage.log, stage.errors) == ([], [], [])
    assert moss.last_error == "" and stage.watched_kinds("error") == []
    written = (tmp_path / "Moss" / "archive").glob("*.jsonl")
    records = [json.loads(line) for path in written for line in path.read_text().splitlines()]
    turns = [each for each in records if each["kind"] == "turn"]
    assert [(each.get("model", ""), each["outcome"]) for each in turns] == [("", "brain: by rule")]
    await stage.close()


async def test_two_who_speak_at_once_have_their_answers_in_turn(tmp_path: Path) -> None:
    """The words of one do not take the place of another's, and each has one answer."""
    stage = Stage(tmp_path)
    stage.generation_params = replace(stage.generation_params, by_rule=True)
    bo = stage.world.add_character("Bo", stage.hall.id)
    stage.world.attach(bo.id, Person())
    moss = stage.agent("Moss")
    voice = VOICE + "\n> What do you grow?\n\nLeeks.\n"
    moss.voice = VoiceIndex(parse_voice(tmp_path / "voice.md", voice).voice, "Moss")
    moss.start(within=1000)
    stage.ada_does("say How are you, Moss?")
    stage.world.perform(bo.id, "say Moss, what do you grow?")
    await stage.clock.advance(15)
    said = [each for each in stage.person.texts if each.startswith("Moss says")]
    assert ["Upright" in said[0], "Leeks" in said[1]] == [True, True]
    assert sum("Upright" in each or "Leeks" in each for each in said) == 2
    await stage.close()
