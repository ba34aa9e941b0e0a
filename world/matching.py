"""Finds things by the words that people use for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from late.late_pattern import late_pattern
from world.model import Thing
from world.names import key_of

_ARTICLE = late_pattern(r"^(?:the|an|a|my|some)\s+")
_NUMBERED = late_pattern(r"^(.+?)\s+(\d{1,3})$")
_ORDINAL = late_pattern(r"^(\d{1,3})\.\s*(.+)$")
_ID = late_pattern(r"^#(\d{1,15})$")


def plain(text: str) -> str:
    """Return `text` as it is compared: by key, without an article."""
    key = key_of(text)
    return _ARTICLE.sub("", key) or key


def means_oneself(text: str) -> bool:
    """Return whether `text` is a word for whoever types it, such as ``me``."""
    return plain(text) in ("me", "self", "myself")


def id_in(text: str) -> int | None:
    """Return the number in ``#12``, or None."""
    found = _ID.match(text.strip())
    return int(found[1]) if found else None


def matches(text: str, things: Iterable[Thing]) -> list[Thing]:
    """Return all of `things` that `text` may mean; only the best kind of match counts.

    In order: ``#id``, the exact name, an alias, the beginning of either, whole words of
    the name.  ``2.lamp`` or ``lamp 2`` is the second of those that ``lamp`` may mean.  Several
    results are equally good.
    """
    pool = list(dict.fromkeys(things))
    number = id_in(text)
    if number is not None:
        return [thing for thing in pool if thing.id == number]
    ordinal = _ORDINAL.match(text.strip())
    if ordinal:
        return _pick(ordinal[2], int(ordinal[1]), pool)
    numbered = _NUMBERED.match(text.strip())
    # A name may end in a number, and then it means itself.
    found = _best(plain(text), pool)
    return _pick(numbered[1], int(numbered[2]), pool) if numbered and not found else found


def _pick(text: str, place: int, pool: Sequence[Thing]) -> list[Thing]:
    """Return the thing at a place, from 1, among those that `text` may mean."""
    return _best(plain(text), pool)[place - 1 : place] if place else []


def _best(wanted: str, pool: Sequence[Thing]) -> list[Thing]:
    if not wanted:
        return []
    for tier in _TIERS:
        found = [thing for thing in pool if tier(wanted, thing)]
        if found:
            return found
    return []


def _names(thing: Thing) -> list[str]:
    return [_ARTICLE.sub("", thing.key), thing.key, *(plain(alias) for alias in thing.aliases)]


def _is_name(wanted: str, thing: Thing) -> bool:
    return wanted in (thing.key, _ARTICLE.sub("", thing.key))


def _is_alias(wanted: str, thing: Thing) -> bool:
    return any(wanted == plain(alias) for alias in thing.aliases)


def _begins(wanted: str, thing: Thing) -> bool:
    return any(name.startswith(wanted) for name in _names(thing))


def _has_words(wanted: str, thing: Thing) -> bool:
    words = set(wanted.split())
    return any(words <= set(re.findall(r"[\w'-]+", name)) for name in _names(thing))


_TIERS: Sequence[Callable[[str, Thing], bool]] = (_is_name, _is_alias, _begins, _has_words)


def labels(text: str, things: Sequence[Thing]) -> list[str]:
    """Return what to type for each of several matches of `text`: its name, or ``2.lamp``."""
    if len({thing.key for thing in things}) == len(things):
        return [thing.name for thing in things]
    return [f"{number}.{plain(text)}" for number in range(1, len(things) + 1)]
