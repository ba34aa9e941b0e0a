"""Contradictions in hours, days of a month, and how often: "half past six" or "5:30", the 13th or
the 14th, twice a week or every other week.

They are read from the text as a whole: what is told of them stands in other words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.checking.amounts import read_amount
from agents.memory.checking.reading import Statement
from agents.memory.language.stems import stem_each
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import DIGITS, MONTHS, NUMBERS, ORDINALS, TEENS, TENS, any_of
from late.late_pattern import late_pattern

_HOURS = {word: n for n, word in enumerate((*DIGITS, *TEENS[:3])) if n}
_HOUR = rf"(?P<hour>\d{{1,2}}|{any_of(tuple(_HOURS))})"
_PARTS = {"half": 30, "quarter": 15, "ten": 10, "five": 5, "twenty": 20}
_CLOCK = late_pattern(
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
_DAY = late_pattern(
    rf"\b(?:the (?P<word>{'|'.join(sorted(_NTH, key=len, reverse=True))})"
    rf"(?= of (?:{_MONTH}|the month|this month|next month)|[.,;!?\"]|$)"
    rf"|(?P<nth>\d{{1,2}})(?:st|nd|rd|th)\b(?! (?:time|place|floor|birthday|year|century))"
    rf"|(?P<before>\d{{1,2}}) (?:of )?{_MONTH}\b|{_MONTH} (?P<behind>\d{{1,2}})\b(?! [a-z]+s\b))",
    re.IGNORECASE,
)
#: Where days or hours are reckoned from others, another one may be the same.
_RECKONED = late_pattern(
    r"\b(?:eve|after|before|later|earlier|next|following|previous|until|till|from|between|past"
    r"|moved|put|postponed|changed|instead|tomorrow|yesterday|hours?|days?|weeks?)\b",
    re.IGNORECASE,
)
#: How often: so many times in so many of a unit, as times a day.
_TIMES = {"once": 1, "twice": 2, "thrice": 3}
_COUNT = rf"(?:\d+|{any_of(NUMBERS)})"
_UNITS = {
    "hour": 1 / 24,
    "day": 1,
    "night": 1,
    "week": 7,
    "fortnight": 14,
    "month": 30,
    "year": 365,
}
_RATE = late_pattern(
    rf"\b(?:(?P<times>once|twice|thrice|{_COUNT} times),? (?:an? |each |per |in )?"
    rf"(?:every )?(?P<among>(?:other|second|third|{_COUNT}) )?(?P<unit>{'|'.join(_UNITS)})s?"
    rf"|(?:every|each) (?P<other>(?:other|second|third|{_COUNT}) )?(?P<each>{'|'.join(_UNITS)})s?"
    r"|(?P<adverb>daily|nightly|weekly|monthly|yearly))\b",
    re.IGNORECASE,
)
_ADVERBS = {"daily": 1, "nightly": 1, "weekly": 7, "monthly": 30, "yearly": 365}
_AMONG = {"other": 2, "second": 2, "third": 3}


def find_wrong_rate(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that something happens more or less often than the memories say; empty if not.

    Only where the sentence and the memories have one rate each, of what has a word in common.
    """
    here = _read_rates(sentence.text)
    if len(here) != 1:
        return ""
    telling = [each for each in told if _read_rates(each.text)]
    there = {rate for each in telling for rate in _read_rates(each.text)}
    plain = stem_each(" ".join((*_UNITS, *_TIMES, *NUMBERS, "time")))
    about = any(sentence.stems & each.stems - plain for each in telling)
    if about and len(there) == 1 and here != there:
        return "more or less often than the memories say"
    return ""


@cache_short_texts(1024)
def _read_rates(text: str) -> frozenset[float]:
    return frozenset(map(_read_rate, _RATE.finditer(text)))


def _read_rate(found: re.Match[str]) -> float:
    if found["adverb"]:
        return round(1 / _ADVERBS[found["adverb"].casefold()], 4)
    unit = _UNITS[(found["unit"] or found["each"]).casefold()]
    among = (found["among"] or found["other"] or "").strip().casefold()
    times = (found["times"] or "once").casefold().removesuffix(" times")
    count = _TIMES.get(times) or _read_count(times)
    return round(count / (unit * (_AMONG.get(among) or _read_count(among))), 4)


def _read_count(word: str) -> float:
    read = read_amount([word], 0) if word else None
    return read.value if read else 1


def find_wrong_moment(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return which hour or day of a month the memories give otherwise; empty if none.

    Only where the sentence and the memories have one each: several may be of several things.
    """
    text = " ".join(each.text for each in told)
    for read, what in ((_read_hours, "hour"), (_read_days, "day")):
        here = read(sentence.text)
        there = read(text) if len(here) == 1 else here
        if len(here) == len(there) == 1 and here != there and not _is_reckoned(sentence, text):
            return f"another {what} than the memories say"
    return ""


def _is_reckoned(sentence: Statement, told: str) -> bool:
    return _RECKONED.search(_CLOCK.sub("", f"{sentence.text} {told}")) is not None


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
