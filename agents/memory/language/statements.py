"""Finds what a text states, one thing after another: sentences, or the items of sections."""

from __future__ import annotations

from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: The line of a section in which nothing stands.
NONE = "none"

_HEADING = late_pattern(r"(?m)^[A-Z]\w+(?: [A-Z]\w+)*:[ \t]*$")


def list_statements(text: str) -> list[str]:
    """Return the items of all sections of `text`; of one without headings its sentences.

    A heading is a line of words with capitals and a colon; it is part of no statement.
    """
    if not _HEADING.search(text):
        return split_sentences(text)
    lines = [each.strip().removeprefix("- ") for each in _HEADING.sub("", text).splitlines()]
    told = [item for line in lines for item in split_line(line)]
    return [each for each in told if each.rstrip(".").casefold() != NONE]


def split_line(line: str) -> list[str]:
    """Return the sentences of a line; a line with an open quotation stays whole."""
    return [line] if line.count('"') % 2 else split_sentences(line)
