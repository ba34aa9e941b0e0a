"""What is drawn of a life between two memories: counts in buckets, days, and summaries in rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Any

from agents.memory.core.records import Span
from server.web.views.memory.life.database import BLOCK
from server.web.views.memory.life.findings import Sort

Data = dict[str, Any]

MOST_BUCKETS = 2000
MOST_TICKS = 24
MOST_IN_LANE = 400
"""Summaries of one lane that are given one by one; more are thinned."""

MOST_BEYOND = 40
"""Of these, such as cover more than the end of what is asked for."""

Ending = tuple[int, int]
"""The number of a summary, and the last memory that it covers."""

SUMMARY = (
    "s.number, s.id, s.lane, s.level, s.first, s.last, s.method, s.at, s.tokens, s.rewritten,"
    " s.model, s.sentences, s.hearsay, s.speakers, s.came, s.went"
)
"""The columns that `describe_summary` reads."""


def count_density(index: sqlite3.Connection, span: Span, width: int, zone: tzinfo = UTC) -> Data:
    """Return how many memories of each sort, masks, compactions and edits each bucket has.

    A bucket holds `width` memories, the last one perhaps fewer. Days begin by the clock of `zone`.
    """
    first, last = span
    starts = range(first, last + 1, width)
    sorts = read_sorts(index, span)
    pieces = [sorts[at - first : at - first + width] for at in starts]
    counts: Data = {each.name.lower(): [piece.count(each) for piece in pieces] for each in Sort}
    for name, query in _MARKS.items():
        counts[name] = _count_marks(index, query, span, width, len(starts))
    return {
        "first": first,
        "last": last,
        "width": width,
        **counts,
        "days": list_day_starts(index, span, zone),
    }


_MARKS = {
    "masked": "SELECT seq FROM masks WHERE seq BETWEEN ? AND ?",
    "compactions": "SELECT after FROM changes WHERE kind != 'edit' AND after BETWEEN ? AND ?",
    "edits": "SELECT after FROM changes WHERE kind = 'edit' AND after BETWEEN ? AND ?",
}


def _count_marks(
    index: sqlite3.Connection, query: str, span: Span, width: int, buckets: int
) -> list[int]:
    counts = [0] * buckets
    for (seq,) in index.execute(query, span):
        counts[(seq - span[0]) // width] += 1
    return counts


def read_sorts(index: sqlite3.Connection, span: Span) -> bytes:
    """Return the `Sort` of each memory of a span; 0: it is not known yet."""
    first, last = span
    blocks = dict(
        index.execute(
            "SELECT block, codes FROM sorts WHERE block BETWEEN ? AND ?",
            (first // BLOCK, last // BLOCK),
        ).fetchall()
    )
    whole = b"".join(
        blocks.get(block, b"").ljust(BLOCK, b"\0")
        for block in range(first // BLOCK, last // BLOCK + 1)
    )
    begin = first % BLOCK
    return whole[begin : begin + last - first + 1]


def list_day_starts(index: sqlite3.Connection, span: Span, zone: tzinfo) -> list[Data]:
    """Return days that begin in a span, with the first memory of each: some of them, if many."""
    found = list(_find_days(index, span, zone))
    return [{"day": day.isoformat(), "seq": seq} for day, seq in thin(found, MOST_TICKS)]


def _find_days(index: sqlite3.Connection, span: Span, zone: tzinfo) -> Iterator[tuple[date, int]]:
    """Yield each day that has its first memory in a span, from quarter to quarter of an hour:
    all clocks are off by whole quarters."""
    before = index.execute(
        "SELECT begin FROM quarters WHERE seq < ? ORDER BY seq DESC LIMIT 1", span[:1]
    ).fetchone()
    least = _find_midnight_after(_read_day(before[0], zone), zone) if before else ""
    while True:
        row = index.execute(
            "SELECT begin, seq FROM quarters WHERE begin >= ? AND seq >= ? ORDER BY begin LIMIT 1",
            (least, span[0]),
        ).fetchone()
        if row is None or row[1] > span[1]:
            return
        day = _read_day(row[0], zone)
        yield day, row[1]
        least = _find_midnight_after(day, zone)


def _read_day(quarter: str, zone: tzinfo) -> date:
    return datetime.fromisoformat(quarter).replace(tzinfo=UTC).astimezone(zone).date()


def _find_midnight_after(day: date, zone: tzinfo) -> str:
    """Return the end of a day as the index has quarters of an hour."""
    end = datetime.combine(day + timedelta(days=1), time(), zone)
    return f"{end.astimezone(UTC):%Y-%m-%dT%H:%M}"


def list_lanes(index: sqlite3.Connection, span: Span) -> list[Data]:
    """Return every summary that ever stood for memories of a span, in lanes, the lowest first.

    Of a lane with many, some are given, evenly spread and always with the newest.
    """
    lanes: dict[tuple[int, str], list[Ending]] = {}
    found = index.execute(
        "SELECT lane, level, number, last FROM summaries WHERE last >= ? AND first <= ?"
        " ORDER BY number",
        span,
    )
    for lane, level, number, last in found:
        lanes.setdefault((_rank_lane(lane, level), lane), []).append((number, last))
    return [
        {"lane": name, "count": len(rows), "summaries": _read_some(index, _choose(rows, span))}
        for (_, name), rows in sorted(lanes.items())
    ]


def _choose(rows: Sequence[Ending], span: Span) -> list[Ending]:
    """Return as many as are given: under ``waterfall`` thousands may lie over all of a span, and
    those that end in it tell more."""
    if len(rows) <= MOST_IN_LANE:
        return list(rows)
    inside = [each for each in rows if each[1] <= span[1]]
    beyond = thin([each for each in rows if each[1] > span[1]], MOST_BEYOND)
    return sorted([*thin(inside, MOST_IN_LANE - len(beyond)), *beyond])


def _read_some(index: sqlite3.Connection, chosen: Sequence[Ending]) -> list[Data]:
    marks = ",".join("?" * len(chosen))
    rows = index.execute(
        f"SELECT {SUMMARY} FROM summaries s WHERE s.number IN ({marks}) ORDER BY s.number",
        [number for number, _ in chosen],
    )
    return [describe_summary(each) for each in rows]


def _rank_lane(lane: str, level: int) -> int:
    return {"recent": 0, "leaves": 1, "long-term": 10_000}.get(lane, 1 + level)


def thin(rows: Sequence[Any], most: int) -> list[Any]:
    """Return at most so many of some rows, evenly spread, with the last one."""
    if len(rows) <= most:
        return list(rows)
    return [rows[((number + 1) * len(rows)) // most - 1] for number in range(most)]


def describe_summary(row: sqlite3.Row) -> Data:
    """Return a summary without its text; `row` has the columns of `SUMMARY`."""
    return {
        "id": row["id"],
        "lane": row["lane"],
        "level": row["level"],
        "first": row["first"],
        "last": row["last"],
        "method": row["method"],
        "at": row["at"],
        "tokens": row["tokens"],
        "rewritten": row["rewritten"],
        "model": row["model"],
        "sentence_count": row["sentences"],
        "hearsay": row["hearsay"],
        "speakers": json.loads(row["speakers"]),
        "standing": row["went"] is None,
        "came": row["came"],
        "went": row["went"],
    }
