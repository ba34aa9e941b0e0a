"""Answers from what an agent may say of itself, where its voice has none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agents.meaning import NO_MEANINGS, Meanings
from agents.memory.language.stems import find_words, remove_name, stem_words
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.questions import is_of_the_kind, wants_to_know
from agents.mind.voice.asking import is_yes_or_no, remove_address
from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: By its words alone, a sentence answers if it has this part of what the question is about, and so
#: many of its words.
COVERED, SHARED = 0.5, 2

#: A sentence that has all of the question fits so well; a line of the voice may fit better.
BEST_FIT = 0.6

#: Where meanings are known, the fit of a sentence is this times its nearness, of which the shared
#: words are a part.
MEANT_FIT, SHARED_PART = 1.4, 0.3

#: A word of the question has a counterpart in a sentence that has one so near in meaning; what is
#: answered by yes or no rests on every word.
COUNTERPART, DECIDING = 0.1, 0.25

#: A sentence of the persona fits no better: the voice's own answer to just that goes first.
MOST_FIT = 0.75

#: "Who lives over there?" asks about a place that no sentence of a persona names.
_POINTS = late_pattern(
    r"\bover there\b|\b(?:there|it|that|this|those|these|them)\W*$", re.IGNORECASE
)


#: "What is your crow called?" is answered by a sentence that has a name.
_ASKS_NAME = late_pattern(
    r"\b(?:what|which)\b[^?]*\b(?:called|(?<!your )(?<!is the )name)\b|\bname of\b", re.I
)
_NAME = late_pattern(r"(?<=[a-z,] )(?!I\b)[A-Z]\w+")
_NAMING = frozenset(stem_words("name called call"))


def answer_by_persona(
    about: Sequence[str], heard: str, me: str, meanings: Meanings = NO_MEANINGS
) -> Iterator[Candidate]:
    """Yield the sentences of `about` that may answer a question, each with its fit.

    What is stated beside the question is of the asker: "My cat sleeps in the pot. What helps?"
    """
    asking = [each for each in split_sentences(heard) if wants_to_know(each)]
    heard = " ".join(asking)
    asked = frozenset(remove_name(stem_words(heard), me))
    if _ASKS_NAME.search(heard):  # "I keep a crow called Tib."
        asked -= _NAMING
        about = [each for each in about if _NAME.search(each)]
    if not asked or _POINTS.search(heard):
        return
    least = DECIDING if is_yes_or_no(heard) else COUNTERPART
    words = [each for each in find_words(heard) if asked.intersection(stem_words(each))]
    near = meanings.compare(remove_address(heard, me), about)
    for sentence, meant in zip(about, near, strict=True):
        shared = len(asked & set(stem_words(sentence)))
        fit = max(_rate_words(shared, len(asked)), _rate_meaning(meant, shared / len(asked)))
        beside = shared == 1 and not _is_met(words, sentence, meanings, least)
        if fit and is_of_the_kind(sentence, heard) and not beside:
            found = "its profile"
            yield Candidate(sentence, Origin.PROFILE, min(fit, MOST_FIT), found=found)


def _is_met(words: Sequence[str], sentence: str, meanings: Meanings, least: float) -> bool:
    """Return whether each telling word of a question has a counterpart in `sentence`.

    "Do you get lonely at the mill?" is not answered by "I live in the Mill."
    """
    stems, said = set(stem_words(sentence)), find_words(sentence)
    missing = (each for each in words if not stems.intersection(stem_words(each)))
    return all(max(meanings.compare(each, said), default=0.0) >= least for each in missing)


def _rate_words(shared: int, asked: int) -> float:
    enough = shared >= min(SHARED, asked) and shared >= COVERED * asked
    return BEST_FIT * shared / asked + 0.1 if enough else 0.0


def _rate_meaning(meant: float, covered: float) -> float:
    return MEANT_FIT * ((1 - SHARED_PART) * meant + SHARED_PART * covered) if meant else 0.0
