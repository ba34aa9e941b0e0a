"""Tells how long a question that was put to an agent alone has waited, and what ended the wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from agents.memory.core.records import Experience, Turn
from agents.memory.inspect.line_reader import LinePlace, LineReader
from agents.memory.log.codec import find_record_type
from late.late_pattern import late_pattern
from server.web.routing import Data

LOOKED_AT = 400
"""So many lines of the archive are read before a turn, and from it on."""

_ASKED_ALONE = late_pattern(r'^[^"\n]*\byou\b[^"\n]*"[^"\n]*\?"')


def find_waiting(lines: LineReader, place: LinePlace, turn: Turn) -> Data | None:
    """Return the last question to the agent alone that `turn`, at `place`, left without a word.

    `turns` are those without a word since it was asked, up to what the agent said then, memory
    `said`, or up to now (`said` 0).  Whatever the agent says ends the wait: whether it answers is
    not judged.  None: no question waited.  Raises `OSError` and `ArchiveRefused`.
    """
    asked, before = 0, 0
    for record in _read(lines, lines.backwards(place)):
        if record is Turn:
            before += 1
        elif not isinstance(record, Experience) or record.seq > turn.after:
            continue
        elif _speaks(record):
            return None
        elif record.speaker and _ASKED_ALONE.search(record.text):
            asked = record.seq
            break
    if not asked:
        return None
    since = 0
    for record in _read(lines, lines.forwards(place)):
        if record is Turn:
            since += 1
        elif isinstance(record, Experience) and _speaks(record):
            # The last of these turns is that in which it spoke.
            waited = before + since - 1
            return {"seq": asked, "turns": waited, "said": record.seq} if since > 1 else None
    return {"seq": asked, "turns": before + since, "said": 0}


def _speaks(memory: Experience) -> bool:
    return memory.is_own and memory.nature.is_speech


def _read(
    lines: LineReader, found: Iterable[tuple[LinePlace, bytes]]
) -> Iterator[Experience | type[Turn]]:
    """Yield the memories among the next lines, and `Turn` for each turn."""
    for at, line in islice(found, LOOKED_AT):
        kind = find_record_type(line)
        if kind is Turn:
            yield Turn
        elif kind is Experience:
            record = lines.decode_line(at, line)
            if isinstance(record, Experience):
                yield record
