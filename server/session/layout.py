"""Lays plain text out in lines no longer than a terminal is wide."""

from __future__ import annotations

from late.late_pattern import late_pattern
from server.session.columns import find_most_columns, has_one_column_each, split_clusters

_WORD = late_pattern(r"( *)([^ ]+)")

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
    fill = fill_evenly if has_one_column_each(line) else fill_by_words
    first, *rest = fill(line.strip(" "), width - room) or [""]
    indent = " " * room
    return [indent + first, *(f"{indent}{' ' * HANGING}{part}" for part in rest)]


def fill_evenly(text: str, width: int) -> list[str]:
    """Return what `fill_by_words` does of a text whose characters take one column each.

    It goes from break to break: a list of five hundred names has sixty breaks.
    """
    parts, at, room, end = list[str](), 0, width, len(text)
    inner = width - HANGING
    while at < end:
        if end - at > inner and text.find(" ", at, at + inner + 1) < 0:
            parts.append(text[at : at + inner])
            at += inner
        elif end - at <= room:
            return [*parts, text[at:]]
        else:
            gap = text.rfind(" ", at, at + room + 1)
            parts.append(text[at:gap].rstrip(" "))
            at = gap + 1
            while text[at] == " ":
                at += 1
        room = inner
    return parts


def fill_by_words(text: str, width: int) -> list[str]:
    """Return the parts of `text`; the first has `width` columns, the others `HANGING` fewer.

    `text` has no spaces around it.
    """
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
