"""In which order the rows of Costs stand, and that what is told adds up and agrees."""

from __future__ import annotations

import json
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


@pytest.mark.parametrize(
    ("costs", "parts", "told"),
    [
        # Each by itself: 0.14, 0.30, 0.17, 0.22 and 0.13, which are 0.96, of 0.954.
        (
            [0.85, 0.104], [0.139, 0.298, 0.174, 0.216, 0.127],
            ["0.14", "0.30", "0.17", "0.21", "0.13"],
        ),
        (
            [0.648, 0.132, 0.094, 0.08], [0.1391, 0.2984, 0.1735, 0.2158, 0.1272],
            ["0.139", "0.298", "0.174", "0.216", "0.127"],
        ),
        ([0.1, 0.2], [0.1, 0.2], ["0.10", "0.20"]),
    ],
)  # fmt: skip
def test_money_adds_up_as_it_is_told(
    page: Chromium, costs: list[float], parts: list[float], told: list[str]
) -> None:
    """With as many decimals in the head, above the columns and in the table."""
    asked = f"{parts}.map(m.tellMoney({costs}, {parts}))"
    assert call(page, "views/costs/numbers", asked) == told
    whole = call(page, "views/costs/numbers", f"m.tellMoney({costs})({sum(parts)})")
    assert sum(map(float, told)) == pytest.approx(float(whole))


def test_where_requests_failed_nothing_says_that_nothing_is_wrong(page: Chromium) -> None:
    """What is so now, and beside it how many failed, and whose they were."""
    health = "{ lag: { seconds: [0.01] }, disk: { free: 0 } }"
    told = [
        call(page, "views/costs/overview", f"m.describeWell({failures}, {health})")
        for failures in (0, 6)
    ]
    assert told[0].startswith("Nothing is wrong: no model fails, the server answers in time")
    assert told[1].startswith("Now every model answers, the server answers in time")
    groups = [
        {"name": name, "total": {"failures": count}}
        for name, count in (("Hester", 1), ("Cobb", 0), ("Wren", 5))
    ]
    data = json.dumps({"total": {"answers": 769, "failures": 6}, "groups": groups})
    failed = call(page, "views/costs/overview", f"m.describeFailed({data})")
    assert failed == "6 of 775 requests failed (Wren 5, Hester 1)"
