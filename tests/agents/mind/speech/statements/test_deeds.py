"""Who asks whether they should do something is advised on that deed."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.speech.statements.deeds import find_advised_deed
from tests.agents.mind.manners.test_manners import stage_with
from tests.agents.mind.manners.test_retelling import begin, tell


@pytest.mark.parametrize(
    ("words", "deed"),
    [
        ("Should I tell my pupils?", "tell"),
        ("Do you think I should write to her?", "tell"),
        ("Nobody noticed. Would you have told somebody?", "tell"),
        ("Should I go to the funeral, or is that not my place?", "go"),
        ("should i get another one or is that mean", "take"),
        ("Is it wrong to stop?", "stop"),
        ("I don't know if I should wait.", "stay"),
        ("What would you say to them?", ""),
        ("Would you tell me a story?", ""),
        ("Should I wait here?", ""),
        ("Should I take the ferry?", ""),
        ("I told my brother.", ""),
    ],
)
def test_the_deed_is_known_by_its_verb(words: str, deed: str) -> None:
    assert find_advised_deed(words) == deed


VOICE = "## Knowledge\n\n### ...\n\n- advice tell: The short version first.\n"


async def test_to_tell_is_advised_and_not_what_was_told_before(tmp_path: Path) -> None:
    stage, agents = stage_with(tmp_path, "Wren", Wren=VOICE)
    begin(stage, agents)
    await tell(stage, "say Wren, I am losing my hearing and nobody knows.")
    before = len(stage.person.seen)
    await tell(stage, "say Wren, should I tell my pupils?")
    assert "The short version first." in "\n".join(stage.person.texts[before:])
    await stage.close()
