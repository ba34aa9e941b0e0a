"""Which words ask for what only their speaker can have told."""

from __future__ import annotations

import pytest

from agents.mind.speech.questions import asks_of_needs, asks_what_could_be
from agents.mind.speech.told.asking.own_questions import (
    asks_for_story,
    asks_of_hearer,
    find_own_question,
    goes_on_asking,
    list_asking_for_all,
    names_asker,
)


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("Where was I shut in when I was small?", "Where was I shut in when I was small?"),
        ("And which hand did I say hurts?", "And which hand hurts?"),
        ("Hm. Who taught me to swim, do you remember?", "Who taught me to swim?"),
        ("There is a dish I cannot bear. Can you say which?",
         "There is a dish I cannot bear. Which?"),
        ("There is a dish I cannot bear. Say which.", "There is a dish I cannot bear. Which?"),
        ("How long can I stay under without air?", "How long can I stay under without air?"),
        ("What was hidden in Namur?", "What was hidden in Namur?"),
    ],
)  # fmt: skip
def test_a_question_of_ones_own_is_found_without_what_stands_beside_it(
    words: str, question: str
) -> None:
    assert find_own_question(words) == question


@pytest.mark.parametrize(
    "words",
    [
        "Where can I sleep tonight?",
        "How do I get to the lamp?",
        "What should I do about my brother?",
        "What did you do before you came?",
        "What would be a good present for my class?",
        "So why an apple tree for my window box?",
        "Was I born in winter?",
        "My brother left on Monday.",
        "There is a lamp up there. And why?",
        "The lake is cold. Which?",
        "What do I need from the shop for that?",
        "What if I freeze when it is real?",
        "How is that in my voice?",
        "How old is the ferry, does she leak like my van?",
        "The flat has a windowsill over a launderette, what could a child grow there?",
        "Is there something that I should not miss here before I go?",
    ],
)
def test_leave_ways_advice_and_the_hearer_are_nothing_of_ones_own(words: str) -> None:
    assert find_own_question(words) == ""


@pytest.mark.parametrize(
    ("question", "of_needs"),
    [
        ("What do I need from the shop for that?", True),
        ("What would I even write?", True),
        ("Is she older than my van?", True),
        ("Do you remember what I need from the shop?", False),
        ("What do I do for work?", False),
        ("What is my dog called?", False),
        ("What is my van like?", False),
    ],
)
def test_what_is_to_be_was_not_told(question: str, of_needs: bool) -> None:
    assert asks_of_needs(question) is of_needs


@pytest.mark.parametrize(
    ("question", "could_be"),
    [
        ("What could a child grow there?", True),
        ("Is there anything that one should see?", True),
        ("What can my son not eat?", False),
        ("Do you remember what a child could grow there?", False),
        ("What did I say about the garden?", False),
    ],
)
def test_what_could_be_is_nothing_that_was_told(question: str, could_be: bool) -> None:
    assert asks_what_could_be(question) is could_be


def test_a_question_names_its_asker_by_first_person_or_kin() -> None:
    assert names_asker("Where was I born?")
    assert names_asker("Where did Mama put the pig?")
    assert not names_asker("What was hidden in Namur?")


def test_what_may_ask_for_all_is_no_statement_and_no_request_for_leave() -> None:
    assert list_asking_for_all("I forget much. What is left of our talk?") == [
        "What is left of our talk?"
    ]
    assert list_asking_for_all("Now then, sum me up.") == ["Now then, sum me up."]
    for other in ("May I tell you something about me?", "I said nothing of our talk.",
                  "Is what you told me true?", "Where is the lamp?"):  # fmt: skip
        assert list_asking_for_all(other) == []


@pytest.mark.parametrize(
    "words",
    [
        "Back me up.",
        "Am I hired?",
        "What were you two talking of?",
        "Did you hear me?",
        "Did you hear the bell, yes or no?",
        "And what would you like to know from me?",
        "Do you remember what I told you about the shop?",
    ],
)
def test_what_bids_something_else_or_asks_for_a_yes_asks_for_no_list(words: str) -> None:
    assert list_asking_for_all(words) == []


def test_a_question_of_one_of_the_hearers_is_not_of_ones_own() -> None:
    assert find_own_question("Your aunt, I think. What was her name?") == ""
    assert find_own_question("My aunt came, too. What was her name?") == "What was her name?"


def test_a_question_that_is_answered_behind_itself_is_none() -> None:
    assert find_own_question("What brings me up? Curiosity, and nobody at home who listens.") == ""
    assert find_own_question("Which hand hurts me? Do you remember?") == "Which hand hurts me?"
    assert find_own_question("My pear tree bore nothing. What did I do wrong?") == ""


@pytest.mark.parametrize("said", ["All my life.", "With my sister.", "Never, in our house."])
def test_a_short_answer_asks_for_nothing_that_was_told(said: str) -> None:
    """Though it is near in meaning to "What things of my life do you remember?" """
    assert not list_asking_for_all(said)


def test_who_tells_what_they_fear_most_asks_nothing() -> None:
    """Though their line begins as a question does; with its mark it is one."""
    assert find_own_question("What I fear most, Wren, is that my hands will hesitate.") == ""
    assert find_own_question("so what I want is peace") == ""
    assert find_own_question("What do I fear most?") == "What do I fear most?"


def test_what_is_told_before_a_question_is_no_part_of_it() -> None:
    """Else "who lives behind that window?" would be a question of the asker's."""
    words = "It is quiet, and that is what I need; who lives behind that one far window?"
    assert find_own_question(words) == "Who lives behind that one far window?"


@pytest.mark.parametrize(
    ("question", "story"),
    [
        ("What happened with the accountant's wreath, do you recall that one?", True),
        ("wot happend to biscuit that time", True),
        ("And how did it end for my uncle?", True),
        ("how did that go with the goat again", True),
        ("do you remember my story about the tram", True),
        ("What is my cat called?", False),
        ("How old is my uncle?", False),
        ("Where did I go in March?", False),
    ],
)
def test_what_came_of_something_is_a_story(question: str, *, story: bool) -> None:
    """No single word answers that."""
    assert asks_for_story(question) is story


@pytest.mark.parametrize(
    ("words", "hearer"),
    [
        ("What brought me is my sister. Did Pell ever tell you when to stop?", True),
        ("And what do you put on the leeks?", True),
        ("You have said that you came for a week. How long ago was that?", True),
        ("I came for a week. How long ago was that?", False),
        ("What is my dog called, do you recollect?", False),
        ("Fintan's surname, have you that?", False),
        ("Which number did I wear?", False),
        ("His one song, sir, do you have it?", False),
        ("What grows in this cold?", False),
        ("I am back, what song are you singing?", True),
        ("Have you ever been to Namur?", True),
        ("What goat did I speak of, can you say?", False),
    ],
)
def test_what_asks_of_the_hearer_is_known(words: str, *, hearer: bool) -> None:
    """But not what asks whether they still have what they were told."""
    assert asks_of_hearer(words) is hearer


@pytest.mark.parametrize(
    ("words", "goes_on"),
    [
        ("And how old?", True),
        ("since when", True),
        ("But where was it?", True),
        ("And how old is my brother?", False),
        ("Why do you ask?", False),
        ("And.", False),
    ],
)
def test_what_only_goes_on_with_a_question_is_known(words: str, *, goes_on: bool) -> None:
    assert goes_on_asking(words) is goes_on
