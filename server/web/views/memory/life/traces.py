"""Where a memory went: the summaries over it, the sentences and the facts that rest on it."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from server.web.views.memory.life.window import SUMMARY, describe_summary

Data = dict[str, Any]

MOST_SENTENCES = 100
MOST_FACTS = 100


def trace_memory(index: sqlite3.Connection, seq: int) -> Data:
    """Return all that rests on a memory, as far as the archive tells."""
    mask = index.execute("SELECT mask, at FROM masks WHERE seq = ?", (seq,)).fetchone()
    return {
        "mask": {"text": mask["mask"], "at": mask["at"]} if mask else None,
        "tiers": _list_tiers(index, seq),
        "sentences": _list_sentences(index, seq),
        "facts": _list_facts(index, seq),
    }


def _list_tiers(index: sqlite3.Connection, seq: int) -> list[Data]:
    """Return for each lane how many summaries stood for a memory, the first and the newest."""
    lanes = index.execute(
        "SELECT lane, count(*) AS count, min(number) AS first, max(number) AS newest"
        " FROM summaries WHERE first <= ? AND last >= ? GROUP BY lane ORDER BY min(number)",
        (seq, seq),
    ).fetchall()
    return [
        {
            "lane": each["lane"],
            "count": each["count"],
            "first": _read_summary(index, "number", each["first"]),
            "newest": _read_summary(index, "number", each["newest"]),
        }
        for each in lanes
    ]


def _list_sentences(index: sqlite3.Connection, seq: int) -> list[Data]:
    found = index.execute(
        "SELECT t.* FROM citations c JOIN sentences t ON t.number = c.sentence WHERE c.seq = ?"
        " ORDER BY t.number DESC LIMIT ?",
        (seq, MOST_SENTENCES),
    ).fetchall()
    return [
        {
            "text": each["text"],
            "speaker": each["speaker"] or "",
            "times": each["times"],
            "first": _read_summary(index, "id", each["first"]),
            "newest": _read_summary(index, "id", each["last"]),
        }
        for each in found
    ]


def _read_summary(index: sqlite3.Connection, column: str, value: object) -> Data | None:
    row = index.execute(
        f"SELECT {SUMMARY} FROM summaries s WHERE s.{column} = ?", (value,)
    ).fetchone()
    return describe_summary(row) if row else None


def _list_facts(index: sqlite3.Connection, seq: int) -> list[Data]:
    found = index.execute(
        "SELECT f.* FROM fact_grounds g JOIN facts f ON f.number = g.fact WHERE g.seq = ?"
        " ORDER BY f.importance DESC, f.number DESC LIMIT ?",
        (seq, MOST_FACTS),
    ).fetchall()
    struck = read_struck(index)
    return [describe_fact(each, struck) for each in found]


def read_struck(index: sqlite3.Connection) -> set[str]:
    """Return the lines that people have struck out of pages of the journal."""
    found = index.execute("SELECT struck FROM page_edits WHERE struck != '[]'")
    return {line for (lines,) in found for line in json.loads(lines)}


def describe_fact(row: sqlite3.Row, struck: set[str]) -> Data:
    """Return a fact of the journal."""
    return {
        "text": row["text"],
        "importance": row["importance"],
        "source": row["source"],
        "speaker": row["speaker"],
        "trust": row["trust"],
        "at": row["at"],
        "place": row["place"],
        "memories": json.loads(row["seqs"]),
        "struck": row["line"] in struck,
    }
