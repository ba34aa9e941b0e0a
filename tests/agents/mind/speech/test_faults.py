"""Words with a fault are not spoken, and the fault has a name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.mind.speech.candidates import SpeechMoment
from agents.mind.speech.faults import FAULTS, find_faults

MOMENT = SpeechMoment(
    me="Wren",
    partner="Ada",
    heard="I am tired. Where does Moss sleep?",
    names=("Ada", "Moss", "Cobb"),
    lore=("You go to the Hall and the Garden.",),
    about=("I light the lamp in the Lamp House each evening.", "I count steps, boats and minutes."),
    known=("The Lamp House", "Ada said yesterday: 'I have forty-one goats.'"),
    examples=("Under the east windows, from the end of the lamp to noon.",),
    own=("The wind has turned since supper.",),
    others=("Beans want warm feet and cold heads.",),
)

FAULTY = {
    "too long": "and then the boat " * 15 + "came.",
    "unfinished": "He sleeps in the",
    "garbled": "He sleeps in thisHouse over there.",
    "narrates": 'He sleeps, Cobb said, "in the Hall."',
    "speaks as a machine": "As a language model I do not sleep.",
    "stutters": "He sleeps in the Hall. He sleeps in the Hall.",
    "takes another's name": "I am Moss.",
    "takes the partner's deeds for its own": "I am tired, and Moss may sleep.",
    "speaks of itself by name": "Wren sleeps here, too.",
    "calls the partner by another's name": "In the Hall, Cobb.",
    "gives back what was said": "I am tired. Where does Moss sleep?",
    "adds nothing": "Moss sleeps tired.",
    "said before": "Since supper the wind has turned.",
    "copies another": "Beans want warm feet and cold heads.",
    "invents a number": "He sleeps forty-two steps from here.",
    "invents a name": "He sleeps at the house of Barnaby.",
    "tells an example again": "Under the east windows, from the end of the lamp to nine.",
    "contradicts itself": "He sleeps in the Hall, but he does not sleep.",
    "denies what the partner said": "You are not tired.",
    "claims to be what it is not": "I am a ghost.",
}


def test_every_fault_has_its_case() -> None:
    assert FAULTY.keys() == FAULTS.keys()


@pytest.mark.parametrize("fault", FAULTY)
def test_words_with_a_fault_are_found(fault: str) -> None:
    assert fault in find_faults(FAULTY[fault], MOMENT)


@pytest.mark.parametrize(
    "words",
    [
        "In the Hall. I hear him snore from here.",
        "Ask him, Ada. He is in the Garden until dusk.",
        "You have forty-one goats, you said.",
        "I am Wren. I light the lamp.",
        "My name is Wren.",
        "I do not know where he sleeps.",
        "I'm in the Lamp House at night, so I never see it.",
        "Yes, yes, in the Hall.",
        "Moss? On the bench by the fire.",
    ],
)
def test_sensible_words_have_no_fault(words: str) -> None:
    assert find_faults(words, MOMENT) == ()


def test_no_words_are_empty_and_nothing_else() -> None:
    assert find_faults("  ", MOMENT) == ("empty",)


def test_numbers_in_words_and_digits_are_the_same() -> None:
    asked = replace(MOMENT, heard="Are there 12 steps?")
    assert "invents a number" not in find_faults("Twelve of them go up.", asked)


def test_the_name_of_somebody_unknown_may_be_repeated_to_the_one_who_said_it() -> None:
    asked = replace(MOMENT, heard="My dog was called Rufus.")
    assert "invents a name" not in find_faults("Was that Rufus?", asked)


def test_a_name_that_was_just_heard_is_not_the_agents_own() -> None:
    heard = replace(MOMENT, heard="My name is Jonas and I walked here from Carrick.")
    assert "takes another's name" in find_faults("I am Jonas, the keeper of the lamp.", heard)
    words = "I am from Carrick, and I walked to the Lamp House."
    assert "takes the partner's deeds for its own" in find_faults(words, heard)


def test_only_the_faults_that_are_asked_for_are_looked_for() -> None:
    words = "As a language model I do not sleep in the"
    assert {"unfinished", "speaks as a machine"} <= set(find_faults(words, MOMENT))
    assert find_faults(words, MOMENT, {"unfinished", "said before"}) == ("unfinished",)
