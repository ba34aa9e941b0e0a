"""Jokes: those that are announced, riddles that answer themselves, and what examples know."""

from __future__ import annotations

import re
from collections.abc import Callable

from agents.memory.language.stems import find_words
from agents.mind.voice.asking import is_question
from agents.prose import split_sentences
from late.late_pattern import late_pattern

_ANNOUNCED = late_pattern(
    r"\b(?:tell you|have|know|got|want|like|hear) (?:an?|another|one) (?:\w+ )?(?:joke|riddle)\b"
    r"|\bhere(?:['’]s| is) (?:one|a joke|a riddle)\b|\b(?:have you heard|do you know) the one\b",
    re.IGNORECASE,
)
_RIDDLE = late_pattern(r"^\W*(?:why|how)\b[^?]*\? \W*(?:because|so that|to)\b[^?]*$", re.IGNORECASE)
#: A riddle behind its announcement, with the answer behind it: "You want a joke? Why does … ? He …"
_RIDDLE_TOLD = late_pattern(r"[.?!:] \W*(?:why|what|how|who)\b[^?]*\? [^?]+$", re.IGNORECASE)

#: An announcement with fewer words has no joke in it yet.
LEAST_WORDS = 10


def asks_itself(words: str) -> bool:
    """Return whether `words` are a riddle with its answer."""
    return bool(_RIDDLE.match(words)) or bool(
        _ANNOUNCED.search(words) and _RIDDLE_TOLD.search(words)
    )


def tells_joke(words: str, find_kind: Callable[[str], str]) -> bool:
    """Return whether `words` tell a joke; `find_kind` knows the kind of a statement by examples."""
    if asks_itself(words):
        return True
    if _ANNOUNCED.search(words):
        return len(find_words(words)) >= LEAST_WORDS
    return not is_question(words) and any(find_kind(e) == "joke" for e in split_sentences(words))
