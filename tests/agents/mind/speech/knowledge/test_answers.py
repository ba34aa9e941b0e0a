"""What a voice knows of a thing answers questions about it, of each kind; else one says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from agents.mind.speech.candidates import Candidate
from agents.mind.speech.history import NO_TALK, Exchanged, TalkHistory
from agents.mind.speech.knowledge.answers import KnowledgeAnswers
from agents.mind.speech.knowledge.thing import find_thing
from agents.mind.voice.question_kinds import find_kind
from agents.mind.voice.voice import NO_VOICE
from agents.mind.voice.voice_file import parse_voice
from tests.agents.mind.support import TEXTS

VOICE = parse_voice(
    Path("voice.md"),
    """## Knowledge

### half boat, chair

- made: My father and a saw.
- why: The other half was burnt.
- It is half of a boat.

### boat

- made: My grandfather.
- when, how: In his time.

### soup

- of: Leeks.

### bowl

- of: Sycamore.

### ...

- made: Nobody told me.
- why: There is no reason.
""",
).voice
KNOWING = KnowledgeAnswers(VOICE, TEXTS)


def best(found: list[Candidate]) -> str:
    return max(found, key=lambda each: each.fit).words if found else ""


def know(heard: str, talk: TalkHistory = NO_TALK) -> str:
    return best(list(KNOWING.answer(heard, talk)))


@pytest.mark.parametrize(
    ("heard", "answer"),
    [
        ("Who built the boat?", "My grandfather."),
        ("Whose work is that half boat of yours?", "My father and a saw."),
        ("So how long has there been a boat here?", "In his time."),
        ("How come there is only half a boat by the stove?", "The other half was burnt."),
        ("Why is there a half boat?", "The other half was burnt."),
        ("What is this soup bowl made of?", "Sycamore."),
        ("What is that chair?", "It is half of a boat."),
        ("I came by the road. It rained. Who made your chair?", "My father and a saw."),
        ("The boat is a fine one. Who built it?", "My grandfather."),
        ("Did you build the boat yourself?", "My grandfather."),
        ("Who built the bridge?", ""),
        ("I like the boat.", ""),
    ],
)
def test_of_a_thing_that_is_known_it_says_what_is_asked(heard: str, answer: str) -> None:
    assert know(heard) == answer


def test_a_question_that_leans_on_the_talk_is_about_its_subject() -> None:
    last = Exchanged("Tell me about the chair.", "I sit in it.")
    talk = TalkHistory((), (), last, ("Tell me about the chair.",))
    assert know("Who made it?", talk) == "My father and a saw."
    assert know("Why?", talk) == "The other half was burnt."
    assert know("Why did the king go to war with France?", talk) == ""
    further = TalkHistory((), (), Exchanged("Why?", "So."), ("Why?", "Tell me about the chair."))
    assert know("And who made it?", further) == "My father and a saw."


@pytest.mark.parametrize("heard", ["Who are you then?", "Who are you?", "Where are you?"])
def test_a_question_of_the_hearer_leans_on_nothing(heard: str) -> None:
    """In how few words it is: nothing was asked of the boat."""
    asked = "Who built the boat?"
    talk = TalkHistory((), (), Exchanged(asked, "My grandfather."), (asked,))
    assert know("Who?", talk) and not know(heard, talk)


def test_not_to_know_is_said_of_the_thing_that_was_asked_about() -> None:
    """In the agent's own words, else in text/manners.md; nothing where nothing is asked."""
    own = KNOWING.admit("Who built this covered bridge?", NO_TALK, "Ada", 0)
    assert best(own) == "The covered bridge? Nobody told me."
    assert best(KNOWING.admit("Why is the sky up?", NO_TALK, "Ada", 3)) == "There is no reason."
    stranger = KnowledgeAnswers(NO_VOICE, TEXTS)
    said = best(stranger.admit("Who wove your coat?", NO_TALK, "Ada", 0))
    assert said == "My coat? Who made it, I do not know, Ada."
    assert KNOWING.admit("The bridge is long.", NO_TALK, "Ada", 0) == []


@pytest.mark.parametrize(
    ("heard", "kind"),
    [
        ("Who carved the door?", "made"),
        ("What wood is the oar?", "of"),
        ("Where does the cable come from?", "from"),
        ("How long ago was that?", "when"),
        ("How many steps is it?", "number"),
        ("What do you use the bob for?", "for"),
        ("How come?", "why"),
        ("Whose coat is it?", "whose"),
        ("How do you tie a graft?", "how"),
        ("How are you?", "what"),
        ("May I sit here?", "may"),
        ("May I come and see the lamp?", ""),
        ("How do you know when it is done?", "how"),
        ("Have you ever seen a bear?", "ever"),
        ("Do you own a saw?", "have"),
        ("Is it warm?", "is"),
    ],
)
def test_questions_have_kinds(heard: str, kind: str) -> None:
    found = find_kind(heard)
    assert found is not None
    # "How are you?" is no question of how a thing is done.
    assert found.name == kind or (kind == "what" and found.name in ("", "what"))


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("Who laid the stones of these walls?", "the stones"),
        ("Who painted your old door red?", "my old door red"),
        ("Where did this come from?", ""),
        ("Do you own a good saw?", "a good saw"),
        ("What should a father say about love?", "a father"),
    ],
)
def test_a_thing_is_named_as_the_hearer_names_it(question: str, thing: str) -> None:
    assert find_thing(question) == thing


def test_what_is_named_by_the_way_in_a_long_statement_fits_less() -> None:
    """ "There is soil in the hem by the dish; why do you not tell her?" is not asked of the dish:
    what a voice has for all of it goes first."""
    (short,) = KNOWING.answer("The boat is a fine one. Who built it?", NO_TALK)
    told = "My uncle wrote in a letter of the old boat that they hid here."
    (aside,) = KNOWING.answer(f"{told} Who made it?", NO_TALK)
    assert aside.words == short.words and aside.fit < 0.65 < short.fit
