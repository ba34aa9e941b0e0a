"""Sentences of which the answer is known try a reader: not only those with another number."""

from __future__ import annotations

import pytest

from agents.memory.core.records import Experience
from agents.memory.summarization.second_reading.trials import MOST_TRIALS, make_trials
from tests.agents.memory.summarization.test_agreement import make_speech
from tests.agents.memory.summarization.test_second_reading import FOGGY, HENS, WIDOW, read_of


def spoil(*memories: Experience) -> dict[str, bool]:
    """Return the false sentences that are made of memories, and whether their sense is another."""
    true, *false = make_trials([read_of("x y", *memories)])
    assert (true.reading.sentence, true.right) == (memories[0].text, "yes")
    assert {each.right for each in false} <= {"no"} and len(false) < MOST_TRIALS
    return {each.reading.sentence: each.of_sense for each in false}


def say(words: str) -> Experience:
    return make_speech(1, "Ada", f'Ada says, "{words}"')


def test_a_reader_is_tried_with_what_is_true_and_with_another_number() -> None:
    """The number is one that the memory has; so is the "not" that is put into another one."""
    number = 'Ada says, "I keep 40 hens, and not one of them lays."'
    assert spoil(HENS, WIDOW) == {number: False}
    assert spoil(HENS, FOGGY) == {number: False, 'Cy says, "The fog is not thick."': True}


def test_where_no_memory_has_a_number_the_words_are_told_as_another_s() -> None:
    """As a speaker who is named in the words would make a sentence that may be true."""
    assert spoil(WIDOW, make_speech(9, "Cy", 'Cy says, "Fog."')) == {
        'Cy says, "I buried my husband in May."': False
    }
    named = make_speech(3, "Cy", 'Cy says, "Bo said it first."')
    assert spoil(named, WIDOW) == {'Cy says, "I buried my husband in May."': False}


@pytest.mark.parametrize(
    ("words", "false"),
    [
        ("The council never agreed to the toll.", "The council agreed to the toll."),
        ("I have not fed the geese.", "I have fed the geese."),
        ("The pump won't turn.", "The pump will turn."),
        ("Maud is taller than Isolde.", "Maud is not taller than Isolde."),
        ("I keep hens and geese.", "I never keep hens and geese."),
        ("I doubt that Fenwick stole the ledger.", "Fenwick stole the ledger."),
        ("Wilf has gone, and perhaps the others.", "Wilf has gone, and the others."),
        ("I might sell the mill.", "I will sell the mill."),
        ("Hetty owes Crispin a favour.", "Crispin owes Hetty a favour."),
        ("Ottoline lent a kettle to Piers.", "Piers lent a kettle to Ottoline."),
    ],
)
def test_a_reader_is_tried_with_another_sense(words: str, false: str) -> None:
    """A "not" too many or too few, a guess told as a fact, two people in each other's place."""
    assert f'Ada says, "{false}"' in spoil(say(words))
    assert spoil(say(words))[f'Ada says, "{false}"']


@pytest.mark.parametrize(
    "words",
    [
        "Is it not late?",
        "Perhaps he is not here.",
        "You might ask.",
        "On Friday he gave Monday up.",
    ],
)
def test_what_may_be_true_all_the_same_tries_nobody(words: str) -> None:
    """A question, a guess with its "not" left out, a request, a day in a person's place."""
    assert not {each for each in spoil(say(words)) if "Perhaps" in each or "Perhaps" not in words}


def test_a_line_of_the_agent_s_own_is_not_spoilt() -> None:
    """It tells what it said twice: made false in one place it would be true in the other."""
    own = Experience(4, FOGGY.at, '~Moss> say It is late. You say, "It is late."', "action")
    assert not spoil(own)
