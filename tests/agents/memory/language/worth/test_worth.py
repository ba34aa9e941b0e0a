"""What the sentences of a text are worth when there is no room for all of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.memory.language.salience import Signal, find_signals
from agents.memory.language.worth.rating import (
    Commonness,
    rank_sentences,
    rate_sentence,
    shorten_by_worth,
)
from agents.prose import split_sentences
from tests.examples import choose_count

TALK = [
    f"I sat with {name} by the fire and we talked about the {what}."
    for name in ("Fern", "Ada", "Moss")
    for what in ("weather", "roses", "ferry", "bread")
]
TOLD = [
    "The gate opens with 4711.",
    "Odo lent Maud his silver lantern.",
    "I promised Wren that I would carry her letter to the abbot.",
    "Rowan's sister drowned in the autumn flood.",
    "The well behind the chapel is not safe to drink from.",
    "Hawise was born in the salt marshes.",
    "Bram leaves for the coast on Thursday.",
]


def rank(sentences: list[str]) -> list[str]:
    common = Commonness.of(sentences)
    order = rank_sentences(sentences, [rate_sentence(each, common) for each in sentences])
    return [sentences[n] for n in order]


@pytest.mark.parametrize("told", TOLD)
def test_what_cannot_be_guessed_again_comes_before_talk(told: str) -> None:
    """Numbers, names, promises, kin, denials, origins and days."""
    assert rank([*TALK, told])[0] == told


def test_all_that_was_told_comes_before_all_talk() -> None:
    """However much of the one and of the other there is."""
    assert set(rank([*TALK, *TOLD])[: len(TOLD)]) == set(TOLD)


def test_what_is_told_once_more_comes_last() -> None:
    """Another wording of the same is no second fact; another number is one."""
    again = "I know that the gate opens with 4711."
    other = "The gate opens with 1234."
    ranked = rank([*TALK, TOLD[0], again, other])
    assert ranked.index(other) < 2
    assert {ranked[-1], ranked[0]} <= {TOLD[0], again, other}


def test_a_question_is_worth_less_than_its_answer() -> None:
    """Who asks tells nothing."""
    question, answer = "What is the code for the Lorsa gate?", "It is Odo's code that opens Lorsa."
    assert rank([question, answer])[0] == answer


def test_a_story_keeps_its_ends_and_its_order() -> None:
    """What is left out is the talk between them."""
    text = " ".join([TALK[0], *TALK[1:5], *TOLD, *TALK[5:9], TALK[9]])
    short = split_sentences(shorten_by_worth(text, len(" ".join([TALK[0], *TOLD, TALK[9]]))))
    assert short == [TALK[0], *TOLD, TALK[9]]


@settings(max_examples=choose_count(40, 100), deadline=None)
@given(st.text(max_size=300), st.integers(1, 200))
def test_it_keeps_to_the_limit(text: str, limit: int) -> None:
    """Whatever the text; one that fits is not changed."""
    short = shorten_by_worth(text, limit)
    assert len(short) <= limit
    assert len(text) > limit or short == text


def test_no_signals_are_looked_for_in_what_only_tells_how_common_words_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of all that was heard lately nothing else is asked; of a sentence that is rated they are."""
    asked = list[str]()

    def record(sentence: str) -> tuple[Signal, ...]:
        asked.append(sentence)
        return find_signals(sentence)

    monkeypatch.setattr("agents.memory.language.worth.rating.find_signals", record)
    heard = [f"Quentin sold me {number} brass kettles." for number in range(9)]
    sentence = "I promise you the ninth brass kettle, Quentin."
    common = Commonness.of([*heard, sentence])
    assert asked == []
    assert rate_sentence(sentence, common) > rate_sentence(heard[0], common)
    assert asked == [sentence, heard[0]]
