"""How much of what happened when, and when the world stood still, for the line of time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from server.chronicle.entry import MARKS, START, BadEntry, decode_entry
from server.chronicle.timeline import Timeline, TimelinePlace
from world.nature import Nature

MOST_COUNTED = 2_000_000
"""Bytes of lines whose kinds are counted: each of them is read for that."""

SHORTEST_STILL = timedelta(minutes=1)
"""A restart is no standstill."""

KINDS = ("talk", "moves", "deeds")

Standstill = tuple[datetime, datetime]
"""From when to when the server did not run."""


def name_event_kind(kind: str) -> str:
    """Return what kind of thing an event is, as the page filters them (kinds.js)."""
    if kind.endswith("speech") or kind == Nature.GESTURE:
        return "talk"
    return "moves" if kind in (Nature.MOVEMENT, Nature.REST) else "deeds"


def count_kinds(
    timeline: Timeline, begin: datetime, end: datetime, parts: int
) -> dict[str, list[int]]:
    """Return how many lines of each kind there are in each of so many parts of a time.

    Raises `OSError`.
    """
    counts = {kind: [0] * parts for kind in KINDS}
    step = (end - begin) / parts
    for _, line in timeline.read_forwards(timeline.find(begin)):
        try:
            entry = decode_entry(line)
        except BadEntry:
            continue
        if entry.at >= end:
            break
        if entry.kind not in MARKS:
            # A clock that was set back may put a line before its time.
            part = min(parts - 1, max(0, int((entry.at - begin) / step)))
            counts[name_event_kind(entry.kind)][part] += 1
    return counts


def find_standstills(
    timeline: Timeline, begin: datetime, end: datetime, measured: Sequence[int]
) -> list[Standstill]:
    """Return when the server did not run, of a time that was `measured` in equal parts.

    Nothing was written then, and it ends with the line of a start: only the lines behind empty
    parts are looked at, however long the time is.  Raises `OSError`.
    """
    step = (end - begin) / len(measured)
    found: list[Standstill] = []
    for part, size in enumerate(measured):
        is_last = part + 1 == len(measured) or measured[part + 1] > 0
        if size == 0 and is_last:
            still = _read_standstill(timeline, timeline.find(begin + step * (part + 1)))
            if still is not None and still[1] > begin and still[0] < end and still not in found:
                found.append(still)
    return found


def _read_standstill(timeline: Timeline, place: TimelinePlace) -> Standstill | None:
    """Return the standstill that ends with the line at a place, if one does."""
    _, line = next(timeline.read_forwards(place), (place, b""))
    try:
        entry = decode_entry(line)
    except BadEntry:
        return None
    if entry.kind != START or entry.stopped is None:
        return None
    return (entry.stopped, entry.at) if entry.at - entry.stopped >= SHORTEST_STILL else None
