"""Reads visits with questions for what was told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

VISITS = Path(__file__).with_name("visits.txt")
ANSWERED = VISITS.with_name("answered.txt")
LATER = VISITS.with_name("later_visits.txt")
TUNED = VISITS.with_name("tuned.txt")
HELD_OUT = VISITS.with_name("held_out.txt")

#: Lines that ask for all, and others, of no visit.
FOR_ALL = VISITS.with_name("for_all.txt")
FOR_ALL_HELD_OUT = VISITS.with_name("for_all_held_out.txt")

#: More questions of the visitors of `LATER` and of `HELD_OUT`.
IN_PASSING = VISITS.with_name("in_passing.txt")
IN_PASSING_HELD_OUT = VISITS.with_name("in_passing_held_out.txt")

#: What stands in the place of a line's number.
NONE, ALL = "none", "all"

_HEAD = re.compile(r"# (?P<name>.+?), (?P<trade>.+), with (?P<agent>\w+)$")
_LINE = re.compile(r"\d+ (?P<words>.+)")


class AskedLine(NamedTuple):
    """A question for what was told."""

    answered_by: str
    """The number of the line that answers it, from 1; or `NONE` or `ALL`."""
    words: Sequence[str]
    """The words of that line of which an answer has one."""
    question: str
    answer: str = ""
    """The very words of that line that answer; empty: nobody marked them."""


class AskingVisit(NamedTuple):
    """What a visitor said to an agent, and might ask then."""

    name: str
    trade: str
    agent: str
    lines: list[str]
    asked: list[AskedLine]
    unasked: list[str]
    """Lines that ask for nothing that was told."""


def read_visits(path: Path) -> Iterator[AskingVisit]:
    """Yield the visits of a file."""
    visit: AskingVisit | None = None
    for row in map(str.strip, path.read_text("utf-8").split("\n")):
        if head := _HEAD.match(row):
            if visit is not None:
                yield visit
            visit = AskingVisit(head["name"], head["trade"], head["agent"], [], [], [])
        elif visit is not None:
            _add(visit, row)
    if visit is not None:
        yield visit


def list_written() -> Iterator[AskingVisit]:
    """Yield all visits from which is learnt what answers."""
    for each in (VISITS, ANSWERED, LATER):
        yield from read_visits(each)
    yield from read_more(LATER, IN_PASSING)


def read_more(visits: Path, more: Path) -> Iterator[AskingVisit]:
    """Yield the visits of a file with what `more` has under the same heads instead of what they
    ask there."""
    asked = {each[:3]: each for each in read_visits(more)}
    for each in read_visits(visits):
        if found := asked.get(each[:3]):
            yield each._replace(asked=found.asked, unasked=found.unasked)


def _add(visit: AskingVisit, row: str) -> None:
    if line := _LINE.match(row):
        visit.lines.append(line["words"])
    elif row.startswith("! "):
        visit.unasked.append(row[2:])
    elif row.startswith("? "):
        by, words, question, *marked = (each.strip() for each in row[2:].split("|", 3))
        ways = [each.strip() for each in words.split("/") if each.strip()]
        visit.asked.append(AskedLine(by.split(",")[0], ways, question, *marked))
