"""Count an agent's talk by partner and by day, from its recall index; every function blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.recall import database, schema
from agents.memory.recall.speech import find_partners
from late.late_dataclass import late_dataclass

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
#: By quarters of an hour: all clocks are off by whole ones.
_QUARTERS = """
SELECT min(m.at), sum(m.speaker != ''), sum(m.speaker = '')
FROM talks t JOIN memories m ON m.seq = t.seq
WHERE t.partner = ? GROUP BY substr(m.at, 1, 14) || (substr(m.at, 15, 2) / 15)
ORDER BY m.at DESC LIMIT ?
"""
_QUARTERS_PER_DAY = 96


@late_dataclass(frozen=True, slots=True)
class TalkCount:
    """An agent's talk with one partner."""

    partner: str
    """The name as `fold_name` returns it."""
    talks: int
    """Memories of what the partner said in the agent's hearing, and the agent in the partner's."""
    first: datetime
    last: datetime


@late_dataclass(frozen=True, slots=True)
class TalkDay:
    """An agent's talk with one partner on one day."""

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
    path: Path, waiting: Sequence[Experience], partner: str, most: int, zone: tzinfo = UTC
) -> list[TalkDay]:
    """Return the talk with a partner on the newest `most` days that had any, oldest first.

    Days begin by the clock of `zone`. Raises `sqlite3.Error`.
    """
    with database.open_for_reading(path) as index:
        last = schema.read_newest(index)[0] if index else 0
        limit = most * _QUARTERS_PER_DAY
        found = index.execute(_QUARTERS, (partner, limit)).fetchall() if index else []
    heard, said = Counter[str](), Counter[str]()
    for at, of_partner, own in found:
        day = _name_day(datetime.fromisoformat(at), zone)
        heard[day] += of_partner
        said[day] += own
    for memory in _pick_new(waiting, last):
        if partner in find_partners(memory):
            (heard if memory.speaker else said)[_name_day(memory.at, zone)] += 1
    days = sorted(heard.keys() | said.keys())[-most:]
    return [TalkDay(day, heard[day], said[day]) for day in days]


def _name_day(at: datetime, zone: tzinfo) -> str:
    return f"{at.astimezone(zone):%Y-%m-%d}"


def _pick_new(waiting: Iterable[Experience], last: int) -> list[Experience]:
    return [memory for memory in waiting if memory.seq > last]
