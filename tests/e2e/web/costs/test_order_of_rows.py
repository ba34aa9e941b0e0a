"""In which order the rows of Costs stand, and the parts of its columns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.web.chromium import Chromium
from tests.e2e.web.support.modules import call

GROUPS = """['Wren', 'Cobb', 'Moss'].map((name, n) => ({ name, others: 0, total: {
  cost: [2, 9, 4][n], prompt_tokens: [50, 10, 30][n], completion_tokens: 0,
  answers: [1, 5, 9][n], failures: 0, seconds: [7, 5, 9][n] } }))
  .concat({ name: '', others: 3, total: { cost: 99, answers: 99, failures: 0, seconds: 9,
    prompt_tokens: 99, completion_tokens: 99 } })"""


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        ("cost", ["Cobb", "Moss", "Wren", ""]),
        ("tokens", ["Wren", "Moss", "Cobb", ""]),
        ("requests", ["Moss", "Cobb", "Wren", ""]),
        ("latency", ["Wren", "Cobb", "Moss", ""]),
    ],
)
def test_rows_are_in_the_order_of_the_figure_shown(
    page: Chromium, shown: str, names: list[str]
) -> None:
    """The highest first, those that are told together last; and so from the top of a column."""
    asked = f"m.rank({GROUPS}, m.MEASURES.{shown})"
    found: Any = call(page, "views/costs/requests", f"{asked}.map(each => each.name)")
    assert found == names
    # A chart has the first of its columns at the bottom.
    drawn = call(page, "views/costs/requests", f"m.stack({asked}).map(each => each.name)")
    assert drawn == names[::-1]


def test_colours_are_given_in_one_order(page: Chromium) -> None:
    """By name, whatever is shown and in whichever order the server tells of them."""
    for order in ("", ".reverse()"):
        asked = f"m.steady(({GROUPS}){order}).map(each => each.name)"
        assert call(page, "views/costs/requests", asked) == ["Cobb", "Moss", "Wren", ""]
