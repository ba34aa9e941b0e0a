"""Durations as people type and read them: ``30m``, ``2 hours``, ``3d``."""

from __future__ import annotations

import re

from late.late_pattern import late_pattern

_UNITS = {
    "second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "m": 60, "hour": 3600, "hr": 3600,
    "h": 3600, "day": 86400, "d": 86400, "week": 604800, "w": 604800, "month": 2592000,
    "year": 31536000,
}  # fmt: skip
_NAMED = (("week", 604800), ("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
_FOR = late_pattern(r"(?:(?:for|in)\s+)?(?=[0-9])", re.IGNORECASE)
_PART = late_pattern(r"([0-9]{1,6})\s*([a-z]+)(?![a-z])\s*", re.IGNORECASE)

#: What begins as a time would, and a time anywhere, such as `rude for 2 days`.
_TIME_BEGINS = late_pattern(r"(?:for|in|until|till?)(?![a-z])|[-+.,]?[0-9]", re.IGNORECASE)
_NUMBER_SECOND = late_pattern(r"\S+\s+[-+.,]?[0-9]")
_ANY_PART = late_pattern(r"(?<![0-9])[0-9]{1,6}\s*([a-z]+)(?![a-z])", re.IGNORECASE)

LONGEST_DURATION = 10 * 365 * 86400.0
"""In seconds."""


def split_duration(text: str) -> tuple[float, str]:
    """Split ``for 2 hours being rude`` into seconds and the rest; 0 if it begins with no duration.

    ``for`` and ``in`` may be left out.  Parts such as ``1h30m`` are added up.

    Raises `ValueError` for one that is longer than `LONGEST_DURATION`, or of no time.
    """
    begin = _FOR.match(text)
    at, seconds = begin.end() if begin else 0, 0.0
    first = at
    while begin and (part := _PART.match(text, at)) and (length := _find_length(part[2])):
        seconds += int(part[1]) * length
        at = part.end()
    if at == first:
        return 0.0, text
    if not 0 < seconds <= LONGEST_DURATION:
        raise ValueError(text[:at].strip())
    return seconds, text[at:]


def split_time_and_why(text: str) -> tuple[float, str]:
    """Split ``for 2 hours being rude`` or ``being rude`` into seconds, 0 without a time, and why.

    Raises `ValueError` with the part that is meant as a time and is none, so that a slip such as
    ``for 2 dayz`` is not taken for a reason without an end. So a reason has no number in front, and
    without a time neither ``for`` in front, nor a number as second word, nor a time in it.
    """
    seconds, why = split_duration(text.strip())
    begins = _TIME_BEGINS if not seconds else _FOR
    if begins.match(why) or (not seconds and _is_late_time(why)):
        raise ValueError(why)
    return seconds, why.strip()


def _is_late_time(why: str) -> bool:
    parts = _ANY_PART.finditer(why)
    return _NUMBER_SECOND.match(why) is not None or any(_find_length(each[1]) for each in parts)


def _find_length(unit: str) -> int:
    """Return the seconds of a unit, in the singular or plural; 0 if there is none."""
    name = unit.casefold()
    return _UNITS.get(name) or _UNITS.get(name.removesuffix("s"), 0)


def name_duration(seconds: float) -> str:
    """Return a duration in its largest whole unit: ``2 hours``, ``90 seconds``, ``1 minute``."""
    whole = max(0, round(seconds))
    for unit, length in _NAMED:
        if whole >= length and whole % length == 0:
            return f"{whole // length} {unit}" + ("" if whole == length else "s")
    return f"{whole} seconds"
