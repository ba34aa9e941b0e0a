"""Dates in a question: ``in May 2023``, ``on 9 August``, ``2023-08-09``, ``during 2022``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from agents.memory.language.words import MONTHS
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

_MONTH = "|".join(f"{name}|{name[:3]}" for name in MONTHS)

#: The first of these that finds anything is used.
_DATES = (
    late_pattern(r"\b(?P<year>\d{4})-(?P<number>\d\d?)(?:-(?P<day>\d\d?))?\b"),
    late_pattern(
        rf"\b(?P<day>\d\d?)(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<month>{_MONTH})\b\.?"
        r"(?:,?\s+(?P<year>\d{4})\b)?",
        re.IGNORECASE,
    ),
    late_pattern(
        rf"\b(?P<month>{_MONTH})\b\.?(?:\s+(?P<day>\d\d?)(?:st|nd|rd|th)?\b(?!:))?"
        r"(?:,?\s+(?P<year>\d{4})\b)?",
        re.IGNORECASE,
    ),
    late_pattern(r"\b(?:in|during|of|since)\s+(?P<year>\d{4})\b", re.IGNORECASE),
)


@late_dataclass(frozen=True, slots=True)
class Days:
    """A stretch of days; without a year it recurs every year."""

    year: int | None
    month: int | None
    day: int | None

    def holds(self, at: datetime) -> bool:
        """Return whether `at` lies in it."""
        wanted = (self.year, self.month, self.day)
        had = (at.year, at.month, at.day)
        return all(want is None or want == have for want, have in zip(wanted, had, strict=True))

    def span(self) -> tuple[datetime, datetime] | None:
        """Return its first moment and one not before its end, in UTC; None without a year."""
        if self.year is None:
            return None
        begin = datetime(self.year, self.month or 1, self.day or 1, tzinfo=UTC)
        return begin, begin + timedelta(days=1 if self.day else 31 if self.month else 366)


def find_days(text: str) -> Iterator[Days]:
    """Yield the dates that `text` names, without those that no calendar has."""
    for pattern in _DATES:
        if found := [each for match in pattern.finditer(text) if (each := _read_days(match))]:
            yield from found
            return


def _read_days(match: re.Match[str]) -> Days | None:
    given = match.groupdict()
    year, day = given.get("year"), given.get("day")
    month = int(given["number"]) if given.get("number") else _find_month(given.get("month"))
    if match[0] in _VERBS:
        return None
    days = Days(int(year) if year else None, month, int(day) if day else None)
    return days if _is_in_calendar(days) else None


#: What looks like a month but is more often another word.
_VERBS = frozenset({"may", "march", "mar", "dec", "MAY"})


def _find_month(name: str | None) -> int | None:
    if name is None:
        return None
    return next(n for n, month in enumerate(MONTHS, 1) if month.startswith(name.casefold()[:3]))


def _is_in_calendar(days: Days) -> bool:
    try:
        # A year from before 9999, so that the stretch's end exists too.
        datetime(
            days.year if days.year is not None else 2000, days.month or 1, days.day or 1, tzinfo=UTC
        )
        return days.year != 9999
    except ValueError:
        return False
