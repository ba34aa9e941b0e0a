"""How a word stands in a text, and that a text is read for it once."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from types import FrameType

import pytest

from agents.memory.journal.changing.later import Later, find_earlier
from agents.memory.journal.changing.replacing import Earlier
from agents.memory.journal.changing.thing_index import ThingIndex
from agents.memory.journal.changing.things import (
    can_be_same_thing,
    is_compared_to,
    is_named_anew,
    is_verb_in,
)
from agents.memory.language.stems import stem_words

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


def count_readings(later: Later, index: ThingIndex) -> int:
    """Return how many texts are taken apart to hold `later` against all that was told."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "c_call" and getattr(argument, "__name__", "") == "findall"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        find_earlier(later, index)
    finally:
        sys.setprofile(before)
    return count


def test_what_was_told_is_read_once_for_all_that_is_held_against_it() -> None:
    """Hundreds of statements share a word with a new one, and with the next one the same word."""
    at = datetime(2031, 5, 4, tzinfo=UTC)
    told = [f"The lantern of stall {number} is bright." for number in range(TOLD)]
    stems = [frozenset(stem_words(each)) for each in told]
    index = ThingIndex.of([Earlier(n, at, words, stems[n], "Hake") for n, words in enumerate(told)])
    first = Later(TOLD, "The lantern is heavy.", "Hake", "")
    second = Later(TOLD + 1, "The lantern went dark.", "Hake", "")
    assert count_readings(first, index) >= TOLD
    assert count_readings(second, index) < TOLD
