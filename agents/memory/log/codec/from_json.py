"""Records from objects of JSON, each value checked.

A value that is missing or wrong raises `KeyError`, `TypeError`, `ValueError` or
`AttributeError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeGuard, get_args

from agents.memory.core.facts import Fact, Scored, Source
from agents.memory.core.records import (
    NO_FRAMES,
    Citations,
    Compaction,
    Counts,
    Edit,
    Experience,
    ExtractedBy,
    Frames,
    JournalEntry,
    Method,
    MicroCompact,
    Record,
    Span,
    Summary,
    SummaryType,
    Trigger,
    Turn,
)
from agents.memory.log.codec.texts import moment
from agents.memory.log.natures import nature_of
from world.nature import Nature


def is_number(value: object) -> TypeGuard[int]:
    """Whether a value of JSON is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def _text(content: Mapping[str, Any], key: str, *, needed: bool = False) -> str:
    value = content[key] if needed else content.get(key, "")
    if not isinstance(value, str):
        raise TypeError(f"{key} is not text")
    return value


def _number(content: Mapping[str, Any], key: str, *, needed: bool = False) -> int:
    value = content[key] if needed else content.get(key, 0)
    if not is_number(value):
        raise TypeError(f"{key} is not a whole number")
    return value


def _texts(content: Mapping[str, Any], key: str) -> tuple[str, ...]:
    values = content.get(key, [])
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise TypeError(f"{key} is not a list of texts")
    return tuple(values)


def _numbers(values: object) -> tuple[int, ...]:
    if not isinstance(values, list) or not all(is_number(each) for each in values):
        raise TypeError("these are not whole numbers")
    return tuple(values)


def _share(content: Mapping[str, Any], key: str) -> float:
    value = float(content.get(key, 0.0))
    if not 0 <= value <= 1:
        raise ValueError(f"{key} is not from 0 to 1")
    return value


def _span(content: Mapping[str, Any], key: str) -> Span:
    first, last = content[key]
    if not (is_number(first) and is_number(last) and 0 < first <= last):
        raise ValueError(f"{key} is not a span")
    return first, last


def _one_of(content: Mapping[str, Any], key: str, allowed: object) -> Any:
    value = content[key]
    if value not in get_args(allowed):
        raise ValueError(f"{key} is {value!r}")
    return value


def _read_experience(content: Mapping[str, Any]) -> Experience:
    seq = _number(content, "seq", needed=True)
    if seq < 1:
        raise ValueError("seq is not a memory's number")
    return Experience(
        seq=seq,
        at=moment(content["at"]),
        text=_text(content, "text", needed=True),
        source=_text(content, "source"),
        event=_text(content, "event"),
        place=_text(content, "place"),
        occupants=_texts(content, "occupants"),
        speaker=_text(content, "speaker"),
        command=_text(content, "command"),
        line=_text(content, "line"),
        reason=_text(content, "reason"),
        ok=content.get("ok", True) is not False,
        nature=_read_nature(content),
    )


def _read_nature(content: Mapping[str, Any]) -> Nature:
    """What the record says, or what such records were before they said it."""
    if "nature" not in content:
        return nature_of(_text(content, "command"), _text(content, "event"))
    value = _text(content, "nature")
    if value not in _NATURES:
        raise ValueError(f"nature is {value!r}; known are {', '.join(_NATURES)}")
    return Nature(value)


def _read_summary(content: Mapping[str, Any]) -> Summary:
    return Summary(
        id=_text(content, "id", needed=True),
        type=_one_of(content, "type", SummaryType),
        text=_text(content, "text", needed=True),
        covers=_span(content, "covers"),
        method=_one_of(content, "method", Method),
        at=moment(content["at"]),
        tokens=_number(content, "tokens"),
        profile=_text(content, "profile"),
        model=_text(content, "model"),
        replaces=_texts(content, "replaces"),
        level=_number(content, "level"),
        shown=_number(content, "shown"),
        citations=_read_citations(content),
    )


def _read_citations(content: Mapping[str, Any]) -> Citations:
    return tuple(_numbers(each) for each in content.get("citations", []))


def _read_fact(content: Mapping[str, Any]) -> Fact:
    return Fact(
        text=_text(content, "text", needed=True),
        importance=_number(content, "importance"),
        scored=_one_of(content, "scored", Scored),
        source=_one_of(content, "source", Source),
        trust=_share(content, "trust"),
        seqs=_numbers(content.get("seqs", [])),
        at=moment(content["at"]),
        speaker=_text(content, "speaker"),
        people=_texts(content, "people"),
        tags=_texts(content, "tags"),
        place=_text(content, "place"),
    )


def _read_journal(content: Mapping[str, Any]) -> JournalEntry:
    return JournalEntry(
        after=_number(content, "after", needed=True),
        at=moment(content["at"]),
        covers=_span(content, "covers"),
        facts=tuple(_read_fact(each) for each in content["facts"]),
        method=_one_of(content, "method", ExtractedBy),
    )


def _read_counts(content: Mapping[str, Any]) -> Counts:
    return Counts(**{each.name: _number(content, each.name) for each in fields(Counts)})


def _read_compaction(content: Mapping[str, Any]) -> Compaction:
    return Compaction(
        after=_number(content, "after", needed=True),
        at=moment(content["at"]),
        covers=_span(content, "covers"),
        summaries=_joined([_read_summary(each) for each in content["summaries"]]),
        method=_one_of(content, "method", Method),
        trigger=_one_of(content, "trigger", Trigger),
        seconds=float(content.get("seconds", 0.0)),
        tokens_before=_number(content, "tokens_before"),
        tokens_after=_number(content, "tokens_after"),
        entries_before=_number(content, "entries_before"),
        entries_after=_number(content, "entries_after"),
        chars_before=_number(content, "chars_before"),
        chars_after=_number(content, "chars_after"),
        strategy=_text(content, "strategy"),
        revision=_number(content, "revision"),
        counts=_read_counts(content.get("counts", {})),
    )


def _joined(summaries: list[Summary]) -> tuple[Summary, ...]:
    """The summaries, if they cover one span from memory 1 on without gap or overlap."""
    end = 0
    for each in summaries:
        if each.covers[0] != end + 1:
            raise ValueError(f"summary {each.id} does not follow memory {end}")
        end = each.covers[1]
    return tuple(summaries)


def _read_edit(content: Mapping[str, Any]) -> Edit:
    return Edit(
        after=_number(content, "after", needed=True),
        at=moment(content["at"]),
        summary=_read_summary(content["summary"]),
        revision=_number(content, "revision"),
    )


def _read_micro(content: Mapping[str, Any]) -> MicroCompact:
    return MicroCompact(
        after=_number(content, "after", needed=True),
        at=moment(content["at"]),
        seqs=_numbers(content["seqs"]),
        revision=_number(content, "revision"),
    )


def _read_turn(content: Mapping[str, Any]) -> Turn:
    head = content["head"]
    return Turn(
        after=_number(content, "after", needed=True),
        at=moment(content["at"]),
        head=_text(head, "text"),
        head_id=_text(head, "id"),
        frames=_read_frames(head),
        prompt_id=_text(content, "prompt_id"),
        seconds=float(content.get("seconds", 0.0)),
        situation=_text(content, "situation"),
        notes=_text(content, "notes"),
        reply=_text(content, "reply"),
        command=_text(content, "command"),
        model=_text(content, "model"),
        profile=_text(content, "profile"),
        outcome=_text(content, "outcome"),
        prompt_tokens=_number(content, "prompt_tokens"),
        completion_tokens=_number(content, "completion_tokens"),
        cached_tokens=_number(content, "cached_tokens"),
        revision=_number(content, "revision"),
    )


def _read_frames(head: Mapping[str, Any]) -> Frames:
    if "text" not in head:
        return NO_FRAMES
    return Frames(_text(head, "longterm"), _text(head, "recent"))


DECODERS: Mapping[type[Record], Callable[[Mapping[str, Any]], Record]] = {
    Experience: _read_experience,
    Compaction: _read_compaction,
    MicroCompact: _read_micro,
    Edit: _read_edit,
    JournalEntry: _read_journal,
    Turn: _read_turn,
}
_NATURES = tuple(Nature)
