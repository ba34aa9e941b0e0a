"""Decodes records from JSON objects and checks each value.

A missing or wrong value raises `KeyError`, `TypeError`, `ValueError` or `AttributeError`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, TypeGuard, get_args

from agents.memory.core.cited_numbers import CitedNumbers
from agents.memory.core.facts import Fact, Scored, Source
from agents.memory.core.records import (
    NO_FRAMES,
    Cause,
    Citations,
    Compaction,
    Counts,
    Edit,
    Excerpt,
    Experience,
    ExtractedBy,
    Frames,
    JournalEntry,
    JournalNote,
    Method,
    MicroCompact,
    NotedBy,
    PageEdit,
    Record,
    Renewal,
    Span,
    Summary,
    SummaryType,
    Trigger,
    Turn,
)
from agents.memory.log.codec.texts import parse_moment
from agents.memory.log.natures import find_old_nature
from world.nature import Nature

LARGEST = 2**53
"""The largest number in a record: what JSON promises to keep."""


def is_number(value: object) -> TypeGuard[int]:
    """Return whether a JSON value is a whole number that other programs can hold, too."""
    return isinstance(value, int) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST


def _get_text(content: Mapping[str, Any], key: str, *, needed: bool = False) -> str:
    value = content[key] if needed else content.get(key, "")
    if not isinstance(value, str):
        raise TypeError(f"{key} is not text")
    return value


def _get_number(content: Mapping[str, Any], key: str, *, needed: bool = False) -> int:
    value = content[key] if needed else content.get(key, 0)
    if not is_number(value):
        raise TypeError(f"{key} is not a whole number")
    return value


def _get_texts(content: Mapping[str, Any], key: str) -> tuple[str, ...]:
    values = content.get(key, [])
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise TypeError(f"{key} is not a list of texts")
    return tuple(values)


def _check_numbers(values: object) -> tuple[int, ...]:
    if not isinstance(values, list) or not all(is_number(each) for each in values):
        raise TypeError("these are not whole numbers")
    return tuple(values)


def _get_share(content: Mapping[str, Any], key: str) -> float:
    value = float(content.get(key, 0.0))
    if not 0 <= value <= 1:
        raise ValueError(f"{key} is not from 0 to 1")
    return value


def _get_span(content: Mapping[str, Any], key: str) -> Span:
    first, last = content[key]
    if not (is_number(first) and is_number(last) and 0 < first <= last):
        raise ValueError(f"{key} is not a span")
    return first, last


def _get_one_of(content: Mapping[str, Any], key: str, allowed: object) -> Any:
    value = content[key]
    if value not in get_args(allowed):
        raise ValueError(f"{key} is {value!r}")
    return value


def _read_experience(content: Mapping[str, Any]) -> Experience:
    seq = _get_number(content, "seq", needed=True)
    if seq < 1:
        raise ValueError("seq is not a memory's number")
    return Experience(
        seq=seq,
        at=parse_moment(content["at"]),
        text=_get_text(content, "text", needed=True),
        source=_get_text(content, "source"),
        event=_get_text(content, "event"),
        place=_get_text(content, "place"),
        occupants=_get_texts(content, "occupants"),
        speaker=_get_text(content, "speaker"),
        command=_get_text(content, "command"),
        line=_get_text(content, "line"),
        reason=_get_text(content, "reason"),
        ok=content.get("ok", True) is not False,
        nature=_read_nature(content),
    )


def _read_nature(content: Mapping[str, Any]) -> Nature:
    """Return the recorded nature; old records without one get it from their names."""
    if "nature" not in content:
        return find_old_nature(_get_text(content, "command"), _get_text(content, "event"))
    value = _get_text(content, "nature")
    if value not in _NATURES:
        raise ValueError(f"nature is {value!r}; known are {', '.join(_NATURES)}")
    return Nature(value)


def _read_summary(content: Mapping[str, Any]) -> Summary:
    return Summary(
        id=_get_text(content, "id", needed=True),
        type=_get_one_of(content, "type", SummaryType),
        text=_get_text(content, "text", needed=True),
        covers=_get_span(content, "covers"),
        method=_get_one_of(content, "method", Method),
        at=parse_moment(content["at"]),
        tokens=_get_number(content, "tokens"),
        profile=_get_text(content, "profile"),
        model=_get_text(content, "model"),
        replaces=_get_texts(content, "replaces"),
        level=_get_number(content, "level"),
        shown=_get_number(content, "shown"),
        excerpt=_read_excerpt(content),
        rewritten=_get_number(content, "rewritten"),
        citations=_read_citations(content),
        by_hand=_get_texts(content, "by_hand"),
        borne_out=_get_texts(content, "borne_out"),
    )


def _read_excerpt(content: Mapping[str, Any]) -> Excerpt:
    """Return the parts in order, none of them empty; none at all if they are of another text.

    An earlier version kept the parts of a text by rule when a model wrote it again.  Where one lies
    beyond the new text, none says anything of it, and `shown` alone says how much is shown.
    """
    end, found = -1, list[tuple[int, int]]()
    for part in content.get("excerpt", []):
        numbers = _check_numbers(part)
        if len(numbers) != 2 or not end < numbers[0] < numbers[1]:
            raise ValueError(f"excerpt has {part!r}, which is no part of the text behind the last")
        end = numbers[1]
        found.append((numbers[0], end))
    return tuple(found) if end <= len(content["text"]) else ()


def _read_citations(content: Mapping[str, Any]) -> Citations:
    """Return the numbers of each sentence; `unlisted` says how many more each has, if any has."""
    listed = [_check_numbers(each) for each in content.get("citations", [])]
    unlisted = _check_numbers(content.get("unlisted", []))
    if not unlisted:
        return tuple(listed)
    if len(unlisted) != len(listed) or min(unlisted) < 0:
        raise ValueError(
            f"unlisted is {list(unlisted)} for the citations of {len(listed)} sentences"
        )
    both = zip(listed, unlisted, strict=True)
    return tuple(CitedNumbers(numbers, more) if more else numbers for numbers, more in both)


def _read_fact(content: Mapping[str, Any]) -> Fact:
    return Fact(
        text=_get_text(content, "text", needed=True),
        importance=_get_number(content, "importance"),
        scored=_get_one_of(content, "scored", Scored),
        source=_get_one_of(content, "source", Source),
        trust=_get_share(content, "trust"),
        seqs=_check_numbers(content.get("seqs", [])),
        at=parse_moment(content["at"]),
        speaker=_get_text(content, "speaker"),
        people=_get_texts(content, "people"),
        tags=_get_texts(content, "tags"),
        place=_get_text(content, "place"),
        subject=_get_text(content, "subject"),
        attribute=_get_text(content, "attribute"),
        value=_get_text(content, "value"),
        valid_from=_get_moment(content, "valid_from"),
        before=_get_text(content, "before"),
        before_from=_get_moment(content, "before_from"),
        replaces=_check_numbers(content.get("replaces", [])),
        beside=_check_numbers(content.get("beside", [])),
        akin=_check_numbers(content.get("akin", [])),
    )


def _get_moment(content: Mapping[str, Any], key: str) -> datetime | None:
    return parse_moment(content[key]) if key in content else None


def _read_journal(content: Mapping[str, Any]) -> JournalEntry:
    return JournalEntry(
        after=_get_number(content, "after", needed=True),
        at=parse_moment(content["at"]),
        covers=_get_span(content, "covers"),
        facts=tuple(_read_fact(each) for each in content["facts"]),
        method=_get_one_of(content, "method", ExtractedBy),
    )


def _read_note(content: Mapping[str, Any]) -> JournalNote:
    return JournalNote(
        after=_get_number(content, "after", needed=True),
        at=parse_moment(content["at"]),
        covers=_get_span(content, "covers"),
        fact=_read_fact(content["fact"]),
        by=_get_one_of(content, "by", NotedBy),
    )


def _read_page(content: Mapping[str, Any]) -> PageEdit:
    return PageEdit(
        after=_get_number(content, "after", needed=True),
        at=parse_moment(content["at"]),
        page=_get_text(content, "page", needed=True),
        above=_get_text(content, "above"),
        below=_get_text(content, "below"),
        struck=_get_texts(content, "struck"),
    )


def _read_counts(content: Mapping[str, Any]) -> Counts:
    return Counts(**{each.name: _get_number(content, each.name) for each in fields(Counts)})


def _read_compaction(content: Mapping[str, Any]) -> Compaction:
    return Compaction(
        after=_get_number(content, "after", needed=True),
        at=parse_moment(content["at"]),
        covers=_get_span(content, "covers"),
        summaries=_check_joins([_read_summary(each) for each in content["summaries"]]),
        method=_get_one_of(content, "method", Method),
        trigger=_get_one_of(content, "trigger", Trigger),
        seconds=float(content.get("seconds", 0.0)),
        tokens_before=_get_number(content, "tokens_before"),
        tokens_after=_get_number(content, "tokens_after"),
        entries_before=_get_number(content, "entries_before"),
        entries_after=_get_number(content, "entries_after"),
        chars_before=_get_number(content, "chars_before"),
        chars_after=_get_number(content, "chars_after"),
        strategy=_get_text(content, "strategy"),
        revision=_get_number(content, "revision"),
        counts=_read_counts(content.get("counts", {})),
        cause=_get_one_of({"cause": "", **content}, "cause", Cause),
        refusals=_get_texts(content, "refusals"),
        renewed=_read_joined(content, "renewed") if "renewed" in content else None,
    )


def _read_joined(content: Mapping[str, Any], key: str) -> tuple[Summary, ...]:
    return _check_joins([_read_summary(each) for each in content[key]])


def _read_renewal(content: Mapping[str, Any]) -> Renewal:
    stand_in = content.get("stand_in")
    return Renewal(
        after=_get_number(content, "after", needed=True),
        at=parse_moment(content["at"]),
        stand_in=_read_summary(stand_in) if stand_in is not None else None,
        summaries=_read_joined(content, "summaries"),
        by=_get_text(content, "by"),
        tokens_before=_get_number(content, "tokens_before"),
        revision=_get_number(content, "revision"),
    )


def _check_joins(summaries: list[Summary]) -> tuple[Summary, ...]:
    """Return the summaries. Raises `ValueError` unless their spans join from memory 1 on."""
    end = 0
    for each in summaries:
        if each.covers[0] != end + 1:
            raise ValueError(f"summary {each.id} does not follow memory {end}")
        end = each.covers[1]
    return tuple(summaries)


def _read_edit(content: Mapping[str, Any]) -> Edit:
    return Edit(
        after=_get_number(content, "after", needed=True),
        at=parse_moment(content["at"]),
        summary=_read_summary(content["summary"]),
        revision=_get_number(content, "revision"),
    )


def _read_micro(content: Mapping[str, Any]) -> MicroCompact:
    seqs, masks = _check_numbers(content["seqs"]), _get_texts(content, "masks")
    if masks and len(masks) != len(seqs):
        raise ValueError(f"{len(masks)} masks stand for {len(seqs)} memories")
    return MicroCompact(
        after=_get_number(content, "after", needed=True),
        at=parse_moment(content["at"]),
        seqs=seqs,
        revision=_get_number(content, "revision"),
        masks=masks,
    )


def _read_turn(content: Mapping[str, Any]) -> Turn:
    head = content["head"]
    return Turn(
        after=_get_number(content, "after", needed=True),
        at=parse_moment(content["at"]),
        head=_get_text(head, "text"),
        head_id=_get_text(head, "id"),
        frames=_read_frames(head),
        prompt_id=_get_text(content, "prompt_id"),
        form=_get_text(content, "form"),
        seconds=float(content.get("seconds", 0.0)),
        situation=_get_text(content, "situation"),
        notes=_get_text(content, "notes"),
        reply=_get_text(content, "reply"),
        command=_get_text(content, "command"),
        model=_get_text(content, "model"),
        profile=_get_text(content, "profile"),
        outcome=_get_text(content, "outcome"),
        prompt_tokens=_get_number(content, "prompt_tokens"),
        completion_tokens=_get_number(content, "completion_tokens"),
        cached_tokens=_get_number(content, "cached_tokens"),
        revision=_get_number(content, "revision"),
        left_out_from=_get_number(content, "left_out_from"),
        left_out_to=_get_number(content, "left_out_to"),
        left_out_note=_get_text(content, "left_out_note"),
        blocks=_get_texts(content, "blocks"),
        choices=_get_texts(content, "choices"),
        decided_by=_get_text(content, "decided_by"),
        model_unused=_get_text(content, "model_unused"),
    )


def _read_frames(head: Mapping[str, Any]) -> Frames:
    if "text" not in head:
        return NO_FRAMES
    return Frames(_get_text(head, "longterm"), _get_text(head, "recent"))


DECODERS: Mapping[type[Record], Callable[[Mapping[str, Any]], Record]] = {
    Experience: _read_experience,
    Compaction: _read_compaction,
    MicroCompact: _read_micro,
    Edit: _read_edit,
    JournalEntry: _read_journal,
    JournalNote: _read_note,
    PageEdit: _read_page,
    Renewal: _read_renewal,
    Turn: _read_turn,
}
_NATURES = tuple(Nature)
