"""Words spoken: what is said, and who is spoken to."""

from __future__ import annotations

import re
from collections.abc import Iterable

from world.commands.invocation import SPEECH_LIMIT, Invocation
from world.model import Character
from world.names import key_of
from world.text import clean_line

_WORD = re.compile(r"\w+(?:['’ʼ-]\w+)*")
_POSSESSIVE = re.compile(r"'s?$")


def read_speech(call: Invocation, words: str, key: str) -> str:
    """What is said, without quotes around all of it; refuses with `key` if it is nothing."""
    call.need(words, key)
    text = strip_quotes(clean_line(call.clean_argument(words, SPEECH_LIMIT), SPEECH_LIMIT))
    return call.need(text, key)


def strip_quotes(words: str) -> str:
    """`words` without the one pair of quotes around them, or a closing one left over."""
    plain = words.replace("“", '"').replace("”", '"')
    if plain.count('"') == 2 and plain[0] == plain[-1] == '"':
        return words[1:-1].strip()
    if plain.count('"') == 1 and plain[-1] == '"':
        return words[:-1].rstrip()
    return words


def list_names(words: str) -> set[str]:
    """The keys of every word, possessives also without their ending: ``Moss’s`` is moss."""
    keys = {key_of(word) for word in _WORD.findall(words)}
    return keys | {_POSSESSIVE.sub("", key) for key in keys}


def find_addressed(words: str, others: Iterable[Character]) -> frozenset[int]:
    """Who is spoken to: those whose name occurs as a whole word, or the only one there."""
    hearers = list(others)
    if len(hearers) == 1:
        return frozenset({hearers[0].id})
    names = list_names(words)
    return frozenset(hearer.id for hearer in hearers if hearer.key in names)
