"""Turns an answer for a woman into one for a man, or back: "she" becomes "he"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.memory.language.stems import find_words
from agents.memory.language.words import STOP_WORDS
from agents.mind.speech.told.people import Circle
from late.late_pattern import late_pattern

_HE = late_pattern(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)
_SHE = late_pattern(r"\b(?:she|hers?|herself)\b", re.IGNORECASE)
_EITHER = late_pattern(rf"(?:{_HE.pattern}|{_SHE.pattern})(?= ?(\w*))", re.IGNORECASE)
_OTHERS = {
    "he": "she", "him": "her", "his": "her", "himself": "herself",
    "she": "he", "hers": "his", "herself": "himself",
}  # fmt: skip


def fit_pronouns(answer: str, known: str, heard: str) -> str:
    """Return `answer`, which is for the line `known`, with the pronouns for whom `heard` is of.

    It stays as it is unless both lines are of one person each, the one of a man and the other of a
    woman, and the answer's pronouns are all of the one in `known`.
    """
    told, meant = _find_sex(heard), _find_sex(known)
    own, other = (_SHE, _HE) if meant == "she" else (_HE, _SHE)
    if not told or not meant or told == meant or not own.search(answer) or other.search(answer):
        return answer
    return _EITHER.sub(_turn, answer)


def _find_sex(line: str) -> str:
    """Return ``he`` or ``she``, if a line is of persons of one sex alone."""
    sexes = {*_list_sexes(line)}
    return sexes.pop() if len(sexes) == 1 else ""


def _list_sexes(line: str) -> Iterator[str]:
    yield from (each.sex for each in Circle().read(line) if each.sex)
    if _HE.search(line):
        yield "he"
    if _SHE.search(line):
        yield "she"


def _turn(match: re.Match[str]) -> str:
    word, after = match[0], find_words(match[1])
    if word.lower() == "her":  # "of her", "sit with her while", but "her bed"
        other = "his" if after and after[0] not in STOP_WORDS else "him"
    else:
        other = _OTHERS[word.lower()]
    return other.capitalize() if word[0].isupper() else other
