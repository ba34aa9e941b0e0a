"""A day, a month or a number put in the place of one that was said, however the rest goes.

"I said Thursday, I got it wrong, the trial's Friday", "It was thirty-four years on the boat. Not
thirty."
"""

from __future__ import annotations

import re

from agents.memory.language.words import DIGITS, MONTHS, TEENS, TENS, WEEKDAYS, any_of
from late.late_pattern import late_pattern

_DIGITS = any_of(DIGITS[1:])
#: Written small, "may" is another word.
_LONG_MONTHS = tuple(each for each in MONTHS if each != "may")
_KINDS = tuple(
    late_pattern(rf"(?<![\w-])(?:{values})(?![\w-])", re.IGNORECASE)
    for values in (
        any_of(WEEKDAYS),
        rf"{any_of(_LONG_MONTHS)}|(?-i:May)",
        rf"\d[\d.,]*(?<![.,])|(?:{any_of(TENS)})(?:[- ](?:{_DIGITS}))?|{any_of(TEENS)}|{_DIGITS}",
    )
)
_I_SAID = late_pattern(r"\bI (?:said|told you|wrote|called it)\b(?=[^.;:!?]{0,60})", re.IGNORECASE)
#: Between what was said and what is right.
_WRONG = late_pattern(
    r"\b(?:wrong|mistak\w+|mistook|mixed|sorry|correct\w*|actually|rather|in truth|really|should"
    r"|but|no|not|meant|mean|it is|it was|that is)\b|\bit['’]s\b|['’]s\b",
    re.IGNORECASE,
)
_NOT = late_pattern(r"[.,;:!]\W*(?:and )?not (?P<rest>[^.,;:!?]{1,30})", re.IGNORECASE)
#: "She isn't five, she turned six in May": what is, or what it became.
_IS_NOT = late_pattern(
    r"\b(?:is|was|are|were|am)(?:n['’]?t| not) (?:on )?(?=(?P<rest>[^.;:!?]{1,30}))", re.I
)
_BECAME = late_pattern(r"\b(?:is|are|was|were|turn(?:ed|s)|but)\b|['’](?:s|re|m)\b", re.IGNORECASE)
#: So many characters after "I said" stands the value, and so many before "not" the right one.
_NEAR = 60


def find_righted_value(words: str) -> tuple[str, str] | None:
    """Return the value that was wrong and that which is right; None: no such is said."""
    return _find_after_said(words) or _find_before_not(words) or _find_behind_not(words)


def _find_after_said(words: str) -> tuple[str, str] | None:
    said = _I_SAID.search(words)
    for kind in _KINDS if said else ():
        old = kind.search(words, said.end(), said.end() + _NEAR)  # type: ignore[union-attr]
        new = _find_other(kind, words, old) if old else None
        if old and new and _WRONG.search(words[old.end() : new.start()]):
            return old[0], new[0]
    return None


def _find_other(kind: re.Pattern[str], words: str, value: re.Match[str]) -> re.Match[str] | None:
    """Return the next value of a kind that is another one."""
    found = kind.finditer(words, value.end())
    return next((each for each in found if each[0].casefold() != value[0].casefold()), None)


def _find_behind_not(words: str) -> tuple[str, str] | None:
    denied = _IS_NOT.search(words)
    for kind in _KINDS if denied else ():
        old = kind.match(words, denied.end())  # type: ignore[union-attr]
        new = _find_other(kind, words, old) if old else None
        if old and new and new.start() - old.end() <= _NEAR:
            between = words[old.end() : new.start()]
            if _BECAME.search(between):
                return old[0], new[0]
    return None


def _find_before_not(words: str) -> tuple[str, str] | None:
    denied = _NOT.search(words)
    for kind in _KINDS if denied else ():
        old = kind.match(denied["rest"])  # type: ignore[index]
        before = words[max(0, denied.start() - _NEAR) : denied.start()]  # type: ignore[union-attr]
        right = [each[0] for each in kind.finditer(before)]
        if old and right and right[-1].casefold() != old[0].casefold():
            return old[0], right[-1]
    return None
