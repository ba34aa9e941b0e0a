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
#: Of a persona that is told, not even a model reads the sentences with these words: it may say all.
_UNTOLD = late_pattern(
    r"\b(?:secret\w*|promis\w+|hid\w*|hide|pretend\w*|not tell|never tells?)\b", re.IGNORECASE
)
_OF_ONESELF = late_pattern(r"(?:You|Your|I|My)\b")
_FIRST_PERSON = late_pattern(r"(?:I|My)\b")
_ABOUT_OTHERS = late_pattern(r"(?:He|She|They|This|That|These|Those|When|If)\b")


def describe_oneself(persona: str) -> tuple[str, ...]:
    """Return the sentences of a persona that the agent may say aloud, in the first person.

    ``You want one apple to ripen.`` becomes ``I want one apple to ripen.``, and ``I am Moss.``
    stays.  Instructions and secrets are left out.
    """
    return tuple(
        _to_first_person(sentence)
        for sentence in split_sentences(persona)
        if _OF_ONESELF.match(sentence) and len(sentence) < SAID
        if not _NOT_SAID.search(sentence)
    )


def tell_of_oneself(persona: str, name: str) -> tuple[str, ...]:
    """Return the sentences of a persona that tell of the agent, as one would tell of another.

    They are those that begin with its name and, where `describe_oneself` finds none, all but
    secrets: ``Moss is a sad gardener. He weeps.``
    """
    spoken = describe_oneself(persona)
    own = re.compile(rf"{re.escape(name)}\b", re.IGNORECASE)
    return tuple(
        sentence
        for sentence in split_sentences(persona)
        if (own.match(sentence) or not spoken) and not _UNTOLD.search(sentence)
    )


def describe_life(persona: str) -> Iterator[str]:
    """Yield what an agent may say when it is asked: of itself, its habits and those around it."""
    for sentence in split_sentences(persona):
        fits = len(sentence) < SAID and not _ABOUT_OTHERS.match(sentence)
        if fits and not _NOT_ANSWERED.search(sentence):
            yield _to_first_person(sentence)


def _to_first_person(sentence: str) -> str:
    if _FIRST_PERSON.match(sentence):
        return sentence
    said = re.sub(r"\b(You|you) are\b", "I am", sentence)
    said = re.sub(r"\b(You|you) were\b", "I was", said)
    said = re.sub(
        r"\b(to|for|at|of|with|from|\w+[^\W\ds]s|feed|owe|trust|like) you\b", r"\1 me", said
    )
    said = re.sub(r"\byourself\b", "myself", said)
    said = re.sub(r"\bYour\b", "My", re.sub(r"\byour\b", "my", said))
    return re.sub(r"\b[Yy]ou\b", "I", said)
