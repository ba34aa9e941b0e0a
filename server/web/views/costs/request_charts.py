"""What models were asked, as columns for charts; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, fields
from typing import Any

from agents.models.request_series import (
    HOUR,
    NOTHING,
    OTHERS,
    RequestKey,
    RequestTotals,
)
from server.usage.request_history import DAY, Rows

SPANS = {"day": ("hours", 1), "week": ("hours", 7), "month": ("days", 30), "year": ("days", 365)}
"""Name → the table to read, and the days that are shown."""

GROUPS = tuple(each.name for each in fields(RequestKey))
"""What requests can be told apart by."""

MEASURES = tuple(each.name for each in fields(RequestTotals))

MOST_GROUPS = 7
"""So many groups are shown apart, those with the most tokens; the rest is one more."""

Data = dict[str, Any]


def find_times(span: str, now: int) -> tuple[str, Sequence[int]]:
    """Return the table of a span and the beginnings of its slots up to `now`."""
    table, days = SPANS[span]
    step = HOUR if table == "hours" else DAY
    last = now // step * step
    count = days * DAY // step
    return table, range(last - (count - 1) * step, last + step, step)


def make_charts(rows: Rows, span: str, group: str, now: int) -> Data:
    """Return a column for each group and measure, with a number for each slot of a span."""
    table, times = find_times(span, now)
    shown = [(slot, getattr(key, group), totals) for slot, key, totals in rows if slot in times]
    names = _rank(shown)
    apart = names if len(names) <= MOST_GROUPS + 1 else names[:MOST_GROUPS]
    columns = {name: _Column(times) for name in apart}
    rest = _Column(times)
    for slot, name, totals in shown:
        columns.get(name, rest).add(slot, totals)
    groups = [{"name": name, "others": 0, **columns[name].describe()} for name in apart]
    if len(names) > len(apart):
        others = {"name": OTHERS, "others": len(names) - len(apart), **rest.describe()}
        groups.append(others)
    return {
        "span": span,
        "group": group,
        "step": HOUR if table == "hours" else DAY,
        "times": list(times),
        "groups": groups,
        "total": describe_totals(add_up(totals for _, _, totals in shown)),
    }


def add_up(several: Iterable[RequestTotals]) -> RequestTotals:
    """Return all together."""
    whole = NOTHING
    for each in several:
        whole = whole.plus(each)
    return whole


def describe_totals(totals: RequestTotals) -> Data:
    """Return totals by name."""
    return dict(zip(MEASURES, astuple(totals), strict=True))


def _rank(shown: Iterable[tuple[int, str, RequestTotals]]) -> list[str]:
    """Return the groups, those with the most tokens first."""
    sums: dict[str, RequestTotals] = {}
    for _, name, totals in shown:
        sums[name] = sums.get(name, NOTHING).plus(totals)
    return sorted(sums, key=lambda name: (-_count_tokens(sums[name]), name))


def _count_tokens(totals: RequestTotals) -> int:
    return totals.prompt_tokens + totals.completion_tokens


class _Column:
    """One group's numbers, slot by slot."""

    def __init__(self, times: Sequence[int]) -> None:
        self._slots = dict.fromkeys(times, NOTHING)

    def add(self, slot: int, totals: RequestTotals) -> None:
        self._slots[slot] = self._slots[slot].plus(totals)

    def describe(self) -> Data:
        slots = [astuple(each) for each in self._slots.values()]
        values = {name: [each[number] for each in slots] for number, name in enumerate(MEASURES)}
        return {"total": describe_totals(add_up(self._slots.values())), "values": values}
