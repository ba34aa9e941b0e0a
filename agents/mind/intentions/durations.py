"""Durations of the world's time, as people write them: ``1 day``, ``3 hours``, ``30 minutes``."""

from __future__ import annotations

import re

from world.calendar import DAY_MINUTES

DURATION_ALLOWED = "a time of the world such as 30 minutes, 3 hours or 1 day, at most 100 days"

_DURATION = re.compile(r"(\d{1,5}(?:\.\d{1,3})?)\s*(minute|hour|day)s?", re.IGNORECASE)
_MINUTES = {"minute": 1, "hour": 60, "day": DAY_MINUTES}
_LONGEST = 100 * DAY_MINUTES


def parse_duration(value: object) -> int | None:
    """Return the minutes of a duration; None if `value` is none."""
    found = _DURATION.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return None
    minutes = round(float(found[1]) * _MINUTES[found[2].lower()])
    return minutes if 0 < minutes <= _LONGEST else None
