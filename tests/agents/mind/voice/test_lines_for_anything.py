"""Lines of the four voices for what nothing answers suppose nothing that was not said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agents.mind.voice.voice_file import read_voice

AGENTS = Path(__file__).parents[4] / "vault" / "agents"
#: What a line has that is for a choice, a list, or a talk that has gone on.
SUPPOSES = re.compile(r"\bneither (?!yes)|\bboth\b|\ball of them\b|\bby now\b", re.IGNORECASE)


@pytest.mark.parametrize("name", ["Cobb", "Hester", "Moss", "Wren"])
def test_a_line_for_anything_answers_no_choice_and_no_list(name: str) -> None:
    voice = read_voice(AGENTS / name / "voice.md").voice
    found = {
        line
        for aspect in ("is", "are", "statement", "opinion", "suppose", "duration")
        for line in voice.list_for(aspect)
        if SUPPOSES.search(line)
    }
    assert not found


@pytest.mark.parametrize("name", ["Cobb", "Hester", "Moss", "Wren"])
def test_a_newcomer_is_told_of_the_place(name: str) -> None:
    voice = read_voice(AGENTS / name / "voice.md").voice
    known = {line for each in voice.exchanges for line in each.heard}
    asked = {
        "What is this place?",
        "Who lives here?",
        "What do people do here?",
        "Is there a bed here?",
    }
    assert asked <= known
    assert all(map(voice.list_for, ("crooked", "misheard")))
    assert any(each.leads_to for each in voice.exchanges)
