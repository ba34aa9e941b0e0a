"""Read off a sentence since when something is so, by the day on which it was said."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from agents.memory.language.numerals import find_numerals
from agents.memory.language.patterns import MONTH_NAMES, find_clear_months
from agents.memory.language.words import DIGITS, MONTHS, NUMBERS, ORDINALS, TENS, WEEKDAYS, any_of
from late.late_pattern import late_pattern

#: How many units ago may be told for sure; "a hundred years ago" is only long ago.
_FARTHEST = 99
_COUNT = rf"(?:an?|\d+|{any_of(TENS)}[- ]{any_of(DIGITS[1:])}|{any_of(NUMBERS)})"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_MONTH = rf"(?P<month>{'|'.join(each.capitalize() for each in MONTHS)})"
#: A word that says that a day lies ahead; a day behind it is the beginning of what is so.
_BEGINNING = r"(?:(?P<begins>(?i:from|starting|beginning|as of|until|till)) )?"
_ANCHORS = late_pattern(
    rf"\b{_BEGINNING}(?:on |the |last |next |this |since )*(?:"
    r"(?P<near>today|tonight|this (?:morning|afternoon|evening)|(?:the )?morning"
    r"|yesterday|last (?:night|evening)|tomorrow)"
    rf"|(?P<weekday>{'|'.join(each.capitalize() for each in WEEKDAYS)})"
    rf"|(?P<ago>{_COUNT}) (?P<unit>day|week|month|year)s? ago"
    r"|last (?P<past>week|month|year)"
    rf"|(?P<iso>\d{{4}}-\d\d-\d\d)|{_DAY} (?:of )?{_MONTH}|{_MONTH.replace('month', 'month2')}"
    rf" {_DAY.replace('day', 'day2')}|(?<=the )(?P<nth>first|second|{any_of(ORDINALS)}|\d{{1,2}}th)"
    r"(?= of (?:the|this) month|\.|,|$)"
    r")\b"
)
_AHEAD = late_pattern(r"\b(?:will|shall|going to|would|could|might)\b|['’]ll\b", re.IGNORECASE)
_UNITS = {"day": 1, "week": 7, "month": 30, "year": 365}
_NTH = {word: n for n, word in enumerate(("first", "second", *ORDINALS), start=1)}


def find_since(text: str, at: datetime) -> datetime | None:
    """Return the day since which `text`, said at `at`, tells that something is so.

    None if it names none.  A day that `text` puts into the future counts only where something
    begins with it: ``from Monday``.  What somebody takes back, the later day stands for.
    """
    found = None
    for each in _ANCHORS.finditer(text):
        if each["month2"] and _counts_for_person(text, each):
            continue
        begins = (each["begins"] or "").casefold() in ("from", "starting", "beginning", "as of")
        if each["begins"] and not begins:
            continue
        if not begins and _AHEAD.search(text, _find_sentence(text, each.start()), each.start()):
            continue
        found = _read_anchor(each, at, ahead=begins) or found
    return found


def _counts_for_person(text: str, found: re.Match[str]) -> bool:
    """Return whether ``June 12`` is a person and how many she has: "I gave June 12 eggs"."""
    name = found["month2"]
    alone = text[found.start() :].startswith(name)  # no "on" or "since" is before it
    return (
        alone
        and name.casefold() in MONTH_NAMES
        and found.start("month2") + len(name) not in (find_clear_months(text))
    )


def _find_sentence(text: str, stop: int) -> int:
    return max(text.rfind(mark, 0, stop) for mark in ".!?") + 1


def _read_anchor(found: re.Match[str], at: datetime, *, ahead: bool) -> datetime | None:
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if found["near"]:
        return _find_near(found["near"], day, ahead=ahead)
    if found["weekday"]:
        return _find_weekday(found, day, ahead=ahead)
    if found["ago"]:
        return _go_back(found["ago"], found["unit"], day)
    if found["past"]:
        return day - timedelta(days=_UNITS[found["past"]])
    return _read_date(found, day, ahead=ahead)


def _read_date(found: re.Match[str], day: datetime, *, ahead: bool) -> datetime | None:
    if found["iso"]:
        return _make_date(day, *map(int, found["iso"].split("-")))
    if found["nth"]:
        return _find_day(day, day.month, _NTH.get(found["nth"]) or int(found["nth"][:-2]), ahead)
    month, number = found["month"] or found["month2"], found["day"] or found["day2"]
    return _find_day(day, MONTHS.index(month.casefold()) + 1, int(number), ahead)


def _find_near(word: str, day: datetime, *, ahead: bool) -> datetime | None:
    if word == "tomorrow":
        return day + timedelta(days=1) if ahead else None
    return day - timedelta(days=word in ("yesterday", "last night", "last evening"))


def _find_weekday(found: re.Match[str], day: datetime, *, ahead: bool) -> datetime:
    wanted = WEEKDAYS.index(found["weekday"].casefold())
    if ahead or "next" in found[0]:
        return day + timedelta(days=(wanted - day.weekday() - 1) % 7 + 1)
    return day - timedelta(days=(day.weekday() - wanted - 1) % 7 + 1)


def _go_back(count: str, unit: str, day: datetime) -> datetime | None:
    counted = ("1",) if count in ("a", "an") else find_numerals(count)
    number = min(map(int, counted), default=_FARTHEST + 1)
    return day - timedelta(days=number * _UNITS[unit]) if number <= _FARTHEST else None


def _find_day(day: datetime, month: int, number: int, ahead: bool) -> datetime | None:
    """Return the last such day before `day`, or the next one after it."""
    years = (day.year, day.year + 1) if ahead else (day.year, day.year - 1)
    for year in years:
        found = _make_date(day, year, month, number)
        if found and (found >= day if ahead else found <= day):
            return found
    return None


def _make_date(day: datetime, year: int, month: int, number: int) -> datetime | None:
    try:
        return day.replace(year=year, month=month, day=number)
    except ValueError:
        return None
