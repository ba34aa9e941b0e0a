"""Chooses which words of somebody an answer tells back, and finds questions that ask for none."""

from __future__ import annotations

import re

from agents.mind.speech.parties.asker import tells_of_oneself
from agents.mind.speech.remembering.covering import cover
from agents.mind.voice.asking import is_yes_or_no
from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: Whoever says so asks for no memory: "Guess where I come from."
_DARES = late_pattern(r"\b(?:guess|dare you|bet you)\b", re.IGNORECASE)
#: A question for yes or no that has none of these asks for a judgement: "Have I paid for it?"
_OF_TELLING = late_pattern(
    r"\b(?:tell|told|say|said|mention(?:ed)?|promised?|remember|recall|forgot(?:ten)?|know)\b",
    re.IGNORECASE,
)

#: A quotation in an answer has at most this many characters.
QUOTED = 200


def asks_for_judgement(heard: str, asked: str) -> bool:
    """Return whether the question `asked`, in `heard`, is for a guess or a judgement, and not for
    what was told."""
    of_yes = is_yes_or_no(asked) and _OF_TELLING.search(asked) is None
    return of_yes or _DARES.search(heard) is not None


def choose_words(words: str, about: frozenset[str], heard: str, own: bool) -> str:
    """Return what is told back: of long words a sentence, of the asker's `own` what answers."""
    if len(words) > QUOTED:
        best = max(split_sentences(words) or [words], key=lambda each: cover(about, each))
        words = best if len(best) <= QUOTED else best[:QUOTED].rsplit(" ", 1)[0] + " …"
    return _choose_sentence(words, about, heard) if own else words


def _choose_sentence(words: str, about: frozenset[str], heard: str) -> str:
    """Return the sentence of `words` that alone answers; all of them if none does so."""
    sentences = split_sentences(words)
    most = max((cover(about, each) for each in sentences), default=0.0)
    told = [each for each in sentences if tells_of_oneself(each, heard)]
    chosen = told or [each for each in sentences if most and cover(about, each) == most]
    return chosen[0] if len(chosen) == 1 else words
