"""What words tell of a sentence's worth, as it was learnt from what readers would keep."""

from __future__ import annotations

import pytest

from agents.memory.language.worth.rating import Commonness, rate_sentence
from agents.memory.language.worth.word_worths import list_word_signs, rate_words


def test_words_and_neighbours_are_weighed_without_names_and_numbers() -> None:
    """Of whom and of how many it is says nothing about other lives."""
    signs = list_word_signs("Moss, my aunt Perpetua is 81!")
    assert signs == {
        *("my", "aunt", "@", "is", "#", "!"),
        *("my aunt", "aunt @", "@ is", "is #", "# !"),
    }
    assert "the #" in list_word_signs("a gull, for the 12th time")
    assert list_word_signs("My aunt. I’m tired") >= {"my aunt", "i'm tired"}
    assert list_word_signs("…") == frozenset() and rate_words("…") == 0.0


@pytest.mark.parametrize(
    ("kept", "passed_over"),
    [
        ("My daughter is moving to a house in Leeds next week.", "The soup smells of leeks again."),
        ("I'll come home on Sunday and bring your father.", "What a deep blue the water has."),
        ("We lost the house two years ago.", "Look at the oil on those boots!"),
    ],
)
def test_what_readers_keep_is_worth_more(kept: str, passed_over: str) -> None:
    assert rate_words(kept) > 0.3 > rate_words(passed_over)
    common = Commonness.of([kept, passed_over])
    assert rate_sentence(kept, common) > rate_sentence(passed_over, common)


def test_of_what_is_in_no_known_language_nothing_is_told() -> None:
    assert rate_words("Мой брат построил мельницу") == 0.0


def test_what_was_only_seen_gains_nothing() -> None:
    """Neither where it is told first nor where texts are joined."""
    words = "My father carries my daughter home to the house"
    sight = f'I noticed "{words}".'
    common = Commonness.of([words, "It rains.", "The mill is shut."])
    assert rate_sentence(words, common) > rate_sentence(words, common, seen=True)
    assert rate_words(sight) > 0
    assert rate_sentence(sight, common) == rate_sentence(sight, common, seen=True)
