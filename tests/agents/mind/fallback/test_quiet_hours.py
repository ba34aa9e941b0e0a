"""What an agent that has errands and a voice does in between: mostly nothing."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from agents.mind.fallback.fallback_policy import FallbackPolicy
from agents.mind.fallback.restraint import Restraint
from agents.mind.fallback.roaming import Roaming
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from tests.texts import shipped_texts
from tests.vocabulary import AGENTS_VOCABULARY
from world.boundaries import Situation
from world.vault.texts import Texts

PERSONA = "You are Moss, a patient gardener. You want one apple to ripen."


@pytest.fixture(scope="module")
def texts() -> Texts:
    return shipped_texts()


def here(*occupants: str) -> Situation:
    ways = {"garden": "The Garden", "up": "The Reading Room"}
    return Situation("Moss", "The Hall", "A long stone hall.", ways, occupants, ("guest book",), ())


VOICE = """
## Remarks

- The beans are up.
- One apple is enough.
"""


@pytest.mark.parametrize(("handles", "least"), [(False, 100), (True, 0)])
def test_who_has_errands_and_a_voice_is_often_quiet(
    texts: Texts, tmp_path: Path, handles: bool, least: int
) -> None:
    """In between it does nothing at most turns, thinks no thoughts of just anybody and takes no
    notes; who has no errands has nothing else to do."""
    voice = VoiceIndex(parse_voice(tmp_path / "voice.md", VOICE).voice, "Moss")
    brain = FallbackPolicy(texts, AGENTS_VOCABULARY, random.Random(3))
    done = Counter(
        brain.decide(
            here(), [], "Moss", PERSONA, voice, restraint=Restraint(quiet=14.0),
            roaming=Roaming({}, handles=handles),
        )
        for _ in range(200)
    )  # fmt: skip
    anybodys = texts.raw("brain.thought").split("\n")
    assert (done[""] > least) is not handles
    assert any(line in anybodys for line in done) is handles
    assert not any(line.startswith("note ") for line in done) or handles


def test_nobody_is_called_where_nobody_is(texts: Texts, tmp_path: Path) -> None:
    """A remark that calls somebody is no thought of one who is alone."""
    remarks = "## Remarks\n\n- Any news, friend?\n- It rains.\n"
    voice = VoiceIndex(parse_voice(tmp_path / "voice.md", remarks).voice, "Moss")
    brain = FallbackPolicy(texts, AGENTS_VOCABULARY, random.Random(3))
    alone = {brain.decide(here(), [], "Moss", PERSONA, voice) for _ in range(200)}
    company = {brain.decide(here("Wren"), [], "Moss", PERSONA, voice) for _ in range(200)}
    assert "think It rains." in alone
    assert not any("friend" in line for line in alone)
    assert "say Any news, friend?" in company
