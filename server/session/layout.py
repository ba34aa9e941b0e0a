"""Lays plain text out in lines no longer than a terminal is wide."""

from __future__ import annotations

import re

from server.session.columns import find_most_columns, split_clusters

_WORD = re.compile(r"( *)([^ ]+)")

HANGING = 2
"""Columns by which what follows a break stands further in."""


def wrap(line: str, width: int) -> list[str]:
    """Split one line at spaces into lines of at most `width` columns.

    A word is cut only if it is longer than a line.  Indentation is kept, and the lines that follow
    stand `HANGING` further in: no words of a person's can stand at the beginning of a line as
    if the server said them.  Spaces inside a line stay, those at a break go.
    """
    if find_most_columns(line) <= width:
        return [line]
    # An indentation of more than half the line would leave a column of single words.
    room = min(len(line) - len(line.lstrip(" ")), width // 2)
    first, *rest = _fill(line.lstrip(" "), width - room) or [""]
    indent = " " * room
    return [indent + first, *(f"{indent}{' ' * HANGING}{part}" for part in rest)]


def _fill(text: str, width: int) -> list[str]:
    """Return the parts of `text`; the first has `width` columns, the others `HANGING` fewer."""
    current, used, parts = "", 0, list[str]()
    for gap, word in _WORD.findall(text):
        columns = find_most_columns(word)
        if current and used + len(gap) + columns <= width - (HANGING if parts else 0):
            current, used = current + gap + word, used + len(gap) + columns
            continue
        if current:
            parts.append(current)
        *whole, current = _cut(word, columns, width - HANGING)
        parts += whole
        used = find_most_columns(current)
    return [*parts, current] if current else parts


def _cut(word: str, columns: int, width: int) -> list[str]:
    """Split a word that is longer than a line; combining marks stay with their base."""
    if columns <= width:
        return [word]
    if word.isascii():
        return [word[at : at + width] for at in range(0, len(word), width)]
    parts, used = [""], 0
    for cluster in split_clusters(word):
        cells = find_most_columns(cluster)
        if parts[-1] and used + cells > width:
            parts.append("")
            used = 0
        parts[-1] += cluster
        used += cells
    return parts
