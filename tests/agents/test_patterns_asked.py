"""Patterns that a plain memory cannot match are not asked: there are hundreds for each memory."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from agents.memory.checking.figures import is_reckoned
from agents.memory.checking.reading import read_statement
from agents.memory.core.tokens import count_by_parts
from agents.memory.recall.query import space_characters
from agents.prose import strip_controls
from tests.counting.calls import count_events

PLAIN = "Ann lost her boat at the mill."
TOLD = read_statement(PLAIN, ("Ann",))
COUNT = count_by_parts(len)


def count_asked(act: Callable[[], object]) -> int:
    """Return how often `act` asks a pattern."""
    return count_events(
        act,
        lambda _, event, argument: (
            event == "c_call" and isinstance(getattr(argument, "__self__", None), re.Pattern)
        ),
    )


@pytest.mark.parametrize(
    "act",
    [
        lambda: strip_controls(PLAIN),
        lambda: space_characters(PLAIN),
        lambda: is_reckoned(TOLD),
    ],
    ids=["controls", "unspaced", "days"],
)
def test_a_plain_text_is_no_patterns_business(act: Callable[[], object]) -> None:
    act()  # what is made at the first use
    assert count_asked(act) == 0


def test_a_text_of_one_line_is_parted_nowhere() -> None:
    """Only how it begins is looked for."""
    COUNT(PLAIN)
    assert count_asked(lambda: COUNT(PLAIN)) == 1


def test_what_may_match_is_asked() -> None:
    assert strip_controls("a\x07b") == "a b"
    assert space_characters("a本b") == "a 本 b"
    assert is_reckoned(read_statement("It came the DAY AFTER.", ()))
    assert COUNT("a boat\na mill\n") == len("a boat\na mill\n")
