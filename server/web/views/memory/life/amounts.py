"""How much of a life its standing summaries stand for: tokens of their memories and their own."""

from __future__ import annotations

import sqlite3
from typing import Any, NamedTuple

from agents.memory.core.records import Span

Data = dict[str, Any]

MOST_STANDING = 60
"""Summaries that are measured one by one; of more, the newest."""


class _Stretch(NamedTuple):
    """Memories that one compaction was the first to sum up."""

    span: Span
    tokens: int | None
    """How many they took word for word; None: the log does not tell."""


def measure_standing(index: sqlite3.Connection) -> list[Data]:
    """Return the standing summaries by their memories, each with the tokens that these had.

    A compaction records the tokens of all summaries and verbatim memories before and after it. What
    went besides the summaries that it replaced are the memories that it was the first to sum up.
    """
    stretches = _list_stretches(index)
    rows = index.execute(
        "SELECT id, lane, first, last, method, model, tokens FROM summaries WHERE went IS NULL"
        " ORDER BY first DESC LIMIT ?",
        (MOST_STANDING,),
    ).fetchall()
    return [
        {**dict(row), "lived": _add_up(stretches, (row["first"], row["last"]))}
        for row in reversed(rows)
    ]


def _list_stretches(index: sqlite3.Connection) -> list[_Stretch]:
    came = dict(map(tuple, index.execute("SELECT came, sum(tokens) FROM summaries GROUP BY came")))
    went = dict(map(tuple, index.execute("SELECT went, sum(tokens) FROM summaries GROUP BY went")))
    found: list[_Stretch] = []
    covered = 0
    for number, last, before, after in index.execute(
        "SELECT number, last, tokens_before, tokens_after FROM changes"
        " WHERE kind = 'compaction' ORDER BY number"
    ):
        if last <= covered:
            continue
        lived = before - after + came.get(number, 0) - went.get(number, 0)
        found.append(_Stretch((covered + 1, last), lived if before and lived > 0 else None))
        covered = last
    return found


def _add_up(stretches: list[_Stretch], covers: Span) -> int | None:
    """Return the tokens of a summary's memories; None: they are not known for each stretch."""
    inside = [each for each in stretches if covers[0] <= each.span[0] and each.span[1] <= covers[1]]
    tokens = [each.tokens for each in inside if each.tokens is not None]
    memories = sum(last - first + 1 for (first, last), _ in inside)
    whole = len(tokens) == len(inside) and memories == covers[1] - covers[0] + 1
    return sum(tokens) if whole else None
