"""Read a model's list of facts leniently: ``7 | person, promise | [12] | Fern promised …``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_BULLET = late_pattern(r"^\s*(?:[-*•]\s+|\d{1,2}[.)]\s+(?=\d))?")
_IMPORTANCE = late_pattern(
    r"\(?\s*(?:importance\s*:?\s*)?(-?\d{1,9}(?:\.\d+)?)(?:\s*/\s*10)?\s*\)?", re.IGNORECASE
)
_NUMBERS = late_pattern(
    r"\[?\s*(?:memor(?:y|ies)\s*)?#?\d+(?:\s*(?:,|;|-|–|and)\s*#?\d+)*\s*\]?", re.I
)
_NUMBER = late_pattern(r"\d+")
_RANGE = late_pattern(r"(\d+)\s*[-–]\s*#?(\d+)")
_TAG = late_pattern(r"[^\W_][\w-]*")

#: Lines of an answer that are read at most; a model that writes more has lost its way.
MAX_LINES = 200
#: Tags of a fact at most.
MAX_TAGS = 6
_LONGEST_RANGE = 100


@late_dataclass(frozen=True, slots=True)
class FactLine:
    """What a model wrote on one line, not yet checked."""

    importance: int
    tags: tuple[str, ...]
    seqs: tuple[int, ...]
    text: str


def parse_answer(text: str) -> tuple[list[FactLine], int]:
    """Return the lines that can be read as facts, and how many others there are."""
    lines = [each for each in text.splitlines() if any(c.isalnum() for c in each)][:MAX_LINES]
    read = [parse_fact_line(each) for each in lines]
    return [each for each in read if each is not None], read.count(None)


def parse_fact_line(line: str) -> FactLine | None:
    """Return one line as a fact; None if it is none. Tags, and a table's outer bars, may be
    missing."""
    fields = [each.strip() for each in _BULLET.sub("", line).strip().strip("|").split("|")]
    importance = _IMPORTANCE.fullmatch(fields[0].strip("* "))
    at = next((n for n, each in enumerate(fields[1:3], 1) if _NUMBERS.fullmatch(each)), 0)
    if importance is None or not at or len(fields) <= at + 1:
        return None
    text = " ".join(" | ".join(fields[at + 1 :]).split())
    seqs = _parse_numbers(fields[at])
    if not text or not seqs:
        return None
    tags = fields[1] if at == 2 else ""
    return FactLine(_clip_importance(float(importance[1])), _parse_tags(tags), seqs, text)


def _clip_importance(importance: float) -> int:
    return max(1, min(10, round(importance)))


def _parse_numbers(field: str) -> tuple[int, ...]:
    found = [int(each) for each in _NUMBER.findall(field)]
    for first, last in _RANGE.findall(field):
        if int(first) <= int(last) <= int(first) + _LONGEST_RANGE:
            found += range(int(first), int(last) + 1)
    return tuple(sorted(set(found)))


def _parse_tags(field: str) -> tuple[str, ...]:
    found: Sequence[str] = [each.casefold()[:24] for each in _TAG.findall(field)]
    return tuple(dict.fromkeys(each for each in found if not each.isdigit()))[:MAX_TAGS]
