"""Which lines a prompt has gained and lost, in bounded work whatever it holds."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.web.views.mind import difference
from server.web.views.mind.difference import (
    LONGEST_LINE,
    MOST_COMPARED,
    MOST_LINES,
    compare_prompts,
)

LINES = st.lists(st.sampled_from(["a", "b", "c", "", "d e"]), max_size=30)


def draw(difference: Any) -> list[str]:
    """Each line with a sign before it; an ellipsis where some are left out."""
    signs = {"added": "+", "removed": "-", "same": " "}
    return [
        line
        for part in difference["parts"]
        for line in (
            ["…"]
            if part["kind"] == "skipped"
            else [signs[part["kind"]] + each for each in part["lines"]]
        )
    ]


def test_changes_stand_among_two_lines_that_stayed() -> None:
    before = "persona\none\ntwo\nthree\nfour\n~Moss>"
    after = "persona\none\ntwo\nthree\nfour\nfive\n~Moss>"
    found = compare_prompts(before, after)
    assert draw(found) == ["…", " three", " four", "+five", " ~Moss>"]
    assert (found["added"], found["removed"], found["whole"]) == (1, 0, True)
    assert compare_prompts(before, before) | {"parts": []} == {
        "added": 0, "removed": 0, "parts": [], "whole": True,
    }  # fmt: skip


@given(LINES, LINES)
def test_nothing_is_lost_and_nothing_is_invented(before: list[str], after: list[str]) -> None:
    """The lines that were added are those that came, and the same for those that went."""
    found = compare_prompts("\n".join(before), "\n".join(after))
    grown = len("\n".join(after).split("\n")) - len("\n".join(before).split("\n"))
    assert found["added"] - found["removed"] == grown
    shown = draw(found)
    assert sum(each.startswith("+") for each in shown) == found["added"]
    assert sum(each.startswith("-") for each in shown) == found["removed"]
    assert (found["added"] + found["removed"] == 0) == (before == after or not (before or after)
        or "\n".join(before) == "\n".join(after))  # fmt: skip


def test_long_prompts_are_not_compared_and_shown_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of other lines are taken as replaced; what is shown has its bounds."""
    before = "\n".join(f"old {number}" for number in range(20_000))
    after = "\n".join(f"new {number}" for number in range(20_000)) + "\n" + "x" * 10_000
    compared = list[tuple[int, int]]()

    class Counting(SequenceMatcher[str]):
        def __init__(self, isjunk: None, a: list[str], b: list[str]) -> None:
            compared.append((len(a), len(b)))
            super().__init__(isjunk, a, b)

    monkeypatch.setattr(difference, "SequenceMatcher", Counting)
    found = compare_prompts(before, after)
    assert compared == []
    assert (found["added"], found["removed"], found["whole"]) == (20_001, 20_000, False)
    assert len(draw(found)) == MOST_LINES
    most = [f"old {number}" for number in range(MOST_COMPARED)]
    compare_prompts("\n".join(most), "new")
    assert compared == [(MOST_COMPARED, 1)]
    (line,) = draw(compare_prompts("", "y" * 10_000))[1:]
    assert len(line) == LONGEST_LINE + 2
