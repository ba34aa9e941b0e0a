"""Answers from what an agent may say of itself, where its voice has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.language.stems import remove_name, stem_words
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.questions import wants_to_know

#: A sentence answers if it has this part of what the question is about, and so many of its words.
COVERED, SHARED = 0.5, 2

#: A sentence that has all of the question fits so well; a line of the voice may fit better.
BEST_FIT = 0.6


def answer_by_persona(about: Sequence[str], heard: str, me: str) -> Iterator[Candidate]:
    """Yield the sentences of `about` that have most of what a question is about."""
    asked = frozenset(remove_name(stem_words(heard), me))
    if not asked or not wants_to_know(heard):
        return
    for sentence in about:
        shared = asked & set(stem_words(sentence))
        if len(shared) >= min(SHARED, len(asked)) and len(shared) >= COVERED * len(asked):
            yield Candidate(sentence, Origin.VOICE, BEST_FIT * len(shared) / len(asked) + 0.1)
