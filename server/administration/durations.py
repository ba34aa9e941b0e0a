"""Durations as people type and read them: ``30m``, ``2 hours``, ``3d``."""

from __future__ import annotations

import re

_UNITS = {
    "second": 1, "sec": 1, "s": 1, "minute": 60, "min": 60, "m": 60, "hour": 3600, "h": 3600,
    "day": 86400, "d": 86400, "week": 604800, "w": 604800,
}  # fmt: skip
_NAMED = (("week", 604800), ("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
_FOR = re.compile(r"(?:(?:for|in)\s+)?([0-9]{1,6})\s*([a-z]+)\b\s*", re.IGNORECASE)

LONGEST_DURATION = 10 * 365 * 86400.0
"""In seconds."""


def split_duration(text: str) -> tuple[float, str]:
    """Split ``for 2 hours being rude`` into seconds and the rest; 0 if it begins with no duration.

    ``for`` and ``in`` may be left out.

    Raises `ValueError` for one that is longer than `LONGEST_DURATION`, or of no time.
    """
    found = _FOR.match(text)
    length = _UNITS.get(found[2].casefold()) or _UNITS.get(found[2].casefold()[:-1]) if found else 0
    if not found or not length:
        return 0.0, text
    seconds = float(int(found[1]) * length)
    if not 0 < seconds <= LONGEST_DURATION:
        raise ValueError(found[0].strip())
    return seconds, text[found.end() :]


def name_duration(seconds: float) -> str:
    """Return a duration in its largest whole unit: ``2 hours``, ``90 seconds``, ``1 minute``."""
    whole = max(0, round(seconds))
    for unit, length in _NAMED:
        if whole >= length and whole % length == 0:
            return f"{whole // length} {unit}" + ("" if whole == length else "s")
    return f"{whole} seconds"
