"""Encodes records as JSON objects; empty values are left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from functools import cache
from typing import Any

from agents.memory.core.cited_numbers import count_unlisted
from agents.memory.core.facts import Fact
from agents.memory.core.records import (
    Compaction,
    Edit,
    Experience,
    JournalEntry,
    JournalNote,
    MicroCompact,
    PageEdit,
    Record,
    Renewal,
    Summary,
    Turn,
)
from agents.memory.log.codec.texts import format_moment


def _encode_plain(record: Any, *skipped: str) -> dict[str, Any]:
    """Return every field that is not empty, with times as text."""
    found: dict[str, Any] = {}
    type_: Any = type(record)
    for name in _list_fields(type_, skipped):
        value = getattr(record, name)
        if value not in ("", (), 0, None):
            found[name] = format_moment(value) if isinstance(value, datetime) else value
    return found


@cache
def _list_fields(type_: Any, skipped: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(type_) if each.name not in skipped)


def _encode_experience(record: Experience) -> dict[str, Any]:
    found = {"seq": record.seq, "at": format_moment(record.at), "text": record.text}
    found |= _encode_plain(record, "seq", "at", "text", "ok")
    if not record.ok:
        found["ok"] = False
    return found


def _encode_summary(summary: Summary) -> dict[str, Any]:
    found = {**_encode_plain(summary), "text": summary.text, "memory_count": summary.memory_count}
    if not any(summary.citations):
        found.pop("citations", None)
    if any(unlisted := list(map(count_unlisted, summary.citations))):
        found["unlisted"] = unlisted
    return found


def _encode_journal(record: JournalEntry) -> dict[str, Any]:
    return {
        "after": record.after,
        **_encode_plain(record, "after", "facts"),
        "facts": [_encode_fact(each) for each in record.facts],
    }


def _encode_note(record: JournalNote) -> dict[str, Any]:
    plain = _encode_plain(record, "after", "fact")
    return {"after": record.after, **plain, "fact": _encode_fact(record.fact)}


def _encode_fact(fact: Fact) -> dict[str, Any]:
    return {"text": fact.text, **_encode_plain(fact, "text")}


def _encode_compaction(record: Compaction) -> dict[str, Any]:
    return {
        "after": record.after,
        **_encode_plain(record, "after", "summaries", "counts", "renewed"),
        "summaries": _encode_summaries(record.summaries),
        "counts": _encode_plain(record.counts),
        **({} if record.renewed is None else {"renewed": _encode_summaries(record.renewed)}),
    }


def _encode_renewal(record: Renewal) -> dict[str, Any]:
    stand_in = record.stand_in
    return {
        "after": record.after,
        **_encode_plain(record, "after", "summaries", "stand_in"),
        **({} if stand_in is None else {"stand_in": _encode_summary(stand_in)}),
        "summaries": _encode_summaries(record.summaries),
    }


def _encode_summaries(summaries: tuple[Summary, ...]) -> list[dict[str, Any]]:
    return [_encode_summary(each) for each in summaries]


def _encode_edit(record: Edit) -> dict[str, Any]:
    return {
        "after": record.after,
        **_encode_plain(record, "after", "summary"),
        "summary": _encode_summary(record.summary),
    }


def _encode_flat(record: MicroCompact | PageEdit) -> dict[str, Any]:
    return {"after": record.after, **_encode_plain(record, "after")}


def _encode_turn(record: Turn) -> dict[str, Any]:
    head = {"id": record.head_id}
    if record.head:
        head |= {"text": record.head, **_encode_plain(record.frames)}
    plain = _encode_plain(record, "after", "head", "head_id", "frames")
    return {"after": record.after, **plain, "head": head}


ENCODERS: Mapping[type[Record], Callable[[Any], dict[str, Any]]] = {
    Experience: _encode_experience,
    Compaction: _encode_compaction,
    MicroCompact: _encode_flat,
    PageEdit: _encode_flat,
    Edit: _encode_edit,
    JournalEntry: _encode_journal,
    JournalNote: _encode_note,
    Renewal: _encode_renewal,
    Turn: _encode_turn,
}
