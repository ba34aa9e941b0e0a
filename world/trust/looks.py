"""Names that a reader takes for another name: the same shapes on the screen.

A new name may have only letters that read as plain Latin letters, with or without marks, so that
no table of look-alikes has to be complete: Unicode's own knows nothing of ``ƅ`` for ``b``.  Of
what is left, names with the same shapes are the same to a reader.  Names that are older than this
rule stay as they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from late.late_pattern import late_pattern
from world.names import RESERVED, NameKind, NameRefused

GUEST = "guest"
"""A guest's name begins so, and nobody else's may look as if it did."""

LONG_ENOUGH = 4
"""Shorter reserved words are compared by their letters alone: ``Ali`` is not ``all``."""

_MARKLESS = str.maketrans(
    {
        **dict(zip("øØđĐłŁħĦŧŦıĸŋŊßẞ", "oOdDlLhHtTiknNbB", strict=True)),
        **{"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "p", "Þ": "P", "ð": "o", "Ð": "D"},
    }
)
"""Letters that are no letter with a mark to Unicode → the plain ones that they look like."""

_SAME_SHAPE = str.maketrans("I10528", "lloszb")
_SEQUENCES = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_JOINTS = late_pattern(r"[\s'’,-]+")
_RUN = late_pattern(r"(.)\1{2,}")


@lru_cache(maxsize=8192)
def shape_of(name: str) -> str:
    """Return a key that is equal for names that look alike: ``Rnoss`` and ``Moss``."""
    shape = _strip_marks(name).translate(_SAME_SHAPE).casefold()
    for letters, alike in _SEQUENCES:
        shape = shape.replace(letters, alike)
    return _RUN.sub(r"\1\1", _JOINTS.sub("", shape))


def _strip_marks(name: str) -> str:
    decomposed = unicodedata.normalize("NFD", name).translate(_MARKLESS)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def _blur(shape: str) -> str:
    """Return a shape without the difference of ``i`` and ``l``, for the names of the staff."""
    return shape.replace("i", "l")


_RESERVED_SHAPES = frozenset(_blur(shape_of(each)) for each in RESERVED if len(each) >= LONG_ENOUGH)


def check_unmistakable(name: str, others: Iterable[str], kind: NameKind = "character") -> str:
    """Return `name` if nobody takes it for one of `others`, else raise `NameRefused`.

    `name` is one that `check_name` allows.  A character's name looks neither like a reserved word
    nor like a guest's.
    """
    _check_letters(name)
    shape = shape_of(name)
    if kind == "character":
        _check_rank(name, shape)
    for other in others:
        if shape == shape_of(other):
            raise NameRefused(f"The name '{name}' looks too much like '{other}'.")
    return name


def _check_letters(name: str) -> None:
    for char in name:
        if char.isalpha() and not _strip_marks(char).isascii():
            called = unicodedata.name(char, f"U+{ord(char):04X}").lower()
            raise NameRefused(f"'{char}' is {called}, which looks like another letter.")


def _check_rank(name: str, shape: str) -> None:
    if shape.startswith(GUEST):
        raise NameRefused(f"'{name}' looks like a guest's name; please choose another.")
    if _blur(shape) in _RESERVED_SHAPES:
        raise NameRefused(f"'{name}' looks like a reserved word and cannot be a name.")


def names_somebody(name: str, people: Iterable[str]) -> str:
    """Return which of `people` the first word of a longer `name` names; empty: none.

    A thing called ``Wren says`` would make a report of what Wren does.
    """
    first, _, rest = name.partition(" ")
    if not rest or re.search("['’]", first):
        return ""
    shape = shape_of(first)
    return next((each for each in people if shape == shape_of(each)), "")
