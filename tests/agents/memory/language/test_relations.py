"""What WordNet tells of two words, by their stems."""

from __future__ import annotations

import pytest

from agents.memory.language.meanings.relations import is_known_quality, relate
from agents.memory.language.stems import stem_word


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        ("yelled", "shouts", "same"),
        ("departure", "departs", "same"),
        ("marry", "divorced", "opposite"),
        ("fertile", "sterile", "opposite"),
        ("mare", "horse", "narrower"),
        ("animal", "horses", "wider"),
        ("gooseberries", "strawberry", "sibling"),
        ("quarry", "harbour", "akin"),
        ("kettle", "Xanthippe", ""),
    ],
)
def test_two_words_are_related(one: str, other: str, how: str) -> None:
    assert relate(stem_word(one), stem_word(other)) == how


def test_adjectives_are_known() -> None:
    assert is_known_quality(stem_word("deep"))
    assert not is_known_quality(stem_word("kettle"))
