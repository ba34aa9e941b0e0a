"""Durations of the world's time, as people write them: ``1 day``, ``3 hours``, ``30 minutes``."""

from __future__ import annotations

import re

from agents.memory.language.words import DIGITS
from late.late_pattern import late_pattern
from world.calendar import DAY_MINUTES

DURATION_ALLOWED = "a time of the world such as 30 minutes, 3 hours or 1 day, at most 100 days"

_DURATION = late_pattern(r"(\d{1,5}(?:\.\d{1,3})?)\s*(minute|hour|day)s?", re.IGNORECASE)
_MINUTES = {"minute": 1, "hour": 60, "day": DAY_MINUTES}
_LONGEST = 100 * DAY_MINUTES


_HOURS = late_pattern(r"(\d{1,2})\s*-\s*(\d{1,2})")


def parse_hours(text: str) -> tuple[int, int] | None:
    """Return the first hour of a stretch and the one at which it is over; None if it is none."""
    found = _HOURS.fullmatch(text)
    first, end = (int(found[1]), int(found[2])) if found else (24, 0)
    return (first, end) if first < 24 and end <= 24 and first != end else None


def read_hour(clock: str) -> int | None:
    """Return the hour of ``18:05``; None where the world has no clock."""
    hour = clock.partition(":")[0]
    return int(hour) if hour.isdecimal() else None


#: The hours of half a day, from its beginning, and until when each part of the day lasts.
_SPELLED = ("twelve", *DIGITS[1:], "ten", "eleven")
_PARTS = (
    (5, "at night"),
    (12, "in the morning"),
    (18, "in the afternoon"),
    (22, "in the evening"),
    (24, "at night"),
)


def describe_hour(hour: int) -> str:
    """Return an hour of the day as one says it: ``eight in the evening``, ``noon``."""
    of_day = hour % 24
    if of_day % 12 == 0:
        return "noon" if of_day else "midnight"
    parts = (
        (5, "at night"),
        (12, "in the morning"),
        (18, "in the afternoon"),
        (22, "in the evening"),
    )
    part = next((words for end, words in parts if of_day < end), "at night")
    return f"{_SPELLED[of_day % 12]} {part}"


def is_within(hour: int, hours: tuple[int, int]) -> bool:
    """Return whether an hour lies in a stretch, which may go past midnight."""
    first, end = hours
    return first <= hour < end if first < end else hour >= first or hour < end


def parse_duration(value: object) -> int | None:
    """Return the minutes of a duration; None if `value` is none."""
    found = _DURATION.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        return None
    minutes = round(float(found[1]) * _MINUTES[found[2].lower()])
    return minutes if 0 < minutes <= _LONGEST else None
