"""How important a memory sounds, before anybody has judged it: 1 to 10, by what it is made of.

Numbers, dates, names and promises are what people are asked about later; questions and
courtesies are not.
"""

from __future__ import annotations

import re

from agents.memory.core.records import Experience

_QUOTED = re.compile(r'"(.*)"', re.DOTALL)
_NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|dozen|hundred|thousand|once|twice)\b",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\b(?:january|february|march|april|june|july|august|september|october|november|december"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|tomorrow|tonight|birthday"
    r"|(?:last|next|this) (?:week|weekend|month|year|summer|winter|spring|autumn|fall)"
    r"|(?:days|weeks|months|years) ago)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+")
_PROMISE = re.compile(
    r"\b(?:promis\w*|swear|going to|gonna|plan\w*|decided|will|I'll|must|remember|secret)\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:I|I'm|I've|we|we've|my|our)\b")
_SENTENCE = re.compile(r"[^.!?]+[.!?]*")

USUAL = 4


def estimated(memory: Experience) -> int:
    """An importance for `memory` from 1 to 10; `USUAL` for the unremarkable."""
    quoted = _QUOTED.search(memory.text)
    said = quoted[1] if quoted else memory.text
    signs = (_NUMBER, _DATE, _NAME, _PROMISE, _OWN)
    value = USUAL + sum(1 for sign in signs if sign.search(said))
    return max(1, value - _emptiness(said))


def _emptiness(said: str) -> int:
    """How much of it asks, or is over too soon to tell anything: 0 to 3."""
    sentences = [each.strip() for each in _SENTENCE.findall(said) if each.strip()]
    asked = sum(len(each) for each in sentences if each.endswith("?"))
    told = sum(len(each) for each in sentences) - asked
    return (2 if told < 40 else 0) + (1 if asked > told else 0)
