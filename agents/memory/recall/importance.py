"""Estimate the importance of a memory from its words, 1 to 10, until somebody sets it.

Numbers, dates, names and promises are what people are asked about later; questions and courtesies
are not.
"""

from __future__ import annotations

import re

from agents.memory.core.records import Experience
from agents.memory.language.patterns import (
    DATE_WORDS,
    FIGURES,
    INNER_NAME,
    INTENTION,
    NUMBER_WORDS,
    ONESELF,
)
from agents.memory.language.text_cache import cache_short_texts
from agents.prose import split_sentences
from late.late_pattern import late_pattern

_QUOTED = late_pattern(r'"(.*)"', re.DOTALL)
_MARKED = late_pattern(r"\b(?:remember|secret|swear|promis\w*|plan\w*)\b", re.IGNORECASE)

#: Each of these that a memory has makes it more important.
_SIGNS = ((FIGURES, NUMBER_WORDS), (DATE_WORDS,), (INNER_NAME,), (INTENTION, _MARKED), (ONESELF,))

USUAL = 4


def estimate_importance(memory: Experience) -> int:
    """Return an importance for `memory` from 1 to 10; `USUAL` for the unremarkable."""
    quoted = _QUOTED.search(memory.text)
    said = quoted[1] if quoted else memory.text
    return _rate_words(said)


@cache_short_texts(1024)
def _rate_words(said: str) -> int:
    value = USUAL + sum(any(sign.search(said) for sign in signs) for signs in _SIGNS)
    return max(1, value - _rate_emptiness(said))


def _rate_emptiness(said: str) -> int:
    """Return how much of it asks, or is too short to tell anything: 0 to 3."""
    sentences = split_sentences(said)
    asked = sum(len(each) for each in sentences if each.endswith("?"))
    told = sum(len(each) for each in sentences) - asked
    return (2 if told < 40 else 0) + (1 if asked > told else 0)
