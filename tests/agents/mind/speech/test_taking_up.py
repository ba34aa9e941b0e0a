"""What an agent says where nothing answers: by what was asked, and each time something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.speech.history import NO_TALK, TalkHistory
from agents.mind.speech.knowledge.answers import KnowledgeAnswers
from agents.mind.voice.question_kinds import TAKING_UP, UNANSWERED
from agents.mind.voice.voice_file import parse_voice, read_voice
from tests.paths import VAULT
from tests.texts import shipped_texts

VOICE = """
## Knowledge

### ...
- how: I do not know how.
- number: Nobody counted.
- opinion: I am for it.
- opinion: I like it.
- suppose: I should run.
- duration: I had no clock.
- choice: I never chose.
- who: I never had the name.
- anybody: I can think of nobody.
- statement: And then?
- statement: Go on.
- statement: Tell me of {thing}.
"""


@pytest.fixture
def answers() -> KnowledgeAnswers:
    return KnowledgeAnswers(parse_voice(Path("voice.md"), VOICE).voice, shipped_texts())


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("How do you mend it?", "I do not know how."),
        ("What would you do if it rose?", "I should run."),
        ("How far could it count?", "Nobody counted."),
        ("How long did it take you?", "I had no clock."),
        ("Which do you like best?", "I never chose."),
        ("How many are there?", "Nobody counted."),
        ("Who was here before?", "I never had the name."),
        ("Who did that?", "I never had the name."),
        ("Who buys needles here?", "I can think of nobody."),
        ("Who's going to teach me?", "I can think of nobody."),
        ("Is there anybody here who can shoe a mule?", "I can think of nobody."),
    ],
)
def test_a_line_is_of_the_form_of_the_question(
    answers: KnowledgeAnswers, heard: str, said: str
) -> None:
    """What one would do is no matter of how something is done."""
    assert answers.admit(heard, NO_TALK, "Ada", 0)[0].words == said


def test_an_opinion_is_given_of_the_askers_matter_alone(answers: KnowledgeAnswers) -> None:
    """A stance on a plan fits neither a person nor what another thinks."""
    for heard in ("What did your mother think of all that?", "What do you think of Hester?"):
        found = answers.admit(heard, NO_TALK, "Ada", 0)
        assert not {each.words for each in found} & {"I am for it.", "I like it."}


def test_a_line_said_of_late_comes_last(answers: KnowledgeAnswers) -> None:
    """Whatever the turn; and of lines that were all said, that of longest ago."""
    heard, lines = "What do you think of my plan?", ["I am for it.", "I like it."]
    for turn in range(2):
        for own in ([lines[0]], [lines[1], lines[0]]):
            talk = TalkHistory(tuple(own), (), None)
            found = answers.admit(heard, talk, "Ada", turn)
            assert found[0].words == ("I like it." if own[-1] == lines[0] else "I am for it.")


def test_what_somebody_tells_is_taken_up_with_their_own_thing(answers: KnowledgeAnswers) -> None:
    """Another's thing is not asked for, nor is a bare courtesy taken up."""
    mine = answers.take_up("They have painted over my shop.", NO_TALK, 0)
    assert [each.words for each in mine] == ["Tell me of your shop."]
    unclear = answers.take_up("I painted my shop yellow.", NO_TALK, 0)
    assert [each.words for each in unclear] == ["And then?", "Go on."]
    other = answers.take_up("It rained on the hill for nine hours.", NO_TALK, 1)
    assert [each.words for each in other] == ["Go on.", "And then?"]
    for heard in ("Good night to you, keeper.", "I see.", "Who built my shop, do you know?"):
        assert not answers.take_up(heard, NO_TALK, 0)


@pytest.mark.parametrize("agent", ["Wren", "Moss", "Cobb", "Hester"])
def test_the_four_have_several_lines_for_each_form(agent: str) -> None:
    """So many that none comes back soon."""
    voice = read_voice(VAULT / "agents" / agent / "voice.md").voice
    for form in (*UNANSWERED, TAKING_UP):
        assert len(list(voice.list_for(form))) >= 6, form
    for kind in ("why", "how", "who", "number", "is"):
        assert len(list(voice.list_for(kind))) >= 5, kind
