"""Tells what led to a turn and what came of it: heard, thought, done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from agents.memory.core.records import Experience, Turn
from agents.memory.inspect.line_reader import LinePlace, LineReader
from agents.memory.log.codec import (
    find_record_type,
    format_moment,
    read_memory_number,
    read_turn_after,
)
from server.web.routing import Data
from server.web.views.mind.waiting_question import find_waiting
from world.commands.parser import split_reason

LOOKED_AT = 200
"""So many lines of the archive are read to find what led to a turn, or what came of it."""

MOST_SHOWN = 8
"""How many of the newest memories before a turn are told."""

MOST_CHARACTERS = 600
"""Of each of them."""


def tell_story(lines: LineReader, place: LinePlace, turn: Turn) -> Data:
    """Return what is new to the turn whose line is at `place`, its line and the world's answer.

    New is what its prompt knew and that of the turn before did not. If that is nothing perceived,
    what was said last before is told, too. The line stands without its
    private reason, which is told apart. Raises `OSError` and `ArchiveRefused`.
    """
    done, reason = split_reason(turn.command)
    found = list(_list_new(lines, place, turn.after))[::-1]
    own = find_own(lines, place)
    perceived = any(_name_kind(each) != "thought" for each in found)
    before = None if perceived else _find_last_heard(lines, place, turn.after)
    return {
        "at": turn.at.isoformat(),
        "model": turn.model,
        "outcome": turn.outcome,
        "decided_by": turn.decided_by,
        "model_unused": turn.model_unused,
        "command": done,
        "new": [_describe_memory(each) for each in found[-MOST_SHOWN:]],
        "more": max(0, len(found) - MOST_SHOWN),
        "heard_before": _describe_memory(before) if before else None,
        "reason": own.reason if own else reason,
        "waiting": find_waiting(lines, place, turn),
        "result": own.text.partition("\n")[2] if own else "",
        "seq": own.seq if own else 0,
    }


def find_own(lines: LineReader, place: LinePlace) -> Experience | None:
    """Return what the agent remembers of the line that a turn chose; None: nothing soon."""
    for at, line in islice(lines.forwards(place), 1, LOOKED_AT):
        kind = find_record_type(line)
        if kind is Turn:
            return None
        record = lines.decode_line(at, line) if kind is Experience else None
        if isinstance(record, Experience) and record.is_own:
            return record
    return None


def _list_new(lines: LineReader, place: LinePlace, after: int) -> Iterator[Experience]:
    """Yield what the agent perceived and thought up to memory `after`, the newest first."""
    known = 0
    for at, line in islice(lines.backwards(place), LOOKED_AT):
        # A reply of no use has a record of its own, which followed the same memory.
        before = read_turn_after(line)
        if before is not None and before < after:
            known = max(known, before)
        number = read_memory_number(line)
        if number is None or number > after:
            continue
        if number <= known:
            return
        record = lines.decode_line(at, line)
        if isinstance(record, Experience) and record.source != "action":
            yield record


def _find_last_heard(lines: LineReader, place: LinePlace, after: int) -> Experience | None:
    """Return what was said last up to memory `after`; None: nothing lately."""
    for at, line in islice(lines.backwards(place), LOOKED_AT):
        number = read_memory_number(line)
        if number is None or number > after:
            continue
        record = lines.decode_line(at, line)
        if not isinstance(record, Experience) or record.source == "action":
            continue
        if _name_kind(record) == "heard":
            return record
    return None


def _describe_memory(memory: Experience) -> Data:
    text = memory.text[:MOST_CHARACTERS]
    return {
        "seq": memory.seq,
        "at": format_moment(memory.at),
        "kind": _name_kind(memory),
        "text": text,
        "cut": len(text) < len(memory.text),
    }


def _name_kind(memory: Experience) -> str:
    if memory.source == "thought":
        return "thought"
    return "heard" if memory.speaker and memory.nature.is_speech else "seen"
