"""The thing that a question is about, in the words of an answer: "your clock" is "my clock"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.memory.language.stems import find_words, stem_word
from agents.memory.language.words import (
    ARTICLES,
    AUXILIARIES,
    DEMONSTRATIVES,
    FIRST_PERSON,
    MODALS,
    PREPOSITIONS,
    QUESTION_WORDS,
    SECOND_PERSON,
    THIRD_PERSON,
    any_of,
)
from agents.mind.voice.question_kinds import MAKING
from late.late_pattern import late_pattern

#: A thing is named in at most so many words behind its article.
MOST_WORDS = 4

_TURNED = {"your": "my", "my": "your"} | dict.fromkeys(("this", "that", "these", "those"), "the")
_BEFORE = (*ARTICLES, *_TURNED, "our", "his", "her", "their", "all the", "all this", "all these")
_THING = late_pattern(
    rf"\b(?:all )?(?P<before>{any_of(_BEFORE)}) (?=(?P<name>[\w'’-]+(?: [\w'’-]+){{0,7}}))", re.I
)
_DOES = late_pattern(rf"\b(?:did|does|do|{any_of(MODALS)}) $", re.IGNORECASE)
_ENDS = frozenset(
    (
        *(each for each in PREPOSITIONS if each != "of"),
        *(*AUXILIARIES, *QUESTION_WORDS, *FIRST_PERSON, *SECOND_PERSON, *THIRD_PERSON),
        *(
            *DEMONSTRATIVES,
            *ARTICLES,
            "and",
            "but",
            "or",
            "so",
            "when",
            "if",
            "not",
            "any",
            "more",
            "come",
            "came",
            "called",
            "until",
            "than",
            "get",
            "got",
            "friend",
        ),
    )
)
_OWNED = late_pattern(
    r"\b(?P<owner>[A-Z][\w-]+)['’]s (?:(?:own|old|new|big|little) )?(?P<thing>[a-z]+)\b"
)
_MADE = late_pattern(MAKING, re.IGNORECASE)
_JOINS = late_pattern(r"\b(?:is|was) it $", re.IGNORECASE)


def find_thing(question: str) -> str:
    """Return the first thing named in `question`, as the hearer says it; empty: none is."""
    before, name = next(list_things(question), ("", ""))
    return f"{_TURNED.get(before, before)} {name}" if name else ""


def list_things(words: str) -> Iterator[tuple[str, str]]:
    """Yield the things that are named in `words`, each as what stands before its name, and that:
    ``your``, ``old clock``."""
    for found in _THING.finditer(words):
        if found["before"].lower() == "that" and _JOINS.search(words[: found.start()]):
            continue  # "Whose lane is it that runs there?"
        kept: list[str] = []
        for word in found["name"].split():
            bare = find_words(word)
            if not bare or bare[0] in _ENDS or _MADE.fullmatch(bare[0]):
                break
            kept.append(word)
        while kept and kept[-1] == "of":
            kept.pop()
        if len(kept) > 1 and _DOES.search(words[: found.start()]):
            kept.pop()  # "When did the quarry close": a verb
        if 0 < len(kept) <= MOST_WORDS:
            yield found["before"].lower(), " ".join(kept)


def find_owned(question: str) -> tuple[str, str]:
    """Return the last thing of somebody's that a question names, behind whose it is: ``Hester``,
    ``map``. Empty: it names none."""
    named = list(_OWNED.finditer(question))
    return (named[-1]["owner"], named[-1]["thing"].lower()) if named else ("", "")


def is_of_owner_alone(line: str, owned: tuple[str, str]) -> bool:
    """Return whether a line is of the one whose thing a question is about, and not of the thing."""
    owner, thing = owned
    if not owner:
        return False
    words = find_words(line)
    return owner.lower() in words and stem_word(thing) not in set(map(stem_word, words))
