"""A line for a thing answers what is asked of the thing, and not of what somebody does."""

from __future__ import annotations

import pytest

from agents.mind.speech.knowledge.deed import asks_of_a_deed
from agents.mind.voice.voice import Subject

LAMP = Subject(("great lamp", "lamp", "light it"), ())


@pytest.mark.parametrize(
    "question",
    [
        "Who lives behind the lamp?",
        "When would you trim the lamp, in winter or in summer?",
        "How long have you been polishing the lamp?",
        "Who taught you to build the lamp?",
        "How long are you at the lamp?",
        "What did the minister say to the lamp?",
        "How does she know of the lamp?",
        "Which keeper dropped the lamp?",
    ],
)
def test_a_deed_that_the_line_says_nothing_of(question: str) -> None:
    assert asks_of_a_deed(question, LAMP, "It is older than book one.")


@pytest.mark.parametrize(
    "question",
    [
        "What is the lamp for?",
        "How old is the lamp?",
        "Who made the lamp?",
        "Why do you light it every night?",
        "What was the lamp called?",
        "How far have you got with the lamp?",
        "What do you think of the lamp?",
        "When did you build the lamp?",
    ],
)
def test_what_the_thing_is_and_who_made_it(question: str) -> None:
    assert not asks_of_a_deed(question, LAMP, "It is older than book one.")


def test_the_answer_may_say_it() -> None:
    assert not asks_of_a_deed("Who carried the lamp here?", LAMP, "My aunt carried it.")
    assert not asks_of_a_deed("Who lost the lamp?", LAMP, "Nobody has lost it yet.")
