"""Reads the kind and the number of a line from its bytes, ten times as fast as decoding it.

The patterns are made from the fields of the records, so that a new field needs no second place.
They match no line that `decode` would refuse; a line that they do not match may still be valid.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import NamedTuple, get_type_hints

from agents.memory.core.records import Experience, Record, Turn
from agents.memory.log.codec.format import KINDS, TYPES, VERSION
from late.late_pattern import late_pattern

_STRING = rb'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+"'
_NUMBER = rb"(?:0|[1-9]\d{0,14})"
_STAMP = (
    rb'"[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])'
    rb'T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z"'
)
_VALUES: dict[object, bytes] = {
    str: _STRING,
    int: _NUMBER,
    float: _NUMBER + rb"(?:\.\d{1,9})?",
    datetime: _STAMP,
    tuple[str, ...]: rb"\[" + _STRING + rb"(?:," + _STRING + rb")*\]",
}


def _match_value(hint: object) -> bytes:
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return b'"(?:%s)"' % "|".join(map(re.escape, hint)).encode()
    return _VALUES[hint]


def _match_member(type_: type, name: str) -> bytes:
    """Return the pattern of ``,"name":value``."""
    return b',"%s":%s' % (name.encode(), _match_value(_find_hints(type_)[name]))


@cache
def _find_hints(type_: type) -> dict[str, object]:
    return get_type_hints(type_)


def _list_names(type_: type, *without: str) -> list[str]:
    return [each.name for each in fields(type_) if each.name not in without]


def _match_start(version: bytes, kind: str) -> bytes:
    return rb'\{"v":%s,"kind":"%s"' % (version, kind.encode())


_ANY_VERSION = rb"\d+"
_KNOWN_VERSION = b"(?:%s)" % b"|".join(b"%d" % each for each in range(1, VERSION + 1))

_BEGINNING = late_pattern(_match_start(_ANY_VERSION, "([a-z_]+)"))
_NUMBERED = late_pattern(_match_start(_ANY_VERSION, KINDS[Experience]) + rb',"seq":(\d+),')
_TURN = late_pattern(_match_start(_ANY_VERSION, KINDS[Turn]) + rb',"after":(\d+)[,}]')

#: A whole memory as `encode` writes it; the group is the memory's number.
PLAIN_MEMORY = late_pattern(
    _match_start(_KNOWN_VERSION, KINDS[Experience])
    + rb',"seq":([1-9]\d{0,14})'
    + _match_member(Experience, "at")
    + _match_member(Experience, "text")
    + b"".join(
        b"(?:%s)?" % _match_member(Experience, name)
        for name in _list_names(Experience, "seq", "at", "text", "ok")
    )
    + rb'(?:,"ok":false)?\}'
)
# It allows the members in any order, and so does not notice a missing one.
_PLAIN_TURN = late_pattern(
    _match_start(_KNOWN_VERSION, KINDS[Turn])
    + rb',"after":(%s)(?:' % _NUMBER
    + b"|".join(
        _match_member(Turn, name)
        for name in _list_names(Turn, "after", "head", "head_id", "frames")
    )
    + rb')*+,"head":\{"id":"([0-9a-f]+)"\}\}'
)
_DATED = late_pattern(
    _match_start(_ANY_VERSION, KINDS[Experience])
    + rb',"seq":(\d+),"at":"(\d{4}-\d\d-\d\dT\d\d:\d\d)'
)
#: These members cannot occur inside a text, where their quotes would be escaped.
_SOURCE = late_pattern(rb',"source":"(\w+)"')
_NATURE = late_pattern(rb',"nature":"([a-z ]+)"')
_SPEAKER = late_pattern(rb',"speaker":(' + _STRING + rb")")
_AT = b',"at":"'


def find_record_type(line: bytes) -> type[Record] | None:
    """Return the kind of record that a line states, whatever its version; None: unknown."""
    found = _BEGINNING.match(line)
    return TYPES.get(found[1].decode()) if found else None


def read_memory_number(line: bytes) -> int | None:
    """Return the number of the memory on a line; None for another record."""
    found = _NUMBERED.match(line)
    return int(found[1]) if found else None


class MemorySigns(NamedTuple):
    """What the bytes of a memory's line tell of it."""

    seq: int
    minute: str
    """``2026-03-01T06:01``, in UTC."""
    source: str
    nature: str
    speaker: str
    """Empty: nobody."""


def read_memory_signs(line: bytes) -> MemorySigns | None:
    """Return the signs of the memory on a line; None: another record, or an older line, which
    has to be decoded."""
    dated, source, nature = _DATED.match(line), _SOURCE.search(line), _NATURE.search(line)
    if not (dated and source and nature):
        return None
    spoken = _SPEAKER.search(line)
    return MemorySigns(
        int(dated[1]), dated[2].decode(), source[1].decode(), nature[1].decode(),
        _read_string(spoken[1]) if spoken else "",
    )  # fmt: skip


def _read_string(content: bytes) -> str:
    """Return what a string of JSON stands for."""
    text = content.decode("utf-8", "replace")
    return str(json.loads(text)) if "\\" in text else text[1:-1]


def read_turn_after(line: bytes) -> int | None:
    """Return the memory that the turn on a line followed; None for another record."""
    found = _TURN.match(line)
    return int(found[1]) if found else None


def read_plain_turn(line: bytes) -> tuple[int, str] | None:
    """Return which memory a turn without a head followed, and its head's id; else None."""
    found = _PLAIN_TURN.fullmatch(line)
    return (int(found[1]), found[2].decode()) if found and _AT in line else None


def brings_head(line: bytes, head: str) -> bool:
    """Return whether the line is a turn that carries the head with this id."""
    return b'"head":{"id":"%s","text":' % head.encode("utf-8", "replace") in line
