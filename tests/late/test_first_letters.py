"""A look at the first letter changes nothing in what a pattern finds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.memory.language.words import MONTHS, NUMBERS, any_of
from late.first_letters import at_word, look_ahead

_EXPRESSIONS = (
    "now|no longer|not? any ?more",
    r"(?:was|were|been) (?:sent|moved)|that makes|no \w+ for me",
    r"(?:I|we)(?:['’]ll| will)|let (?:me|us)|plan",
    r"g[ai]ven? (?:\w+ )?up|[Mm]ade it",
    r"(?:it )?is|has",
)
_WORDS = (
    *("No longer", "now", "nowt", "not anymore", "was sent", "been moved", "that makes"),
    *("no bread for me", "I'll", "We’ll", "we will", "let us", "plan", "given up", "gave it up"),
    *("Made it", "made it", "it is", "IS", "has", "ſ", "K", "ı"),
)
_TEXT = st.lists(st.sampled_from(_WORDS)).map(" ".join)


@given(_TEXT, st.sampled_from(_EXPRESSIONS), st.sampled_from((0, re.IGNORECASE)))
def test_the_same_is_found(text: str, expression: str, flags: int) -> None:
    guarded = re.finditer(rf"{at_word(expression)}\b", text, flags)
    plain = re.finditer(rf"\b(?:{expression})\b", text, flags)
    assert [each.span() for each in guarded] == [each.span() for each in plain]


@pytest.mark.parametrize(
    ("expression", "letters"),
    [
        ("now|no longer|instead", "(?=[in])"),
        ("(?:was|were) sent|(?:I|we) will", "(?=[Iw])"),
        ("(?:not )?again|now", ""),
        ("a?n|now", ""),
        (r"\d+|now", ""),
        ("", ""),
    ],
)
def test_letters_are_told_where_every_alternative_has_one(expression: str, letters: str) -> None:
    assert look_ahead(expression) == letters


def test_any_of_may_be_repeated_and_left_out() -> None:
    """The look stands within the brackets of the words."""
    assert re.fullmatch(rf"in {any_of(MONTHS)}?(?: {any_of(NUMBERS)})*", "in ")
