"""How many columns a text takes on a terminal: usually, and at the most."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from unicodedata import category, east_asian_width

from late.late_pattern import late_pattern

_EMOJI_STYLE = "\ufe0f"
#: Characters that some terminals draw as a part of the one before, and others beside it.
_APART = ((0x1F1E6, 0x1F200), (0x1F3FB, 0x1F400))
#: Pictures that some terminals draw in one column and others in two.
_PICTURES = ((0x2300, 0x2400), (0x2600, 0x27C0), (0x2B00, 0x2C00), (0x1F000, 0x1FB00))
#: Vowels and finals of Korean letters, which do not join on every terminal.
_JAMO = ((0x1160, 0x1200), (0xD7B0, 0xD800))

#: Latin letters, and the dashes, quotation marks and other punctuation of printed English.
_ONE_COLUMN_EACH = late_pattern("[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027\u2030-\u205e]*")


def display_width(text: str) -> int:
    """Return the columns of `text`, which has no control characters, on a usual terminal."""
    if text.isascii():
        return len(text)
    # Its tables take 8 ms to load, which not every start needs.
    from wcwidth import wcswidth  # noqa: PLC0415

    width: int = wcswidth(text)
    return width if width >= 0 else len(text)


def find_most_columns(text: str) -> int:
    """Return the most columns that a terminal may take for `text`.

    Terminals differ about sequences of emoji, variation selectors and characters newer than they
    are.  Where one takes more columns than we think, it breaks the line by itself, and what follows
    stands at its margin.
    """
    return len(text) if has_one_column_each(text) else sum(map(_find_most, text))


def has_one_column_each(text: str) -> bool:
    """Return whether each character of `text` surely takes one column; True: all of them do."""
    return text.isascii() or _ONE_COLUMN_EACH.fullmatch(text) is not None


def split_clusters(text: str) -> Iterator[str]:
    """Yield the characters of `text`, each with the marks that belong to it."""
    cluster = ""
    for char in text:
        if cluster and not _joins(char):
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


@lru_cache(maxsize=4096)
def _find_most(char: str) -> int:
    code, kind = ord(char), category(char)
    if char == _EMOJI_STYLE:
        return 1  # what it follows may be drawn wider for it
    if kind in ("Mn", "Me", "Cf"):
        return 0
    if _is_in(code, _JAMO):
        return 1
    wide = kind in ("Cn", "Co") or east_asian_width(char) in ("W", "F")
    return 2 if wide or _is_in(code, _APART) or _is_in(code, _PICTURES) else 1


@lru_cache(maxsize=4096)
def _joins(char: str) -> bool:
    return category(char) in ("Mn", "Me", "Mc", "Cf") or "\U0001f3fb" <= char <= "\U0001f3ff"


def _is_in(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code < end for first, end in ranges)
