"""Count an agent's talk by partner and by day, from its recall index; every function blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.recall import database, schema
from agents.memory.recall.speech import find_partners

#: Partners that are counted at most, those with the most talk.
MOST_PARTNERS = 200

_COUNT = """
SELECT p.partner, p.talks,
    (SELECT m.at FROM memories m WHERE m.seq =
        (SELECT min(t.seq) FROM talks t WHERE t.partner = p.partner)),
    (SELECT m.at FROM memories m WHERE m.seq =
        (SELECT max(t.seq) FROM talks t WHERE t.partner = p.partner))
FROM partners p WHERE ?1 IN ('', p.partner) ORDER BY p.talks DESC, p.partner LIMIT ?2
"""
_DAYS = """
SELECT substr(m.at, 1, 10) AS day, sum(m.speaker != ''), sum(m.speaker = '')
FROM talks t JOIN memories m ON m.seq = t.seq
WHERE t.partner = ? GROUP BY day ORDER BY day DESC LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class TalkCount:
    """An agent's talk with one partner."""

    partner: str
    """The name as `fold_name` returns it."""
    talks: int
    """Memories of what the partner said in the agent's hearing, and the agent in the partner's."""
    first: datetime
    last: datetime


@dataclass(frozen=True, slots=True)
class TalkDay:
    """An agent's talk with one partner on one day (UTC)."""

    day: str
    heard: int
    """What the partner said."""
    said: int
    """What the agent said."""


def count_talks(path: Path, waiting: Sequence[Experience], partner: str = "") -> list[TalkCount]:
    """Return the talk with each partner, or with one alone, most talk first.

    `waiting` are memories that the index may not have yet. Raises `sqlite3.Error`.
    """
    with database.open_for_reading(path) as index:
        last = schema.read_newest(index)[0] if index else 0
        found = index.execute(_COUNT, (partner, MOST_PARTNERS)).fetchall() if index else []
    counts = {
        name: TalkCount(name, talks, datetime.fromisoformat(first), datetime.fromisoformat(end))
        for name, talks, first, end in found
    }
    for memory in _pick_new(waiting, last):
        for name in find_partners(memory):
            if partner in ("", name):
                before = counts.get(name) or TalkCount(name, 0, memory.at, memory.at)
                counts[name] = TalkCount(name, before.talks + 1, before.first, memory.at)
    return sorted(counts.values(), key=lambda each: (-each.talks, each.partner))[:MOST_PARTNERS]


def list_talk_days(
    path: Path, waiting: Sequence[Experience], partner: str, most: int
) -> list[TalkDay]:
    """Return the talk with a partner on the newest `most` days that had any, oldest first.

    Raises `sqlite3.Error`.
    """
    with database.open_for_reading(path) as index:
        last = schema.read_newest(index)[0] if index else 0
        found = index.execute(_DAYS, (partner, most)).fetchall() if index else []
    heard = Counter({day: count for day, count, _ in found})
    said = Counter({day: count for day, _, count in found})
    for memory in _pick_new(waiting, last):
        if partner in find_partners(memory):
            (heard if memory.speaker else said)[f"{memory.at:%Y-%m-%d}"] += 1
    days = sorted(heard.keys() | said.keys())[-most:]
    return [TalkDay(day, heard[day], said[day]) for day in days]


def _pick_new(waiting: Iterable[Experience], last: int) -> list[Experience]:
    return [memory for memory in waiting if memory.seq > last]
