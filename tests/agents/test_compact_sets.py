"""Sets for what grows for months answer as plain sets do, and take far less memory."""

from __future__ import annotations

import sys
from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from agents.compact_sets import NumberSet, PlaceIndex, TextSet


@given(st.lists(st.lists(st.integers(0, 3000))))
def test_numbers_count_once_however_they_come(batches: list[list[int]]) -> None:
    numbers = NumberSet()
    for each in batches:
        numbers.add(each)
    assert len(numbers) == len({number for each in batches for number in each})


@given(st.lists(st.text()), st.text())
def test_a_text_is_known_once_it_was_added(texts: list[str], other: str) -> None:
    known = TextSet(texts[:1])
    known.add(texts[1:])
    assert all(each in known for each in texts)
    assert (other in known) == (other in texts)


def test_what_is_kept_of_a_text_is_as_small_for_a_long_one() -> None:
    """Eight bytes, and what an array has to spare."""
    texts = TextSet(
        f"{number} of a life's facts, each longer than its hash" for number in range(1000)
    )
    assert sys.getsizeof(texts._hashes) < 1000 * 10


@given(st.lists(st.lists(st.tuples(st.text(max_size=2), st.integers(0, 3000)))), st.text())
def test_places_are_found_in_order_however_they_come(
    batches: list[list[tuple[str, int]]], other: str
) -> None:
    index = PlaceIndex()
    for each in batches:
        for key, place in each:
            index.add(key, place)
        deque(index.settle(), maxlen=0)
    all_of = [one for each in batches for one in each]
    for wanted in {other, *(key for key, _ in all_of)}:
        assert list(index.find(wanted)) == sorted(place for key, place in all_of if key == wanted)
