"""Reads the front matter of a happening: when, after, if, chance and at_most."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from late.late_pattern import late_pattern
from world.calendar import BEGINNINGS, DAY_MINUTES, PHASES
from world.happenings.happening import (
    ABSENT,
    TIME_WORDS,
    DeedTrigger,
    Delay,
    MinuteRange,
    Requirement,
)
from world.happenings.lore import Lore
from world.names import key_of
from world.text import clean_line
from world.vault.markdown import Note, NoteError

_HOUR = late_pattern(r"([01]?\d|2[0-3]):([0-5]\d)")
_STRETCH = late_pattern(r"(\d{1,6})(?:\s*(?:to|-|–)\s*(\d{1,6}))?\s*(minute|hour|day)s?")
_MINUTES = {"minute": 1, "hour": 60, "day": DAY_MINUTES}
_AT_MOST = late_pattern(r"once(?:\s+(?:a|every|in)(?:\s+(\d{1,4}))?\s+days?)?")
_LONGEST_DELAY = 30 * DAY_MINUTES

WHEN_FORM = f"{', '.join(PHASES)}; an hour such as 19:30; or {{deed: light, thing: great lamp}}"
AFTER_FORM = "such as 19 minutes, 2 to 5 hours or 3 days, up to 30 days; or {dry: 30 minutes, …}"
#: News is told within a sentence.
NEWS_LENGTH = 120
OTHERWISE = "otherwise"
"""Stands for whatever weather, season or phase has no time of its own."""


def read_trigger(note: Note, lore: Lore) -> tuple[int | None, DeedTrigger | None]:
    """Return the minute of the day, or the deed, that lets a happening come."""
    value = note.metadata.get("when")
    if isinstance(value, Mapping):
        return None, _read_deed(note, value, lore)
    word = value.strip().lower() if isinstance(value, str) else ""
    if word in BEGINNINGS:
        return BEGINNINGS[word] * 60, None
    if hour := _HOUR.fullmatch(word):
        return int(hour[1]) * 60 + int(hour[2]), None
    what = "it is not said when it happens" if value is None else "not a time of the day"
    raise note.error("when", what, WHEN_FORM)


def _read_deed(note: Note, value: Mapping[str, object], lore: Lore) -> DeedTrigger:
    if set(value) != {"deed", "thing"}:
        raise note.error("when", "not a deed with a thing", WHEN_FORM)
    deed, thing = str(value["deed"]), str(value["thing"])
    if deed not in lore.deeds:
        raise note.error("when.deed", "there is no such deed", ", ".join(lore.deeds))
    check_thing(note, "when.thing", thing, lore)
    return DeedTrigger(deed, thing)


def check_thing(note: Note, key: str, name: str, lore: Lore) -> None:
    """Raise `NoteError` unless there is, was or will be a thing of this name."""
    if key_of(name) not in lore.states:
        line = note.find_line(key)
        allowed = "the name of a thing in a room's note, or one that a happening makes"
        raise NoteError(note.path, line, "there is no such thing", name, allowed)


# --- after ------------------------------------------------------------------------------


def read_delay(note: Note) -> Delay:
    """Return how long after its trigger a happening comes."""
    value = note.metadata.get("after")
    if value is None:
        return Delay()
    if not isinstance(value, Mapping):
        return Delay((("", _read_stretch(note, "after", value)),))
    choices = tuple(_read_choices(note, value))
    return Delay(tuple(sorted(choices, key=lambda choice: not choice[0])))


def _read_choices(note: Note, value: Mapping[str, object]) -> Iterator[tuple[str, MinuteRange]]:
    known = [word for words in TIME_WORDS.values() for word in words]
    for word, given in value.items():
        if word not in known and word != OTHERWISE:
            line, allowed = note.find_line(f"after.{word}"), ", ".join([*known, OTHERWISE])
            raise NoteError(note.path, line, "no weather, season or phase", word, allowed)
        yield word.replace(OTHERWISE, ""), _read_stretch(note, f"after.{word}", given)


def _read_stretch(note: Note, key: str, value: object) -> MinuteRange:
    found = _STRETCH.fullmatch(value.strip().lower()) if isinstance(value, str) else None
    if not found:
        raise note.error(key, "not a length of time", AFTER_FORM)
    unit = _MINUTES[found[3]]
    least = int(found[1]) * unit
    most = int(found[2]) * unit if found[2] else least
    if not least <= most <= _LONGEST_DELAY:
        raise note.error(key, "not a length of time", AFTER_FORM)
    return MinuteRange(least, most)


# --- if ---------------------------------------------------------------------------------


def read_requirements(note: Note, lore: Lore) -> tuple[Requirement, ...]:
    """Return what must hold."""
    value = note.metadata.get("if")
    if value is None:
        return ()
    if not isinstance(value, Mapping):
        raise note.error("if", "not a list of conditions", "{great lamp: lit, weather: not fog}")
    return tuple(_read_requirement(note, subject, given, lore) for subject, given in value.items())


def _read_requirement(note: Note, subject: str, value: object, lore: Lore) -> Requirement:
    key = f"if.{subject}"
    listed = value if isinstance(value, list) else [value]
    given = [each for each in listed if isinstance(each, str) and each.strip()]
    if not given or len(given) < len(listed):
        allowed = "a word, not and a word, or a list of words; off, on, yes and no in quotes"
        raise note.error(key, "not a condition", allowed)
    negated = [each.startswith("not ") for each in given]
    if any(negated) and not all(negated):
        raise note.error(key, "some words with not and some without", "[fog, snow], or not fog")
    words = tuple(each.removeprefix("not ").strip() for each in given)
    _check_words(note, subject, words, lore)
    return Requirement(subject, words, all(negated))


def _check_words(note: Note, subject: str, words: tuple[str, ...], lore: Lore) -> None:
    key = f"if.{subject}"
    if subject in TIME_WORDS:
        known = TIME_WORDS[subject]
    else:
        check_thing(note, key, subject, lore)
        states = lore.states[key_of(subject)]
        known = words if states is None else (*sorted(states), ABSENT)
    for word in words:
        if word not in known:
            line = note.find_line(key)
            raise NoteError(note.path, line, f"{subject} is never so", word, ", ".join(known))


# --- news -------------------------------------------------------------------------------


def read_news(note: Note) -> str:
    """Return how those who were there tell of it; empty: they do not."""
    value = note.metadata.get("news", "")
    text = clean_line(value, NEWS_LENGTH + 1) if isinstance(value, str) else ""
    if value != "" and (not text or len(text) > NEWS_LENGTH or text[-1] in ".!?"):
        allowed = f'a clause of at most {NEWS_LENGTH} characters, such as "the wheel stopped"'
        raise note.error("news", "not a clause", allowed)
    return text


# --- chance, at_most ----------------------------------------------------------------------


def read_chance(note: Note) -> float:
    """Return how often of its days a happening comes."""
    value = note.metadata.get("chance", 1.0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise note.error("chance", "not a chance", "a number above 0, up to 1")
    return float(value)


def read_days_between(note: Note, daily: bool) -> float:
    """Return the days from one time to the next at least; `daily`: it goes by the hour."""
    value = note.metadata.get("at_most")
    if value is None:
        return float(daily)
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 9999:
        return float(value)
    found = _AT_MOST.fullmatch(" ".join(value.lower().split())) if isinstance(value, str) else None
    if not found or found[1] == "0":
        allowed = "once, once a day, once in 3 days, or a number of days"
        raise note.error("at_most", "not a limit", allowed)
    if found[0] == "once":
        return math.inf
    return float(found[1] or 1)
