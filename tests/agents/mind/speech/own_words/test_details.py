"""Who asks about a detail of an agent's words hears of that detail, and of nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.memory.language.stems import stem_words
from agents.mind.speech.history import Exchanged, TalkHistory
from agents.mind.speech.own_words.asked_aspects import find_asked_aspect
from agents.mind.speech.own_words.asked_on import find_asked_on
from agents.mind.speech.own_words.details import name_detail
from agents.mind.speech.own_words.no_more import OwnWords
from agents.mind.speech.own_words.reasons import give_reason
from agents.mind.voice.retrieval import VoiceIndex
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.support import TEXTS

VOICE = parse_voice(
    Path("voice.md"),
    """## Knowledge

### ...

- reason: Because I tried it.
- opinion: I cannot say.

## Asked on

### mother, hens

- why: It was a wet winter.
- who: A neighbour came.
- felt: Cold.
- She called with a spoon on a tin.
- The spoon had a bent handle.

### ...

- why: It grew that way.
- why: {it}? I never asked.
- who: Somebody in a coat.
- who: {it}? I have no name for that.
- turn: What is your trade?
""",
).voice
SPOON = "She called with a spoon on a tin. The hens came."


def go_on(heard: str, *said: str) -> str:
    talk = TalkHistory(said, (), Exchanged("Hm.", said[-1]), (), said)
    on = find_asked_on(heard, talk, ("Ada",))
    assert on is not None, heard
    return OwnWords(VoiceIndex(VOICE), TEXTS).complete([], on, "Ada", talk)[0].words


@pytest.mark.parametrize(
    ("said", "question", "named"),
    [
        (SPOON, "Who put the spoon away?", "the spoon"),
        ("He jumped after my cap and brought another cap.", "Why another cap?", "the cap"),
        ("He jumped after my cap and brought another cap.", "Why my cap?", "my cap"),
        ("Pell stood with his hat in his nine fingers.", "Why nine fingers?", "his nine fingers"),
        ("A dealer with a ring, who coughed.", "Why would he cough?", ""),
        ("Bo told me: 'I lost my lantern.'", "What was the lantern like?", "the lantern"),
        ("It rained.", "Who?", ""),
    ],
)
def test_a_detail_is_named_as_it_was_said(said: str, question: str, named: str) -> None:
    assert name_detail(said, set(stem_words(question)), question) == named


def test_of_a_detail_nothing_else_of_the_subject_is_told() -> None:
    assert go_on("Who put the spoon away?", SPOON) == "The spoon? I have no name for that."
    assert go_on("Why a spoon?", SPOON) == "The spoon? I never asked."
    assert go_on("How did the spoon feel?", SPOON) == "Cold."
    assert go_on("Why did the hens come?", SPOON) == "It was a wet winter."


def test_a_bare_question_is_about_the_last_line_and_not_about_one_before() -> None:
    assert go_on("Why?", SPOON, "I was lighting the stove.") == "It grew that way."
    assert go_on("Why?", SPOON, "The spoon? I have no name for that.") == "It was a wet winter."


def test_a_long_line_that_only_names_a_subject_is_another_story() -> None:
    story = f"A man walked round the tarn {'and round ' * 10}and asked for hens."
    assert go_on("And why was that?", story) == "It grew that way."


def test_why_is_asked_whatever_else_stands_in_the_question() -> None:
    assert find_asked_aspect("Why did he come back?") == "why"
    assert find_asked_aspect("How did he take it?") == "felt"


@pytest.mark.parametrize("heard", ["Why?", "Why would you say that?", "On what grounds?"])
def test_advice_has_a_reason(heard: str) -> None:
    def ask(before: str, answer: str) -> list[str]:
        talk = TalkHistory((answer,), (), Exchanged(before, answer), (before,), (answer,))
        return [each.words for each in give_reason(VOICE, heard, talk)]

    assert ask("Should I sell the shop?", "I should wait.") == ["Because I tried it."]
    assert ask("What would you do in my place?", "Wait.") == ["Because I tried it."]
    assert ask("Should I sell the shop?", "Is it yours?") == []
    assert ask("What do you grow?", "Leeks.") == []
    assert ask("What is your opinion?", "I cannot say.") == []
