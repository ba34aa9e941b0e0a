"""What an agent may say of itself: the sentences of its persona, in the first person."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: A sentence of more characters is too long to be said.
SAID = 160

#: An agent does not say aloud the sentences of its profile with these words: secrets, and what
#: depends on the sentence before.
_KEPT = (
    r"secret\w*|promis\w+|hid\w*|hide|lies?|lied|lying|pretend\w*|quiet|do not tell|never tell|it"
)
#: Nor those with these words, unless somebody asks: they tell a model how to act.
_MANNERS = r"speak|ask|say|tell|call|laugh|answer|talk|reply|respond|player|visitors?|tease|worries"
_NOT_ANSWERED = late_pattern(
    rf"\b(?:{_KEPT}|speak|ask|say|tell|reply|respond|player)\b", re.IGNORECASE
)
_NOT_SAID = late_pattern(rf"\b(?:{_KEPT}|{_MANNERS})\b", re.IGNORECASE)
_ABOUT_OTHERS = late_pattern(r"(?:He|She|They|This|That|These|Those|When|If)\b")


def describe_oneself(persona: str) -> tuple[str, ...]:
    """Return the sentences of a persona that the agent may say aloud, in the first person.

    ``You want one apple to ripen.`` becomes ``I want one apple to ripen.``  Instructions and
    secrets are left out.
    """
    return tuple(
        _to_first_person(sentence)
        for sentence in split_sentences(persona)
        if re.match(r"(You|Your)\b", sentence) and len(sentence) < SAID
        if not _NOT_SAID.search(sentence)
    )


def describe_life(persona: str) -> Iterator[str]:
    """Yield what an agent may say when it is asked: of itself, its habits and those around it."""
    for sentence in split_sentences(persona):
        fits = len(sentence) < SAID and not _ABOUT_OTHERS.match(sentence)
        if fits and not _NOT_ANSWERED.search(sentence):
            yield _to_first_person(sentence)


def _to_first_person(sentence: str) -> str:
    said = re.sub(r"\b(You|you) are\b", "I am", sentence)
    said = re.sub(r"\b(You|you) were\b", "I was", said)
    said = re.sub(
        r"\b(to|for|at|of|with|from|\w+[^\W\ds]s|feed|owe|trust|like) you\b", r"\1 me", said
    )
    said = re.sub(r"\byourself\b", "myself", said)
    said = re.sub(r"\bYour\b", "My", re.sub(r"\byour\b", "my", said))
    return re.sub(r"\b[Yy]ou\b", "I", said)
