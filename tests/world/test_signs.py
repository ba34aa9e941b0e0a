"""What stands between a name and what it gets: each command's own sign, or the other one."""

from __future__ import annotations

import pytest

from world.text import ARROW, ARROWS, EQUALS, split_at_sign


@pytest.mark.parametrize(
    ("text", "signs", "parts"),
    [
        ("lamp = x -> y", (EQUALS, ARROWS), ("lamp", "=", "x -> y")),
        ("a -> b = c", (EQUALS, ARROWS), ("a -> b", "=", "c")),
        ("lamp -> x", (EQUALS, ARROWS), ("lamp", "->", "x")),
        ("lamp→x", (EQUALS, ARROWS), ("lamp", "→", "x")),
        ("A = b -> x = y", (ARROW, EQUALS), ("A = b", "->", "x = y")),
        ("A = x = y", (ARROW, EQUALS), ("A", "=", "x = y")),
        ("lamp →", (ARROWS, EQUALS), ("lamp", "→", "")),
        (" lamp ", (ARROWS, EQUALS), ("lamp", "", "")),
    ],
)
def test_a_line_with_the_commands_own_sign_is_read_as_ever(
    text: str, signs: tuple[str, ...], parts: tuple[str, str, str]
) -> None:
    assert split_at_sign(text, *signs) == parts
