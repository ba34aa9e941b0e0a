"""Finds spans of time that the memories tell otherwise: "a month" where they say "a fortnight"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.checking.amounts import read_amount
from agents.memory.checking.claims import SAME_CLAIM
from agents.memory.checking.cues import DOUBT, ROUNDING
from agents.memory.checking.reading import Statement
from agents.memory.language.stems import stem_each
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import NUMBERS, any_of
from late.late_pattern import late_pattern

#: Units of time in days.
_UNITS = {
    "minute": 1 / 1440,
    "hour": 1 / 24,
    "day": 1.0,
    "night": 1.0,
    "week": 7.0,
    "sennight": 7.0,
    "fortnight": 14.0,
    "month": 30.4,
    "year": 365.0,
    "decade": 3650.0,
    "century": 36500.0,
}
_PLURALS = "|".join((*_UNITS, "centurie"))
_NUMBER = rf"\d+(?:\.\d+)?|(?:{any_of(NUMBERS)})(?:[ -](?:{any_of(NUMBERS)}))?|a couple of"
_LONG = late_pattern(
    rf"\b(?P<count>half an?|an?|one|{_NUMBER}) (?:full |whole |good |long |more |other )?"
    rf"(?P<unit>{_PLURALS})(?:s\b|\b)(?P<half> and a half)?",
    re.IGNORECASE,
)
#: What is told so often, or of which kind: "twice a week", "a two-year lease", "a day's work".
_RATE = late_pattern(
    r"\b(?:once|twice|thrice|times?|every|each|per|(?:one|two|three|four|\d+) \w+) an? \w+"
    rf"|\b(?:a|an|one) (?:{_PLURALS})['’]s\b|\b(?:a|the) \w+ or (?:two|so)\b",
    re.IGNORECASE,
)
#: How far two times may be apart that are told roughly: four weeks are a month.
_ROUGH = 0.15
#: How far the same time may be from itself in other units.
_SAME = 0.09
_WORDS = " ".join((*_UNITS, "half", "couple", *NUMBERS))


def find_wrong_duration(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return how long it takes by the memory of the same; empty if so long, or if it tells none.

    Only where each of the two tells of one time alone.
    """
    here = _read_durations(sentence.text)
    if len(here) != 1 or sentence.asks or not sentence.texts.isdisjoint(ROUNDING | DOUBT):
        return ""
    unit = next(each["unit"].casefold() for each in _LONG.finditer(sentence.text))
    if any(unit in _LONG.sub("", each.text).casefold() for each in told):
        return ""  # "it took two days, and will heal in weeks"
    times = stem_each(_WORDS)
    about = sentence.content - times
    told_here = {each for one in told for each in _read_durations(one.text).items()}
    if len({days for _, days in told_here}) != 1:
        return ""
    for each in told:
        there = _read_durations(each.text)
        same = about and len(about & each.content) >= SAME_CLAIM * len(about)
        if not there or not same or each.asks or not each.texts.isdisjoint(DOUBT):
            continue
        mine, one = next(iter(here.items()))
        theirs, other = next(iter(there.items()))  # told twice, it is as long
        if abs(one - other) > _ROUGH * max(one, other):
            return f"{mine} where the memories say {theirs}"
    return ""


def tells_same_duration(sentence: Statement, told: Sequence[Statement]) -> bool:
    """Return whether all figures of a sentence are those of one time, and a memory tells that time
    in another unit: "two months" of eight weeks."""
    here = _read_durations(sentence.text)
    figures = sum(each.number is not None or bool(each.day) for each in sentence.words)
    if len(here) != 1 or figures > 1:
        return False
    (mine,) = here.values()
    there = [days for each in told for days in _read_durations(each.text).values()]
    return any(abs(mine - each) <= _SAME * each for each in there)


def list_other_units(sentence: Statement, told: Sequence[Statement]) -> frozenset[str]:
    """Return the stems of the units of a sentence, if a memory tells the time in others."""
    same = tells_same_duration(sentence, told)
    return sentence.stems & stem_each(_WORDS) if same else frozenset()


@cache_short_texts(1024)
def _read_durations(text: str) -> dict[str, float]:
    """Return each time that a text tells, as it is written, in days; none where it tells a rate."""
    if _RATE.search(text):
        return {}
    return {each[0].casefold(): _measure(each) for each in _LONG.finditer(text)}


def _measure(found: re.Match[str]) -> float:
    unit = found["unit"].casefold()
    length = _UNITS["century" if unit == "centurie" else unit]
    count = found["count"].casefold()
    if count.startswith("half"):
        return length / 2
    number = 1.0 if count in ("a", "an", "one") else _read_number(count)
    return (number + (0.5 if found["half"] else 0)) * length


def _read_number(count: str) -> float:
    words = count.removeprefix("a ").replace("-", " ").split()
    amount = read_amount(words, 0)
    return amount.value if amount else 1.0
