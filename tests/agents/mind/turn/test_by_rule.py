"""A profile whose provider is `rules`: every turn is decided by rule, and nothing has failed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.support import Stage

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
