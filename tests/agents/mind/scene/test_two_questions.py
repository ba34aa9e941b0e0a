"""Two questions in one line are answered one after the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.scene.two_questions import LONGEST, TwoQuestions
from agents.mind.speech.history import NO_TALK
from agents.mind.voice.conditions import VoiceMoment
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice

VOICE = f"""
## Exchanges
### Lake
> How deep is the lake?

161 feet, taken eight times.

>> Is it cold?

It is, all summer.
### Mill
> Who built the mill?

The Company, in a hurry.
### Asking
> Where do you live?

In the loft. Where do you?
### Long
> What is on the chart?

{"Water, " * (LONGEST // 7)}and a stone.
"""
INDEX = VoiceIndex(parse_voice(Path("voice.md"), VOICE).voice, "Hester")


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("How deep is the lake? And who built the mill?",
         "161 feet, taken eight times. The Company, in a hurry."),
        ("Hester, how deep is the lake? Is it cold?",
         "161 feet, taken eight times. It is, all summer."),
        ("How deep is the lake?", None),
        ("How deep is the lake? Who built it?", None),
        ("How deep is the lake? How deep is the lake, Hester?", None),
        ("How deep is the lake? What colour is a hen?", None),
        ("Where do you live? Who built the mill?", None),
        ("Who built the mill? What is on the chart?", None),
    ],
)  # fmt: skip
def test_both_are_answered_where_both_answers_are_known(heard: str, said: str | None) -> None:
    """In their order: a second question that leans on the first by what stands behind its answer,
    none twice, none behind an answer that asks, and no speech."""
    found = list(TwoQuestions(INDEX).answer(heard, VoiceMoment("The Mill"), NO_TALK))
    assert [each.words for each in found] == ([said] if said else [])
