"""Answers from what an agent may say of itself, where its voice has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.meaning import NO_MEANINGS, Meanings
from agents.memory.language.stems import remove_name, stem_words
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.questions import is_of_the_kind, wants_to_know
from agents.mind.voice.likeness import remove_address

#: By its words alone, a sentence answers if it has this part of what the question is about, and so
#: many of its words.
COVERED, SHARED = 0.5, 2

#: A sentence that has all of the question fits so well; a line of the voice may fit better.
BEST_FIT = 0.6

#: Where meanings are known, the fit of a sentence is this times its nearness, of which the shared
#: words are a part.
MEANT_FIT, SHARED_PART = 1.4, 0.3

#: A sentence of the persona fits no better: the voice's own answer to just that goes first.
MOST_FIT = 0.75


def answer_by_persona(
    about: Sequence[str], heard: str, me: str, meanings: Meanings = NO_MEANINGS
) -> Iterator[Candidate]:
    """Yield the sentences of `about` that may answer a question, each with its fit."""
    asked = frozenset(remove_name(stem_words(heard), me))
    if not asked or not wants_to_know(heard):
        return
    near = meanings.compare(remove_address(heard, me), about)
    for sentence, meant in zip(about, near, strict=True):
        shared = len(asked & set(stem_words(sentence)))
        fit = max(_rate_words(shared, len(asked)), _rate_meaning(meant, shared / len(asked)))
        if fit and is_of_the_kind(sentence, heard):
            found = "its profile"
            yield Candidate(sentence, Origin.VOICE, min(fit, MOST_FIT), found=found)


def _rate_words(shared: int, asked: int) -> float:
    enough = shared >= min(SHARED, asked) and shared >= COVERED * asked
    return BEST_FIT * shared / asked + 0.1 if enough else 0.0


def _rate_meaning(meant: float, covered: float) -> float:
    return MEANT_FIT * ((1 - SHARED_PART) * meant + SHARED_PART * covered) if meant else 0.0
