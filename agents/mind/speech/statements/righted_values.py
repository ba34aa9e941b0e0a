"""A day, a month, a number or a side put in the place of one that was said, however the rest goes.

"I said Thursday, I got it wrong, the trial's Friday", "It was thirty-four years on the boat. Not
thirty."
"""

from __future__ import annotations

import re

from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import DIGITS, MONTHS, ORDINALS, TEENS, TENS, WEEKDAYS, any_of
from late.late_pattern import late_pattern

_DIGITS = any_of(DIGITS[1:])
#: Written small, "may" is another word.
_LONG_MONTHS = tuple(each for each in MONTHS if each != "may")
_VALUES = tuple(
    late_pattern(rf"(?<![\w-])(?:{values})(?![\w-])", re.IGNORECASE)
    for values in (
        any_of(WEEKDAYS),
        rf"{any_of(_LONG_MONTHS)}|(?-i:May)",
        rf"{any_of(ORDINALS)}|\d+(?:st|nd|rd|th)",
        rf"\d[\d.,]*(?<![.,])|(?:{any_of(TENS)})(?:[- ](?:{_DIGITS}))?|{any_of(TEENS)}|{_DIGITS}",
    )
)
#: A side stands for another only where both are said: "no wait, that's right" names none.
_KINDS = (*_VALUES, late_pattern(r"\b(?:left|right)\b", re.IGNORECASE))
_I_SAID = late_pattern(r"\bI (?:said|told you|wrote|called it)\b", re.IGNORECASE)
#: Between what was said and what is right.
_WRONG = late_pattern(
    r"\b(?:wrong|mistak\w+|mistook|mixed|sorry|correct\w*|actually|rather|in truth|really|should"
    r"|but|no|not|meant|mean|it is|it was|that is)\b|\bit['’]?s\b|['’]s\b",
    re.IGNORECASE,
)
_NOT = late_pattern(r"[.,;:!]\W*(?:and )?not (?P<rest>[^.,;:!?]{1,30})", re.IGNORECASE)
#: "She isn't five, she turned six in May": what is, or what it became.
_IS_NOT = late_pattern(r"\b(?:is|was|are|were|am)(?:n['’]?t| not) (?:on )?", re.IGNORECASE)
_BECAME = late_pattern(r"\b(?:is|are|was|were|turn(?:ed|s)|but)\b|['’](?:s|re|m)\b", re.IGNORECASE)
#: So begins what is put right, and so it is said to have been changed.
_TURNS = late_pattern(
    r"^\W*(?:(?:oh|ah|no|nope|wait|sorry|hang on|hold on)\W+)*"
    r"(?:no wait|wait|sorry|scratch that|correction|i mean|i meant|my mistake|make that"
    r"|no,? (?:it['’]?s|not)|actually,? (?:it['’]?s|it is|make))\b",
    re.IGNORECASE,
)
_MOVED = late_pattern(
    r"\b(?:they|he|she|it|we)(?:['’]ve| have|['’]s| has| was| got| is)? "
    r"(?:moved|changed|postponed|put (?:it )?(?:off|back|forward)|shifted|rescheduled)"
    r" (?:it|that|the \w+|my \w+)\b|\b(?:was|been|got) (?:moved|changed|put off|put back)\b",
    re.IGNORECASE,
)
#: "It is on …", right before the value.
_NOW = late_pattern(r"(?:\b(?:to|now|its|it is)|['’]s)(?: (?:on|at|in|the))* ?$", re.IGNORECASE)
#: So many words stand between that and the value at the most.
_SOON = 6
#: So many characters after "I said" stands the value, and so many before "not" the right one.
_NEAR = 60


def find_righted_value(words: str) -> tuple[str, str] | None:
    """Return the value that was wrong and that which is right; None: no such is said."""
    return _find_after_said(words) or _find_before_not(words) or _find_behind_not(words)


@cache_short_texts(1024)  # a person's lines are read again at each of their next ones
def find_new_value(words: str) -> tuple[re.Pattern[str], str] | None:
    """Return a value that stands for the last of its kind that was told, and that kind: "no wait,
    it's Sunday, they moved it"; None: no such is said."""
    turns = _TURNS.match(words) is not None
    if not (turns or _MOVED.search(words)):
        return None
    for kind in _VALUES:
        found = kind.search(words)
        before = words[: found.start()] if found else ""
        so = len(before.split()) <= _SOON if turns else _NOW.search(before) is not None
        if found and so:
            return kind, found[0]
    return None


def _find_after_said(words: str) -> tuple[str, str] | None:
    said = _I_SAID.search(words)
    if said is None:
        return None
    for kind in _KINDS:
        old = kind.search(words, said.end(), said.end() + _NEAR)
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
    if denied is None:
        return None
    for kind in _KINDS:
        old = kind.match(words, denied.end())
        new = _find_other(kind, words, old) if old else None
        between = words[old.end() : new.start()] if old and new else ""
        if old and new and len(between) <= _NEAR and _BECAME.search(between):
            return old[0], new[0]
    return None


def _find_before_not(words: str) -> tuple[str, str] | None:
    denied = _NOT.search(words)
    if denied is None:
        return None
    before = words[max(0, denied.start() - _NEAR) : denied.start()]
    for kind in _KINDS:
        old = kind.match(denied["rest"].removeprefix("the "))
        right = [each[0] for each in kind.finditer(before)]
        if old and right and right[-1].casefold() != old[0].casefold():
            return old[0], right[-1]
    return None
