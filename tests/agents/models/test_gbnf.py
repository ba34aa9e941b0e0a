from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.models.gbnf import quote_literal, write_choice
from tests.agents.models.gbnf import matcher

SAID = ("I woke.", 'Fern said, "The roses are red."', "I went to the hall.", "Moss sang.")


@given(st.text(min_size=1, max_size=20))
@settings(max_examples=200, deadline=None)
def test_any_text_can_be_quoted(text: str) -> None:
    """A literal is one line of GBNF and stands for exactly its text."""
    assert "\n" not in quote_literal(text)
    assert matcher(f"root ::= {quote_literal(text)}").fullmatch(text)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_choice_of_that_length(count: int) -> None:
    """Just so many of the sentences, in their order, whichever the model chooses."""
    pattern = matcher(write_choice(SAID, count))
    for number in range(1, 5):
        for chosen in combinations(SAID, number):
            matched = pattern.fullmatch(" ".join(chosen) + "\n")
            assert (matched is not None) == (number == count)


@pytest.mark.parametrize(
    "text",
    [f"{SAID[1]} {SAID[0]}", f"{SAID[0]} {SAID[0]}", f"{SAID[0]} I am happy to help!", SAID[0]],
)
def test_nothing_else_is_let_through(text: str) -> None:
    """Neither another order, nor a sentence twice, nor the model's own words, nor too few."""
    assert not matcher(write_choice(SAID, 2)).fullmatch(text + "\n")


def test_with_fewer_than_wanted_all_are_taken() -> None:
    """A short list is passed through whole."""
    assert matcher(write_choice(SAID[:2], 9)).fullmatch(f"{SAID[0]} {SAID[1]}\n")


@pytest.mark.parametrize(("sentences", "count"), [((), 3), (SAID, 0)])
def test_nothing_to_choose_is_an_error(sentences: tuple[str, ...], count: int) -> None:
    """A grammar of nothing would leave the model without any answer."""
    with pytest.raises(ValueError, match="at least one sentence"):
        write_choice(sentences, count)
