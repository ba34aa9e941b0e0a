"""Find the thing that a sight is of, and whether it has changed."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import takewhile

from agents.memory.language.normalize import fold_name
from agents.memory.language.patterns import NAME
from agents.memory.language.stems import find_words, stem_each, stem_word, stem_words
from agents.memory.language.words import (
    BEING,
    COORDINATORS,
    DIGITS,
    NUMBERS,
    PREPOSITIONS,
    SAY_LITTLE,
    any_of,
)
from late.late_pattern import late_pattern

_SUBJECT = late_pattern(r"^(?:The|Your|My|Our|His|Her|Their|That|This) (?P<words>.+)")
_SOMEBODY = late_pattern(rf"^(?P<name>{NAME}(?: {NAME})?) (?P<rest>\w+s\b.*)")
_OBJECT = late_pattern(r"\b(?:the|your|his|her) (?P<words>.+)")
#: Words that end a name; "of" belongs to it.
_STOPS = frozenset((*BEING, *COORDINATORS, *PREPOSITIONS)) - {"of"}
#: A deed that leaves a thing otherwise than it was.
_HANDLES = late_pattern(
    r"\b(?:tak|mov|clos|clear|carri|carry|put|hang|mend|fix|repair|light|open|shut|lock|unlock|break|paint"
    r"|fill|empti|empty|cut|fell|set|lay|bring|drag|nail|wip|drop|pour|turn|sharpen|tear|burn|pull"
    r"|sell|buy|hid|tie|untie|scrub|bolt|board|lift|lower)(?:e?s?) (?:\w+ )?"
    r"(?:the|your|his|her|their|my) (?P<words>.+)",
    re.IGNORECASE,
)
#: How something with a name is: people act all day.
_STANDING = late_pattern(rf"\b(?:{any_of(BEING)}|has|lies|stands|hangs|sits|rests|leans|stays)\b")
_COUNTS = frozenset((*DIGITS, *NUMBERS))
_JOINING = late_pattern(rf"^(?:{any_of(COORDINATORS)})\b ?", re.IGNORECASE)

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


def find_seen_things(clause: str, people: Collection[str]) -> list[frozenset[str]]:
    """Return the stems of the things of which a clause tells what is seen of them now.

    That is its subject, if that is nobody; and what somebody moves or changes.
    """
    text = _JOINING.sub("", clause)
    text = text[:1].upper() + text[1:]
    somebody = _SOMEBODY.match(text)
    named = somebody["name"] if somebody else ""
    found = [_stem_name(each["words"]) for each in (_SUBJECT.match(text),) if each]
    if named and _is_named(named, people) and _STANDING.search(text):
        found.append(frozenset(stem_words(named)))
    handled = _HANDLES.search(text)
    found += [_stem_name(handled["words"])] if handled else []
    counts = stem_each(" ".join(_COUNTS))
    return [each for each in found if each - counts]


def tells_standing(clause: str) -> bool:
    """Return whether a clause tells how or where something is, or who put it there.

    What a thing does, such as a horn that sounds, leaves it as it was.
    """
    return bool(_STANDING.search(clause) or _HANDLES.search(clause))


def _is_named(name: str, people: Collection[str]) -> bool:
    """Return whether a word at the beginning names something that is not one of the `people`."""
    word = name.casefold()
    known = {fold_name(each) for each in people}
    return not (word in SAY_LITTLE or word in _COUNTS or fold_name(name) in known)


def _stem_name(words: str) -> frozenset[str]:
    """Return the stems of the first words, up to a verb or a preposition."""
    named = [*takewhile(lambda word: word.strip(".,;") not in _STOPS, words.split())][:4]
    verb = next((n for n, word in enumerate(named) if n and word.endswith("s")), len(named))
    return frozenset(stem_words(" ".join(named[:verb])))
