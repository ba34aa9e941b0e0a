"""Which thing a word means, where there are several alike."""

from __future__ import annotations

import pytest

from world.matching import matches
from world.model import Thing

LAMPS = [Thing(1, "brass lamp"), Thing(2, "iron lamp"), Thing(3, "book 2"), Thing(4, "book")]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("lamp", [1, 2]),
        ("2.lamp", [2]),
        ("lamp 2", [2]),
        ("the lamp 1", [1]),
        ("lamp 3", []),
        ("lamp 0", []),
        ("book 2", [3]),
        ("2.book", []),
        ("book 1", [4]),
        ("#2", [2]),
        ("#9", []),
        ("2", [3]),
        ("", []),
    ],
)
def test_a_number_picks_among_several_unless_it_belongs_to_the_name(
    text: str, ids: list[int]
) -> None:
    """Before the word with a point, or behind it; ``#2`` is the thing of that number."""
    assert [thing.id for thing in matches(text, LAMPS)] == ids
