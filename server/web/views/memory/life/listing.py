"""Lists of one life, a page at a time: compactions, facts, masks, and what people wrote."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from server.web.views.memory.life.traces import describe_fact, read_struck
from server.web.views.memory.life.window import SUMMARY, describe_summary

Data = dict[str, Any]

MOST_PAGES = 500


def count_all(index: sqlite3.Connection) -> Data:
    """Return how much of everything the index has, and up to which memory it was read."""
    count = {
        name: index.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        for name, table in _COUNTED.items()
    }
    place = index.execute("SELECT last, unreadable FROM place").fetchone()
    return {"read_up_to": place["last"], "unreadable": place["unreadable"], **count}


_COUNTED = {
    "days": "(SELECT DISTINCT substr(begin, 1, 10) FROM quarters)",
    "summaries": "summaries",
    "standing": "summaries WHERE went IS NULL",
    "compactions": "changes WHERE kind != 'edit'",
    "edits": "changes WHERE kind = 'edit'",
    "page_edits": "page_edits",
    "masked": "masks",
    "facts": "facts",
}


def list_compactions(index: sqlite3.Connection, upto: int, count: int) -> Data:
    """Return so many compactions, the newest first, from number `upto` on (0: the newest)."""
    found = index.execute(
        "SELECT * FROM changes WHERE kind != 'edit' AND (? = 0 OR number <= ?)"
        " ORDER BY number DESC LIMIT ?",
        (upto, upto, count + 1),
    ).fetchall()
    return {
        "compactions": [_describe_change(index, each) for each in found[:count]],
        "older": found[count]["number"] if len(found) > count else None,
    }


def list_edits(index: sqlite3.Connection, upto: int, count: int) -> Data:
    """Return what people changed: summaries, the newest first, and the pages of the journal."""
    found = index.execute(
        "SELECT * FROM changes WHERE kind = 'edit' AND (? = 0 OR number <= ?)"
        " ORDER BY number DESC LIMIT ?",
        (upto, upto, count + 1),
    ).fetchall()
    pages = index.execute(
        "SELECT * FROM page_edits WHERE number IN (SELECT max(number) FROM page_edits"
        " GROUP BY page) ORDER BY number DESC LIMIT ?",
        (MOST_PAGES,),
    ).fetchall()
    return {
        "edits": [_describe_change(index, each) for each in found[:count]],
        "older": found[count]["number"] if len(found) > count else None,
        "pages": [_describe_page(each) for each in pages],
    }


def list_masks(index: sqlite3.Connection, before: int, count: int) -> Data:
    """Return so many masked memories, the newest first, before a number (0: all)."""
    found = index.execute(
        "SELECT * FROM masks WHERE (? = 0 OR seq < ?) ORDER BY seq DESC LIMIT ?",
        (before, before, count + 1),
    ).fetchall()
    return {
        "masks": [{"seq": m["seq"], "text": m["mask"], "at": m["at"]} for m in found[:count]],
        "older": found[count - 1]["seq"] if len(found) > count else None,
    }


def list_important_facts(index: sqlite3.Connection, source: str, skip: int, count: int) -> Data:
    """Return facts of the journal, the most important first; `source` empty: of every source."""
    found = index.execute(
        "SELECT * FROM facts WHERE (? = '' OR source = ?)"
        " ORDER BY importance DESC, number DESC LIMIT ? OFFSET ?",
        (source, source, count + 1, skip),
    ).fetchall()
    struck = read_struck(index)
    return {
        "facts": [describe_fact(each, struck) for each in found[:count]],
        "next": skip + count if len(found) > count else None,
    }


def _describe_change(index: sqlite3.Connection, row: sqlite3.Row) -> Data:
    new = index.execute(
        f"SELECT {SUMMARY} FROM summaries s WHERE s.came = ? ORDER BY s.number", (row["number"],)
    ).fetchall()
    return {
        "number": row["number"],
        "kind": row["kind"],
        "revision": row["revision"],
        "after": row["after"],
        "at": row["at"],
        "cause": row["cause"],
        "first": row["first"],
        "last": row["last"],
        "method": row["method"],
        "strategy": row["strategy"],
        "tokens_before": row["tokens_before"],
        "tokens_after": row["tokens_after"],
        "seconds": row["seconds"],
        "refusals": None if row["refusals"] is None else json.loads(row["refusals"]),
        "models": sorted({each["model"] for each in new if each["model"]}),
        "summaries": [describe_summary(each) for each in new],
    }


def _describe_page(row: sqlite3.Row) -> Data:
    return {
        "page": row["page"],
        "at": row["at"],
        "above": row["above"],
        "below": row["below"],
        "struck": json.loads(row["struck"]),
    }
