"""Find the thing that a sight is of, and whether it has changed."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import takewhile

from agents.memory.language.normalize import fold_name
from agents.memory.language.patterns import NAME
from agents.memory.language.stems import find_words, stem_word, stem_words
from agents.memory.language.words import BEING, COORDINATORS, PREPOSITIONS

_SUBJECT = re.compile(r"^(?:The|Your) (?P<words>.+)")
_SOMEBODY = re.compile(rf"^(?P<name>{NAME}(?: {NAME})?) (?P<rest>\w+s\b.*)")
_OBJECT = re.compile(r"\b(?:the|your|his|her) (?P<words>.+)")
#: Words that end a name; "of" belongs to it.
_STOPS = frozenset((*BEING, *COORDINATORS, *PREPOSITIONS)) - {"of"}


#: What is told of more often than this among the memories is everyday.
OFTEN = 4


def is_sight_of_change(
    text: str, words: str, told: Sequence[tuple[str, frozenset[str]]], people: Collection[str]
) -> bool:
    """Return whether a sight is of a thing that something else was told of before, if seldom.

    `text` is the memory of the sight and `words` what was seen; `told` has the text of every memory
    with its stems, in order.
    """
    thing = find_seen_thing(words, people)
    if not thing or sum(thing <= stems for _, stems in told) > OFTEN:
        return False
    before = takewhile(lambda row: row[0] != text, told)
    found = (each for each, stems in before if thing <= stems and not _is_of_actor(each, thing))
    return any(_is_other(each, text, thing) for each in found)


def _is_other(told: str, text: str, thing: frozenset[str]) -> bool:
    """Return whether two texts tell mostly other things of `thing`."""
    one, other = ({w for w in find_words(e) if stem_word(w) not in thing} for e in (told, text))
    return 2 * len(one & other) <= len(one | other)


def _is_of_actor(told: str, thing: frozenset[str]) -> bool:
    """Return whether it is somebody who does something in `told`: they are no thing."""
    return not thing.isdisjoint(stem_words(told.partition(" ")[0]))


def find_seen_thing(words: str, people: Collection[str]) -> frozenset[str]:
    """Return the stems of what a sight is of; empty if that cannot be told.

    That is its subject; but where one of the `people` does something, what they do it to.
    """
    if found := _SUBJECT.match(words):
        return _stem_name(found["words"])
    found = _SOMEBODY.match(words)
    if found is None:
        return frozenset()
    if fold_name(found["name"]) not in map(fold_name, people):
        thing = _OBJECT.search(found["rest"])
        return _stem_name(thing["words"]) if thing else frozenset(stem_words(found["name"]))
    thing = _OBJECT.search(found["rest"])
    return _stem_name(thing["words"]) if thing else frozenset()


def _stem_name(words: str) -> frozenset[str]:
    """Return the stems of the first words, up to a verb or a preposition."""
    named = [*takewhile(lambda word: word.strip(".,;") not in _STOPS, words.split())][:4]
    verb = next((n for n, word in enumerate(named) if n and word.endswith("s")), len(named))
    return frozenset(stem_words(" ".join(named[:verb])))
