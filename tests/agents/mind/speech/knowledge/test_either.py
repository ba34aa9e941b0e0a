"""A choice of two is made, and who asks for somebody unknown hears that nobody was seen."""

from __future__ import annotations

import pytest

from agents.mind.speech.knowledge.either import OwedAnswers
from tests.agents.mind.support import TEXTS

ANSWERS = OwedAnswers(TEXTS, "Ada", lambda name: name == "Wren")


def ask(heard: str, turn: int = 0) -> str:
    return " ".join(each.words for each in ANSWERS.answer(heard, turn))


@pytest.mark.parametrize(
    ("heard", "one", "other"),
    [
        ("Which do you like better, barley or oats?", "barley", "oats"),
        ("What would you mend first, the gate or the wall?", "the gate", "the wall"),
        ("Would you rather have a goat or a pig?", "a goat", "a pig"),
    ],
)
def test_one_of_two_is_chosen_and_stays_so(heard: str, one: str, other: str) -> None:
    said = ask(heard).casefold()
    assert (one in said) is not (other in said)
    assert said.startswith(one if one in said else other)
    assert all((one in ask(heard, turn).casefold()) is (one in said) for turn in range(3))


@pytest.mark.parametrize(
    ("heard", "seen"),
    [
        ("Have you seen a man with a grey hat?", "person"),
        ("Has anybody seen my sister?", "person"),
        ("Have you seen Thora today?", "person"),
        ("Did a tall stranger come by here?", "person"),
        ("Have you seen my glove?", "thing"),
    ],
)
def test_who_and_what_was_not_seen(heard: str, seen: str) -> None:
    lines = [each.strip() for each in TEXTS.say(f"speech.not-seen.{seen}", name="Ada").split("\n")]
    assert ask(heard) in lines


@pytest.mark.parametrize(
    "heard",
    ["Have you seen Wren?", "Is it true or not?", "Did you have a good day or not?",
     "Have you seen the lamp?", "The gate or the wall."],
)  # fmt: skip
def test_what_asks_for_neither(heard: str) -> None:
    assert ask(heard) == ""


@pytest.mark.parametrize(
    ("told", "heard", "seen"),
    [
        ("I lost my rabbit.", "He is brown. Have you seen him?", "person"),
        ("", "I have lost my ring somewhere. Have you seen it?", "thing"),
        ("Hello Wren, it is Ada.", "I lost my ring, have you seen it?", "thing"),
        ("I am looking for my brother.", "He is tall. Did he stay here?", "person"),
        ("", "Did a man called Jorren ever measure here with you?", "person"),
        ("", "Did a surveyor ever come that way?", "person"),
    ],
)
def test_whom_somebody_looks_for_was_not_seen(told: str, heard: str, seen: str) -> None:
    lines = [each.strip() for each in TEXTS.say(f"speech.not-seen.{seen}", name="Ada").split("\n")]
    [said] = ANSWERS.answer(heard, 0, told)
    assert said.words in lines


@pytest.mark.parametrize(
    ("told", "heard"),
    [
        ("I am looking for Cobb and Wren.", "Have you seen her?"),
        ("My aunt kept bees.", "Did she stay here?"),
        ("", "Did the flood ever come up here?"),
        ("", "Did Wren come this way?"),
    ],
)
def test_of_whom_it_may_know_it_does_not_say_so(told: str, heard: str) -> None:
    assert ANSWERS.answer(heard, 0, told) == []
