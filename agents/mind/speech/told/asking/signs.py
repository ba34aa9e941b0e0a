"""Signs by which a line asks for what its speaker has told, and a sentence answers it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set

from agents.memory.language.salience import KIN
from agents.memory.language.stems import find_numbers, stem_words
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import FIRST_PERSON, PREPOSITIONS, QUESTION_WORDS, any_of
from agents.mind.speech.questions import wants_to_know
from agents.mind.speech.told.asking.own_questions import (
    ASKS_FOR_ALL,
    find_own_question,
    list_asking_for_all,
    names_asker,
)
from agents.mind.speech.told.values import NUMERAL, SPAN
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: Words beyond these count no more.
_LONG_LINE, _LONG_SENTENCE = 20, 30

_ASKER = late_pattern(rf"\b(?:{any_of(FIRST_PERSON)}|im|ive)\b|\bI['’]\w+", re.IGNORECASE)
_HEARER = late_pattern(r"\b(?:you|your|yours|u|ur)\b", re.IGNORECASE)
_QUESTION_WORD = rf"(?:{any_of(QUESTION_WORDS)}|when)(?:['’]?s)?"
_ASKS = late_pattern(rf"\b{_QUESTION_WORD}\b", re.IGNORECASE)
_ASKS_FIRST = late_pattern(rf"^\W*(?:(?:and|so|but)\W+)?{_QUESTION_WORD}\b", re.IGNORECASE)
_OF_MEMORY = late_pattern(
    r"\b(?:remember|recall|told|tell|said|say|mention\w*|remind|again|know|forg[eo]t\w*|listen\w*"
    r"|heard)\b",
    re.IGNORECASE,
)
_KIN = late_pattern(rf"\b(?:{KIN})\b", re.IGNORECASE)
_NUMBER = late_pattern(rf"\b{NUMERAL}\b", re.IGNORECASE)
_TIME = late_pattern(rf"\b{SPAN}|\b(?:since|until|till|ago|when|every)\b", re.IGNORECASE)
_SOMEBODY = late_pattern(rf"\b(?:{KIN}|he|she|they)\b|(?<=\w )[A-Z]\w+", re.IGNORECASE)
_PLACE = late_pattern(rf"\b{any_of(PREPOSITIONS)} (?!me\b)\w+", re.IGNORECASE)
#: What is asked for, and what an answer to it has.
_KINDS = (
    (late_pattern(r"\b(?:how (?:many|much|old|often|long)|what number)\b", re.I), _NUMBER),
    (late_pattern(r"\b(?:when|how long|since when|what (?:day|year|time|month))\b", re.I), _TIME),
    (late_pattern(r"\bwho(?:m|se)?\b", re.IGNORECASE), _SOMEBODY),
    (late_pattern(r"\bwhere\b", re.IGNORECASE), _PLACE),
)


@late_dataclass(frozen=True, slots=True)
class Compared:
    """A sentence that somebody told, beside a question."""

    sentence: str
    line: str
    """All that was said in the same line, as one text."""
    near: float
    """How near in meaning the sentence is to the question, 0 to 1."""
    line_near: float
    """And the line."""
    place: float
    """Where among all sentences it stands, from 0, the first, to 1, the last."""


def list_line_signs(words: str) -> Mapping[str, float]:
    """Return the signs of a line, 0 to 1 each."""
    own = find_own_question(words)
    asker, hearer = _ASKER.search(words) is not None, _HEARER.search(words) is not None
    asks = _ASKS.search(words) is not None
    return {
        "own question": bool(own),
        "names the asker": bool(own) and names_asker(own),
        "may ask for all": bool(list_asking_for_all(words)),
        "asks for all": ASKS_FOR_ALL.search(words) is not None,
        "mark": "?" in words,
        "asker": asker,
        "hearer": hearer,
        "question word": asks,
        "begins with it": _ASKS_FIRST.match(words) is not None,
        "of memory": _OF_MEMORY.search(words) is not None,
        "both": asker and hearer,
        "asker asks": asker and asks,
        "wants to know": wants_to_know(words),
        "length": min(len(words.split()), _LONG_LINE) / _LONG_LINE,
    }


def list_sentence_signs(question: str, told: Compared) -> Mapping[str, float]:
    """Return the signs of a told sentence beside a question."""
    asked, alone, along = map(_list_telling, (question, told.sentence, told.line))
    kin, known = _find_kin(question), _find_kin(told.line)
    return {
        "near": told.near,
        "line near": told.line_near,
        "shared": share(asked, alone),
        "line shared": share(asked, along),
        "shares": bool(asked & along),
        "of the kind": has_what_is_asked(question, told.sentence),
        "line of the kind": has_what_is_asked(question, told.line),
        "same kin": bool(kin & known),
        "other kin": bool(kin) and not kin & known,
        "place": told.place,
        "of the asker": _ASKER.search(told.sentence) is not None,
        "length": min(len(told.sentence.split()), _LONG_SENTENCE) / _LONG_SENTENCE,
    }


def share(asked: Set[str], has: Set[str]) -> float:
    """Return which part of `asked` is among `has`."""
    return len(asked & has) / len(asked) if asked else 0.0


def has_what_is_asked(question: str, words: str) -> bool:
    """Return whether words have a number, a time, somebody or a place where one is asked for."""
    return any(
        asked and has for asked, has in zip(_list_asked(question), _list_had(words), strict=True)
    )


def list_shared(question: str, words: Sequence[str]) -> list[float]:
    """Return which part of a question's telling words each of `words` has."""
    return [share(_list_telling(question), _list_telling(each)) for each in words]


# What a person told is looked at again at each of their questions.


@cache_short_texts(2048)
def _list_telling(words: str) -> frozenset[str]:
    return frozenset((*stem_words(words), *find_numbers(words)))


@cache_short_texts(2048)
def _find_kin(words: str) -> frozenset[str]:
    return frozenset(each.casefold() for each in _KIN.findall(words))


@cache_short_texts(64)
def _list_asked(question: str) -> tuple[bool, ...]:
    """Return of each of `_KINDS` whether a question asks for it."""
    return tuple(asked.search(question) is not None for asked, _ in _KINDS)


@cache_short_texts(2048)
def _list_had(words: str) -> tuple[bool, ...]:
    """Return of each of `_KINDS` whether words have what answers it."""
    return tuple(has.search(words) is not None for _, has in _KINDS)
