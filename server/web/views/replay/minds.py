"""What agents thought, and said to one alone, from their archives, for administrators."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from heapq import merge
from itertools import islice
from pathlib import Path

from agents.memory.core.records import Experience
from agents.memory.log.codec import ArchiveRefused, BadRecord, decode
from agents.memory.log.segment import list_segments
from server.chronicle.timeline import Timeline
from world.nature import Nature

MOST_THOUGHTS = 400
"""Of one answer."""

SHOWN = frozenset(
    {
        Nature.THOUGHT,
        Nature.DREAM,
        Nature.INTENTION,
        Nature.PRIVATE_SPEECH,
        Nature.DISTANT_SPEECH,
        Nature.JOURNAL,
        Nature.NOTE,
    }
)
"""What an agent lives through and the chronicle does not have."""

Thought = tuple[datetime, str, Experience]
"""When, whose and what."""


def list_thoughts(vault: Path, begin: datetime, end: datetime) -> list[Thought]:
    """Return what all agents thought in a stretch, in order, the first so many. It blocks.

    Raises `OSError`.
    """
    folders = sorted((vault / "agents").glob("*/archive"))
    found = merge(*(_read(folder, begin, end) for folder in folders), key=lambda each: each[0])
    return list(islice(found, MOST_THOUGHTS))


def _read(folder: Path, begin: datetime, end: datetime) -> Iterator[Thought]:
    timeline = Timeline([segment.path for segment in list_segments(folder)])
    name = folder.parent.name
    for _, line in timeline.read_forwards(timeline.find(begin)):
        memory = _decode(line)
        if memory is None:
            continue
        if memory.at > end:
            return
        if memory.is_own and memory.nature in SHOWN:
            yield memory.at, name, memory


def _decode(line: bytes) -> Experience | None:
    try:
        record = decode(line)
    except (ArchiveRefused, BadRecord):
        return None
    return record if isinstance(record, Experience) else None
