"""Chooses which of the words that somebody said an answer tells back."""

from __future__ import annotations

from agents.mind.speech.parties.asker import tells_of_oneself
from agents.mind.speech.remembering.covering import cover
from agents.prose import split_sentences

#: A quotation in an answer has at most this many characters.
QUOTED = 200


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
