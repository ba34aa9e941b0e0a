"""Which parts of a line are compared with the lines of a voice."""

from __future__ import annotations

import pytest

from agents.mind.voice.likeness import list_parts


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("My hand has gone numb, what should I do?", []),
        ("My wife says forty is madness. What do you think?", []),
        ("My wife says forty is madness, what do you think of that?", []),
        ("It all went dark last winter. Any advice?", []),
        ("They sent me off after nineteen years. Why?", []),
        ("I came on foot. How deep is it?", ["How deep is it?"]),
        ("My Ana would say: papa, it is cold, come home.", ["My Ana would say."]),
    ],
)
def test_a_question_that_names_nothing_is_no_part(line: str, parts: list[str]) -> None:
    assert list_parts(line) == [line, *parts]
