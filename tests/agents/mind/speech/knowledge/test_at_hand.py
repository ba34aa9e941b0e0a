"""What one sees of a thing at hand answers what is asked of it, and nothing else does."""

from __future__ import annotations

import pytest

from agents.mind.speech.candidates import Candidate
from agents.mind.speech.history import NO_TALK
from agents.mind.speech.knowledge.answers import KnowledgeAnswers
from agents.mind.speech.knowledge.at_hand import SeenThings
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.support import TEXTS
from tests.paths import ROOT

THINGS = {
    "glass float": "A green ball in a net. Moulded into it: NORTH SHORE 14. It weighs little.",
    "tuning fork": "Two tines of steel. You could strike it.",
    "oil can": "A long-necked brass can, a little over half full.",
    "guest book": 'A cloth-bound book with a pencil on a string. "The soup is honest."',
}
VOICE = "## Knowledge\n\n### lens, glass\n\n- made: A glass grinder on the coast.\n"


def answer(heard: str) -> Candidate | None:
    return next(SeenThings(THINGS, TEXTS).answer(heard, NO_TALK, "Ada", 0), None)


@pytest.mark.parametrize(
    ("heard", "told"),
    [
        ("What is the tuning fork made of?", "Two tines of steel."),
        ("Is there anything stamped on the glass float?", "Moulded into it: NORTH SHORE 14."),
        ("What is written in the guest book?", "'The soup is honest.'"),
        ("What is that fork?", "Two tines of steel."),
        ("How much does the float weigh?", "It weighs little."),
        ("What is that can?", "A long-necked brass can"),
    ],
)
def test_the_sentence_that_tells_it_is_said(heard: str, told: str) -> None:
    found = answer(heard)
    assert found is not None and told in found.words


@pytest.mark.parametrize(
    "heard",
    [
        "Who made the tuning fork?",
        "Is anything stamped on the tuning fork?",
        "Where is the lens?",
        "The glass float is green.",
        "Has the tuning fork answered tonight?",
        "A patient can still be dying. What is that to you?",
    ],
)
def test_what_one_does_not_see_is_not_said(heard: str) -> None:
    assert answer(heard) is None


def test_a_subject_that_shares_a_word_with_a_thing_at_hand_is_not_that_thing() -> None:
    voice = parse_voice(ROOT / "voice.md", VOICE).voice
    asked = "Who made the glass float?"
    assert list(KnowledgeAnswers(voice, TEXTS).answer(asked, NO_TALK))
    assert not list(KnowledgeAnswers(voice, TEXTS, THINGS).answer(asked, NO_TALK))
    assert list(KnowledgeAnswers(voice, TEXTS, THINGS).answer("Who made the glass?", NO_TALK))
