"""Finds what is said and who is spoken to."""

from __future__ import annotations

from functools import lru_cache

from late.late_pattern import late_pattern
from world.commands.invocation import SPEECH_LIMIT, Invocation
from world.model import Character
from world.names import key_of
from world.presence import Gathering
from world.text import clean_line, soften_speech

_WORD = late_pattern(r"\w+(?:['’ʼ-]\w+)*")
_POSSESSIVE = late_pattern(r"'s?$")


def read_speech(call: Invocation, words: str, key: str) -> str:
    """Return what is said, without outer quotes and with single ones inside.

    Refuses with `key` if it is empty.
    """
    call.need(words, key)
    text = strip_quotes(clean_line(call.clean_argument(words, SPEECH_LIMIT), SPEECH_LIMIT))
    return call.need(soften_speech(text), key)


def strip_quotes(words: str) -> str:
    """Return `words` without outer quotes or a closing quote left over."""
    if '"' not in words and words.isascii():
        return words
    plain = words.replace("“", '"').replace("”", '"')
    if plain.count('"') == 2 and plain[0] == plain[-1] == '"':
        return words[1:-1].strip()
    if plain.count('"') == 1 and plain[-1] == '"':
        return words[:-1].rstrip()
    return words


@lru_cache(256)
def list_names(words: str) -> frozenset[str]:
    """Return the keys of all words, possessives also without ending: ``Moss’s`` gives moss."""
    keys = frozenset(map(key_of, _WORD.findall(words)))
    return keys.union([_POSSESSIVE.sub("", key) for key in keys if key[-1:] in "'s"])


def find_addressed(words: str, present: Gathering, speaker: Character) -> frozenset[int]:
    """Return the characters present who are named by a whole word, else the only other one."""
    by_key = present.by_key
    if len(by_key) - (speaker.key in by_key) == 1:
        return frozenset(one.id for one in present.present if one is not speaker)
    named = map(by_key.get, list_names(words))
    return frozenset(one.id for one in named if one is not None and one is not speaker)
