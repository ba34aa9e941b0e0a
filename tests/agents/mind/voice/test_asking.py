"""A question is one with and without its mark, and is found behind other words."""

from __future__ import annotations

import pytest

from agents.mind.voice.asking import bids_tell, find_question, is_question, remove_address
from agents.mind.voice.likeness import list_parts, weigh_roles


@pytest.mark.parametrize(
    "line",
    [
        "What is it?",
        "what were you before",
        "so what did Moss bring last night",
        "my chain snapped can you mend it",
        "Wren what did I say",
        "ok but where do they sleep",
        "Will you come along",
        "what she doing up there",
        "What I do?",
        "whats in the pot",
        "Cobb, did the light answer tonight",
    ],
)
def test_a_question_needs_no_mark(line: str) -> None:
    assert is_question(line)


@pytest.mark.parametrize(
    "line",
    [
        "When I was six my dog died.",
        "Have a good day.",
        "Oh, be quiet.",
        "Do come in.",
        "Do not worry.",
        "I know that you can count.",
        "I like what you do.",
        "She is taller, and so are you.",
        "What I miss of the town is my sister.",
        "What he never said was why.",
        "what goes round is the counting.",
        "What is in the way of it is money, and a room without damp.",
        "what brings me up is that I did not want to go home",
    ],
)
def test_what_tells_wishes_or_orders_is_no_question(line: str) -> None:
    assert not is_question(line)


def test_the_question_behind_other_words_is_a_part_of_the_line() -> None:
    line = "my chain snapped can you mend it"
    assert find_question(line) == "can you mend it"
    assert find_question("Can you mend it?") == ""
    assert "can you mend it" in list_parts(line)


def test_how_one_is_is_asked_before_what_one_wants_to_know() -> None:
    assert list_parts("How do you do. What do you measure?")[1:] == ["What do you measure?"]
    assert "How are you?" in list_parts("How are you?")


def test_a_name_before_words_to_its_bearer_is_left_out_with_and_without_a_comma() -> None:
    assert remove_address("Wren, I lost a boat.", "Wren") == "I lost a boat."
    assert remove_address("so wren what did i say", "Wren") == "what did i say"
    assert remove_address("Wren keeps the lamp.", "Wren") == "Wren keeps the lamp."


def test_some_orders_ask() -> None:
    assert bids_tell("I wonder who lives there.")
    assert bids_tell("Tell me about the bell.")
    assert not bids_tell("I like the bell.")


def test_who_helps_whom_and_who_asks_makes_a_difference() -> None:
    assert weigh_roles("Can you help me?", "Can you help us?") == 1
    assert weigh_roles("Can you help me?", "Can I help you?") < 1
    assert weigh_roles("You are wrong.", "What is wrong with your hands?") < 1
    assert weigh_roles("Tell me about the bell.", "Where is the bell?") == 1


def test_who_takes_up_a_question_to_answer_it_does_not_ask() -> None:
    assert not is_question("What brings me here, Wren: I walked off because the house was empty.")
    assert is_question("What brings me here, Wren: do you know?")
    assert is_question("What do I owe you, Wren")
