"""A visitor asks for what others have told or what was seen: "Has Leofric been to Langstrand?" """

from __future__ import annotations

import pytest

from agents.mind.scene.told_answers import ToldMoment
from agents.mind.speech.remembered import Asked
from agents.mind.speech.remembering.covering import find_least_shared, is_of_just_that
from agents.mind.speech.told.telling_back import ToldLine
from tests.agents.mind.speech.told import answer, hit
from tests.agents.mind.support import TEXTS

LEOFRIC = hit(1, 'Leofric says, "I\'ve never set foot in Langstrand and I never will."')
CISTERN = hit(
    2, 'Ranulf says, "Nobody has mended the cistern yet, you can see daylight through it."'
)
WALNUTS = hit(3, 'Kester says, "No walnuts for me, I can\'t eat them."')
BISHOP = hit(4, 'Orrick says, "They say that the bishop comes on Friday."')
LEAVING = hit(5, 'Ingram says, "By night I\'ll be in Grimsdale, God willing."')
TOLD = (LEOFRIC, CISTERN, WALNUTS, BISHOP, LEAVING)


@pytest.mark.parametrize(
    ("heard", "has"),
    [
        ("Has Leofric been to Langstrand?", "never set foot"),
        ("Is the cistern mended?", "Nobody has mended the cistern"),
        ("Shall I bring Kester some walnuts?", "No walnuts for me"),
        ("When does the bishop come?", "on Friday"),
        ("Where is Ingram travelling?", "in Grimsdale"),
    ],
)
def test_what_somebody_told_answers_whoever_asks_just_that(heard: str, has: str) -> None:
    """A stranger asked for them got "I could not say yes or no" and "You have told me nothing of
    Ingram", where each had been told to the agent an hour before."""
    assert has in answer(heard, *TOLD, partner="Bob")


@pytest.mark.parametrize(
    "heard",
    [
        "Is the roof mended?",
        "Has Ranulf been to Langstrand?",
        "Should I bring a coat?",
        "When does the ferry come?",
        "Have you been to Langstrand?",
    ],
)
def test_what_was_told_of_the_like_is_neither_a_yes_nor_a_no(heard: str) -> None:
    assert answer(heard, *TOLD, partner="Bob") == ""


def test_one_word_is_enough_of_the_one_who_is_asked_about() -> None:
    about = frozenset({"ingram", "travel"})
    assert find_least_shared(about, "Ingram", "Where is Ingram travelling?") == 1
    assert find_least_shared(about, "Orrick", "Where is Ingram travelling?") == 2
    assert find_least_shared(frozenset({"bishop"}), "Orrick", "Is the bishop tall?") == 2
    assert not is_of_just_that(1.0, 1, "Orrick", "Is it mended?")


@pytest.mark.parametrize(("name", "unheard"), [("Ingram", False), ("Zenobia", True)])
def test_of_one_who_has_spoken_nobody_is_said_to_have_told_nothing(
    name: str, unheard: bool
) -> None:
    heard = {"Ingram": (ToldLine("I keep bees.", 1),)}
    asked = Asked("Wren", "Bob", f"Where does {name} live?", line=f"Where does {name} live?")
    moment = ToldMoment(asked, (), (), (), TEXTS, lambda each: heard.get(each, ()))
    said = [each.words for each in moment.complete([])]
    assert any(f"of {name}" in each for each in said) is unheard
