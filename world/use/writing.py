"""What is written in things: short lines, each with the name of its author."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import astuple

from late.late_dataclass import late_dataclass
from world.model import Thing
from world.text import clean_line, soften_speech

WRITTEN = "written"
"""On a thing: the lines that were written in it."""

LINES_KEPT = 20
"""How many lines a thing keeps."""

LINE_LENGTH = 200
"""The longest line, in characters."""


@late_dataclass(frozen=True, slots=True)
class Inscription:
    """One line that somebody wrote in a thing."""

    author: str
    words: str
    minutes: int | None = None
    """When, in the world's minutes since its calendar's beginning; None: not known."""


def list_inscriptions(thing: Thing) -> tuple[Inscription, ...]:
    """Return the lines in the thing, the oldest first."""
    kept = json.loads(thing.properties.get(WRITTEN, "[]"))
    return tuple(Inscription(*each) for each in kept)


def add_line(thing: Thing, line: Inscription) -> str:
    """Return the value of `WRITTEN` with one more line in the thing.

    The oldest line of the author who has most gives way, so that nobody fills a book alone.
    """
    kept = [*list_inscriptions(thing), line]
    while len(kept) > LINES_KEPT:
        written = Counter(each.author for each in kept)
        most = max(written.values())
        kept.remove(next(each for each in kept if written[each.author] == most))
    return json.dumps([astuple(each) for each in kept], ensure_ascii=False)


def clean_words(words: str) -> str:
    """Return words as one line that can be quoted."""
    return clean_line(soften_speech(words), LINE_LENGTH + 1)
