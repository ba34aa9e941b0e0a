"""Find the things that a text names: what stands behind an article or a number, names, subjects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from agents.memory.language.stems import says_little, stem_each, stem_word
from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import (
    ARTICLES,
    AUXILIARIES,
    DAY_TIMES,
    DEMONSTRATIVES,
    MONTHS,
    NEAR_DAYS,
    NUMBERS,
    ORDINALS,
    STATES,
    STOP_WORDS,
    WEEKDAYS,
)
from late.late_pattern import late_pattern

_TOKEN = late_pattern(r"[^\W_]+(?:['’-][^\W_]+)*|[.,;:!?\"“”]")
_NUMBERS = frozenset((*NUMBERS, *ORDINALS))
#: Words before a thing.
_BEFORE = frozenset((*ARTICLES, *DEMONSTRATIVES, *_NUMBERS)) | frozenset(
    ("my", "your", "his", "her", "its", "our", "their", "no", "any", "all", "every", "each", "one")
) - {"there", "here"}
#: How many words of a thing are looked at: "the old green boat".
_LONGEST = 3
#: What is named everywhere is no thing of which something is told.
_EVERYWHERE = (
    " ".join((*WEEKDAYS, *MONTHS, *NEAR_DAYS, *DAY_TIMES, *STATES["price"], *_NUMBERS))
    + " day night morning evening afternoon week month year hour minute time today quarter end half"
    " half side way bit lot piece pair head hand eye word name place people folk man woman boy girl"
    " child world life town village house room door table mr mrs miss sir friend"
    " nothing something anything note haha lol btw ok"
    " say tell hear notice see ask whisper think mention add"
)


#: Says what follows is about: "About that rope."
_ANNOUNCED = late_pattern(
    r"(?:^|[.!?] )(?:(?:and|now|oh|well),? )*(?:about|as (?:for|to)|speaking of|concerning"
    r"|regarding) (?P<thing>[^.,;:!?]{3,40})",
    re.IGNORECASE,
)


def find_announced(text: str) -> frozenset[str]:
    """Return the stems of what `text` says that it is about: ``About that rope. …``."""
    return frozenset[str]().union(*(find_things(e["thing"]) for e in _ANNOUNCED.finditer(text)))


@cache_short_texts(4096)
def find_things(text: str) -> frozenset[str]:
    """Return the stems of the words that name the things and the people of `text`."""
    tokens = _TOKEN.findall(text)
    found = {
        stem_word(word.casefold().replace("’", "'"))
        for run in _list_runs(tokens)
        for word in run
        if len(word) > 1 and not says_little(word.casefold())
    }
    return frozenset(found - stem_each(_EVERYWHERE))


def _list_runs(tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    begins = True
    for at, token in enumerate(tokens):
        word = token.casefold()
        if not token[0].isalnum():
            begins = token not in ",:;"
            continue
        if begins:
            yield _take_name(tokens[at : at + _LONGEST])
        elif token[0].isupper():
            yield [token]
        if word in _BEFORE or word[0].isdigit() or word.endswith(("'s", "’s")):
            yield _take_name(tokens[at + 1 : at + 1 + _LONGEST])
        begins = False


def _take_name(tokens: Sequence[str]) -> Sequence[str]:
    """Return the words up to a verb, a preposition or a mark."""
    return list(takewhile(_can_name, tokens))


@lru_cache(8192)
def _can_name(token: str) -> bool:
    word = token.casefold()
    grammar = word in STOP_WORDS or word in AUXILIARIES
    return token[0].isalnum() and (not grammar or word in _BEFORE)


def is_other_of_kind(one: str, other: str, things: Iterable[str]) -> bool:
    """Return whether two texts tell of each of the `things` by other words that say which one is
    meant: the north gate and the south gate, the code of the mill and the code of the barn."""
    which = [(_find_which(one, each), _find_which(other, each)) for each in things]
    return bool(which) and all(a and b and a.isdisjoint(b) for a, b in which)


def _find_which(text: str, thing: str) -> frozenset[str]:
    """Return the stems of the words beside a thing that say which one it is."""
    tokens = [each.casefold() for each in _TOKEN.findall(text)]
    found: set[str] = set()
    for at, token in enumerate(tokens):
        if stem_word(token) == thing:
            beside = tokens[max(0, at - 1) : at]
            rest = [each for each in tokens[at + 1 : at + 4] if each not in ARTICLES]
            beside += rest[1:2] if rest[:1] == ["of"] else []
            found |= {stem_word(each) for each in beside if each[0].isalpha() and _says_which(each)}
    return frozenset(found)


def _says_which(word: str) -> bool:
    return word not in STOP_WORDS and not says_little(word)
