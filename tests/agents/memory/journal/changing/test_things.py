"""How a word stands in a text, and that a text is read for it once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from agents.memory.journal.changing.things import (
    can_be_same_thing,
    is_compared_to,
    is_named_anew,
    is_other_of_kind,
    is_verb_in,
)
from tests.counting.calls import count_events

TOLD = 60


@pytest.mark.parametrize(
    ("text", "verb"),
    [("We lamp the street.", True), ("The lamp is lit.", False), ("To lamp? The lamp!", False)],
)
def test_a_word_is_a_verb_only_where_it_always_is(text: str, verb: bool) -> None:
    assert is_verb_in(text, "lamp") is verb


def test_a_word_that_a_text_has_not_is_nothing_in_it() -> None:
    """So it may be the same as anything."""
    text = "The boat is green."
    assert not (is_verb_in(text, "lamp") or is_named_anew(text, "lamp"))
    assert can_be_same_thing("The Lamp House is shut.", text, "lamp")


def test_a_part_of_a_name_is_no_thing_that_is_written_small() -> None:
    assert not can_be_same_thing("The Lamp House is shut.", "A lamp hangs there.", "lamp")
    assert can_be_same_thing("The Lamp House is shut.", "The Lamp House is open.", "lamp")


def test_the_words_before_a_thing_say_whether_it_is_another_one() -> None:
    assert is_named_anew("I bought a lamp.", "lamp")
    assert not is_named_anew("I bought a new lamp.", "lamp")
    assert is_compared_to("It is worth a lamp.", "lamp")
    assert not is_compared_to("It is worth the lamp.", "lamp")


def count_readings(act: Callable[[], object]) -> int:
    """Return how many texts `act` takes apart into words."""
    return count_events(
        act,
        lambda _, event, argument: (
            event == "c_call" and getattr(argument, "__name__", "") == "findall"
        ),
    )


def test_a_text_is_read_once_for_a_word() -> None:
    """Hundreds of statements share a word with a new one, and with the next one."""
    told = [f"The lantern of stall {number} is bright." for number in range(TOLD)]

    def compare(words: str) -> None:
        for each in told:
            can_be_same_thing(words, each, "lantern")
            is_named_anew(words, "lantern")
            is_compared_to(each, "lantern")
            is_verb_in(each, "lantern")

    assert count_readings(partial(compare, "The lantern is heavy.")) == TOLD + 1
    assert count_readings(partial(compare, "The lantern went dark.")) == 1


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("Up to Book thirty-eight nobody could.", "The leaves of Book Fourteen were cut.", True),
        ("She wrote Book Fourteen.", "The leaves of Book Fourteen were cut.", False),
        ("Bread ten pence.", "Bread twelve pence now.", False),
        ("The book cost ten pence.", "A book is twelve.", False),
    ],
)
def test_a_number_in_a_name_says_which_one_is_meant(one: str, other: str, differ: bool) -> None:
    """And a number behind a thing, or at the beginning of a sentence, what it costs."""
    (thing,) = (stem for stem in ("book", "bread") if stem in one.casefold())
    assert is_other_of_kind(one, other, [thing]) is differ
