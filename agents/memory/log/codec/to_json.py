"""Records as objects of JSON; empty values are left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    JournalEntry,
    MicroCompact,
    Record,
    Summary,
    Turn,
)
from agents.memory.log.codec.texts import stamp


def _plain(record: Any, *skipped: str) -> dict[str, Any]:
    """Every field that says something, with times and tuples as JSON has them."""
    found: dict[str, Any] = {}
    for each in fields(record):
        value = getattr(record, each.name)
        if each.name not in skipped and value not in ("", (), 0):
            found[each.name] = stamp(value) if isinstance(value, datetime) else value
    return found


def _experience(record: Experience) -> dict[str, Any]:
    found = {"seq": record.seq, "at": stamp(record.at), "text": record.text}
    found |= _plain(record, "seq", "at", "text", "ok")
    if not record.ok:
        found["ok"] = False
    return found


def _summary(summary: Summary) -> dict[str, Any]:
    found = {**_plain(summary), "text": summary.text, "memory_count": summary.memory_count}
    if not any(summary.citations):
        found.pop("citations", None)
    return found


def _journal(record: JournalEntry) -> dict[str, Any]:
    return {
        "after": record.after,
        **_plain(record, "after", "facts"),
        "facts": [_plain(each) for each in record.facts],
    }


def _compaction(record: Compaction) -> dict[str, Any]:
    return {
        "after": record.after,
        **_plain(record, "after", "summaries", "counts"),
        "summaries": [_summary(each) for each in record.summaries],
        "counts": _plain(record.counts),
    }


def _edit(record: Edit) -> dict[str, Any]:
    return {
        "after": record.after,
        **_plain(record, "after", "summary"),
        "summary": _summary(record.summary),
    }


def _micro(record: MicroCompact) -> dict[str, Any]:
    return {"after": record.after, **_plain(record, "after")}


def _turn(record: Turn) -> dict[str, Any]:
    head = {"id": record.head_id}
    if record.head:
        head |= {"text": record.head, **_plain(record.frames)}
    plain = _plain(record, "after", "head", "head_id", "frames")
    return {"after": record.after, **plain, "head": head}


ENCODERS: Mapping[type[Record], Callable[[Any], dict[str, Any]]] = {
    Experience: _experience,
    Compaction: _compaction,
    MicroCompact: _micro,
    Edit: _edit,
    JournalEntry: _journal,
    Turn: _turn,
}
