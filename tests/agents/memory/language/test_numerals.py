"""Numbers in digits and in words are the same numbers."""

from __future__ import annotations

import pytest

from agents.memory.language.numerals import find_numerals


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("The boat lies at the weir.", ""),
        ("Nothing but one boat.", ""),
        ("Forty-one loaves and 41 eggs.", "41"),
        ("TWENTY two of them, at 7:30", "22 7:30"),
        ("The third of a dozen.", "3 12"),
        ("Room 12b", "12"),
        ("Straße 7", "7"),
        ("", ""),
    ],
)
def test_numbers_are_found_in_digits_and_in_words(text: str, numbers: str) -> None:
    """Whatever stands around them; "one" is grammar."""
    assert find_numerals(text) == frozenset(numbers.split())
