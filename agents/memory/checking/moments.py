"""Contradictions in hours and days of a month: "half past six" or "5:30", the 13th or the 14th.

They are read from the text as a whole: what is told of them stands in other words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.checking.reading import Statement
from agents.memory.language.words import DIGITS, MONTHS, ORDINALS, TEENS, TENS, any_of

_HOURS = {word: n for n, word in enumerate((*DIGITS, *TEENS[:3])) if n}
_HOUR = rf"(?P<hour>\d{{1,2}}|{any_of(tuple(_HOURS))})"
_PARTS = {"half": 30, "quarter": 15, "ten": 10, "five": 5, "twenty": 20}
_CLOCK = re.compile(
    rf"\b(?:(?P<part>{'|'.join(_PARTS)})[ -](?P<way>past|to) {_HOUR}\b(?![-:.]\d)"
    r"|(?P<figures>\d{1,2})[:.](?P<minutes>[0-5]\d)\b(?! ?%)"
    rf"|{_HOUR.replace('hour', 'whole')} o['’]clock)",
    re.IGNORECASE,
)
_ORDINAL = ("first", "second", *ORDINALS)
_NTH = {
    **{word: n for n, word in enumerate(_ORDINAL, start=1)},
    **{f"{word.removesuffix('e')}th": n for n, word in enumerate(TEENS, start=10) if n > 12},
    "twentieth": 20,
    "thirtieth": 30,
    **{f"{TENS[0]}-{word}": 20 + n for n, word in enumerate(_ORDINAL[:9], start=1)},
    "thirty-first": 31,
}
_MONTH = rf"(?-i:{'|'.join(each.capitalize() for each in MONTHS)})"
_DAY = re.compile(
    rf"\b(?:the (?P<word>{'|'.join(sorted(_NTH, key=len, reverse=True))})"
    rf"(?= of (?:{_MONTH}|the month|this month|next month)|[.,;!?\"]|$)"
    rf"|(?P<nth>\d{{1,2}})(?:st|nd|rd|th)\b(?! (?:time|place|floor|birthday|year|century))"
    rf"|(?P<before>\d{{1,2}}) (?:of )?{_MONTH}\b|{_MONTH} (?P<behind>\d{{1,2}})\b(?! [a-z]+s\b))",
    re.IGNORECASE,
)
#: Where days or hours are reckoned from others, another one may be the same.
_RECKONED = re.compile(
    r"\b(?:eve|after|before|later|earlier|next|following|previous|until|till|from|between|past|since"
    r"|moved|put|postponed|changed|instead|tomorrow|yesterday|hours?|days?|weeks?)\b",
    re.IGNORECASE,
)


def find_wrong_moment(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return which hour or day of a month the memories give otherwise; empty if none.

    Only where the sentence and the memories have one each: several may be of several things.
    """
    text = " ".join(each.text for each in told)
    for read, what in ((_read_hours, "hour"), (_read_days, "day")):
        here, there = read(sentence.text), read(text)
        reckoned = _RECKONED.search(_CLOCK.sub("", f"{sentence.text} {text}"))
        if len(here) == len(there) == 1 and here != there and not reckoned:
            return f"another {what} than the memories say"
    return ""


def _read_hours(text: str) -> frozenset[int]:
    """Return the times of the clock in `text`, in minutes of half a day."""
    return frozenset(_read_clock(each) % 720 for each in _CLOCK.finditer(text))


def _read_clock(found: re.Match[str]) -> int:
    if found["figures"]:
        return int(found["figures"]) * 60 + int(found["minutes"])
    if found["whole"]:
        return _read_hour(found["whole"]) * 60
    minutes = _PARTS[found["part"].casefold()]
    hour = _read_hour(found["hour"]) * 60
    return hour + minutes if found["way"].casefold() == "past" else hour - minutes


def _read_hour(word: str) -> int:
    return int(word) if word.isdigit() else _HOURS[word.casefold()]


def _read_days(text: str) -> frozenset[int]:
    return frozenset(map(_read_day, _DAY.finditer(text)))


def _read_day(found: re.Match[str]) -> int:
    figures = found["nth"] or found["before"] or found["behind"]
    return int(figures) if figures else _NTH[found["word"].casefold()]
