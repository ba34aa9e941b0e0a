"""Columns for charts: one for each group and measure, with a number for each slot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.models.request_series import HOUR, OTHERS, RequestKey, RequestTotals
from server.usage.request_history import DAY
from server.web.views.costs.request_charts import MOST_GROUPS, SPANS, find_times, make_charts

NOW = 1000 * DAY + 5 * HOUR + 17
TURN = RequestKey("npc", "tiny", "Moss", "turn")
ONE = RequestTotals(1, 0, 100, 5, 40, 1.5, 1.5, 0.25)


@pytest.mark.parametrize("span", list(SPANS))
def test_a_span_ends_with_the_slot_that_is_now(span: str) -> None:
    table, times = find_times(span, NOW)
    step = HOUR if table == "hours" else DAY
    assert times[-1] <= NOW < times[-1] + step
    assert len(times) * step == SPANS[span][1] * DAY
    assert all(each % step == 0 for each in times)


def test_what_is_alike_is_added_up_and_empty_slots_are_zero() -> None:
    hour = NOW // HOUR * HOUR
    rows = [
        (hour - 2 * HOUR, TURN, ONE),
        (hour, TURN, ONE),
        (hour, replace(TURN, purpose="summary"), replace(ONE, longest=3.0)),
        (hour, replace(TURN, agent="Wren"), RequestTotals(failures=2)),
        (hour - 2 * DAY, TURN, ONE),
    ]
    charts = make_charts(rows, "day", "agent", NOW)
    assert [each["name"] for each in charts["groups"]] == ["Moss", "Wren"]
    moss, wren = charts["groups"]
    assert moss["values"]["prompt_tokens"][-4:] == [0, 100, 0, 200]
    assert len(charts["times"]) == len(moss["values"]["cost"]) == 24
    assert (moss["total"]["answers"], moss["total"]["longest"]) == (3, 3.0)
    assert wren["total"]["failures"] == charts["total"]["failures"] == 2
    by_purpose = make_charts(rows, "day", "purpose", NOW)["groups"]
    assert [each["name"] for each in by_purpose] == ["turn", "summary"]


@pytest.mark.parametrize("extra", [1, 2, 30])
def test_many_groups_are_a_few_and_the_rest(extra: int) -> None:
    """Nothing is lost, and no rest is made of a single one."""
    count = MOST_GROUPS + extra
    rows = [
        (NOW // HOUR * HOUR, replace(TURN, agent=f"A{n:02}"), replace(ONE, prompt_tokens=1000 - n))
        for n in range(count)
    ]
    charts = make_charts(rows, "day", "agent", NOW)
    groups = charts["groups"]
    assert len(groups) == MOST_GROUPS + 1
    assert groups[0]["name"] == "A00"
    assert sum(each["total"]["prompt_tokens"] for each in groups) == sum(
        totals.prompt_tokens for _, _, totals in rows
    )
    if extra > 1:
        assert (groups[-1]["name"], groups[-1]["others"]) == (OTHERS, extra)
