"""Who answers and asks in one line is heard in both."""

from __future__ import annotations

import pytest

from agents.mind.speech.parties.answered_part import split_answer

ASKED = "I have the lamp. How long have you done that?"


@pytest.mark.parametrize(
    ("heard", "answer", "question"),
    [
        ("Two years. Do you like it here?", "Two years.", "Do you like it here?"),
        ("My brother and I. Who is with you?", "My brother and I.", "Who is with you?"),
        ("No. I gave it up. Why did you come?", "No. I gave it up.", "Why did you come?"),
    ],
)
def test_an_answer_and_what_is_asked_behind_it_are_parted(
    heard: str, answer: str, question: str
) -> None:
    found = split_answer(heard, ASKED)
    assert found and (found.answer, found.question) == (answer, question)


@pytest.mark.parametrize(
    ("heard", "own"),
    [
        ("Two years. Do you like it here?", "I have the lamp."),
        ("Two years.", ASKED),
        ("Do you like it here?", ASKED),
        ("I have a dog. Would you feed him?", ASKED),
        ("Good evening. Who are you?", ASKED),
        ("Why? I have done it long.", ASKED),
    ],
)
def test_what_is_no_answer_or_leans_on_it_stays_whole(heard: str, own: str) -> None:
    assert split_answer(heard, own) is None
