"""Reads the replies that readers judged: what is learnt from, and what is kept apart."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

JUDGED = Path(__file__).with_name("judged.txt")
READ = JUDGED.with_name("read.txt")
VISITS = Path(__file__).parents[2] / "docs" / "life"

#: Behind the name of an agent in a moment that is kept apart.
APART = "*"

#: How far a reply makes sense that is good, passable or beside the point.
SENSE = {"g": 0.95, "p": 0.45, "b": 0.05}

#: What visitors wrote for these.
_MARKS = {
    "good": "g", "passable": "p", "pass": "p", "so-so": "p", "beside": "b",
    "beside the point": "b", "bad": "b",
}  # fmt: skip
#: What a table of a visit calls what was said, what was answered, and the mark.
_COLUMNS = {
    "line": ("said", "typed", "line"), "reply": ("answer", "repl"),
    "mark": ("mark", "judg", "verdict"),
}  # fmt: skip
_SPEAKER = re.compile(r"(?:Moss|Cobb|Wren|Hester)(?: \([^)]*\))?: (.*)")
_NEXT_SPEAKER = re.compile(r" / (?=[A-Z][a-z]+[:(])")


class Reply(NamedTuple):
    """A reply, what it answers, and how far it makes sense, 0 to 1."""

    before: str
    line: str
    reply: str
    sense: float


class JudgedWords(NamedTuple):
    """A reply's judgement, of which sort it is, how well it fits by rule, and its words."""

    judged: str
    sort: str
    fit: float
    chance: float
    words: str


class JudgedMoment(NamedTuple):
    """What an agent had said last, what was said to it, and what was judged of the replies."""

    agent: str
    before: str
    line: str
    replies: list[JudgedWords]
    is_apart: bool = False
    """Whether it is kept apart."""


def read_judged() -> Iterator[JudgedMoment]:
    """Yield the judged moments."""
    for block in JUDGED.read_text("utf-8").strip().split("\n\n")[1:]:  # behind what they are
        head, line, *rest = block.split("\n")
        agent, _, before = head.partition(": ")
        said, is_apart = line.removeprefix("> "), agent.endswith(APART)
        words = [*map(_read_words, rest)]
        yield JudgedMoment(agent.rstrip(APART), before, said, words, is_apart)


def _read_words(row: str) -> JudgedWords:
    judged, sort, fit, chance, words = row.split(" | ", 4)
    return JudgedWords(judged, sort, float(fit), float(chance), words)


def split_judged() -> tuple[list[JudgedMoment], list[JudgedMoment]]:
    """Return the moments that are learnt from, and those that are kept apart: whole stretches of
    talks, as moments of one talk are alike."""
    moments = list(read_judged())
    rest = [each for each in moments if not each.is_apart]
    return rest, [each for each in moments if each.is_apart]


def list_replies(moments: Sequence[JudgedMoment]) -> list[Reply]:
    """Return the judged replies of moments."""
    return [
        Reply(each.before, each.line, one.words, SENSE[one.judged])
        for each in moments
        for one in each.replies
    ]


def list_strays(moments: Sequence[JudgedMoment], anything: str) -> list[Reply]:
    """Return for each moment a reply from another: nobody judged these, and few make sense.

    What fits `anything` is left out.  Without them a goodbye is learnt to be right wherever it is
    said, as it is offered only to who says goodbye.
    """
    rng = random.Random(6)
    words = [one.words for each in moments for one in each.replies if one.sort != anything]
    return [Reply(each.before, each.line, rng.choice(words), SENSE["b"]) for each in moments]


def read_visits() -> Iterator[Reply]:
    """Yield what visitors were answered, as they judged it themselves."""
    for path in sorted(VISITS.glob("visit-*.md")):
        columns: Mapping[str, int] = {}
        before = ""
        for row in path.read_text("utf-8").splitlines():
            cells = [each.strip() for each in row.strip().strip("|").split("|")]
            if not row.startswith("|"):
                columns = {}
            elif not columns:
                columns = _find_columns(cells)
            elif len(cells) > max(columns.values()):
                mark = _MARKS.get(cells[columns["mark"]].lower().strip("* "))
                if mark:
                    reply = _read_first_reply(cells[columns["reply"]])
                    yield Reply(before, cells[columns["line"]].strip('"'), reply, SENSE[mark])
                    before = reply


def _find_columns(head: Sequence[str]) -> Mapping[str, int]:
    """Return where a table has what; nothing if it is no table of answers."""
    found: dict[str, int] = {}
    for name, words in _COLUMNS.items():
        fitting = [any(one in each.lower() for one in words) for each in head]
        places = [
            at for at, fits in enumerate(fitting) if fits and not head[at].lower().endswith(" by")
        ]
        found |= {name: places[0]} if places else {}
    return found if len(found) == len(_COLUMNS) else {}


def _read_first_reply(cell: str) -> str:
    """Return the words of the first who answers."""
    first = _NEXT_SPEAKER.split(cell)[0]
    named = _SPEAKER.match(first)
    return (named[1] if named else first).strip('"“” ')
