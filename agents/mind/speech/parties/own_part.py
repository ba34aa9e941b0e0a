"""Finds what of a line is for one of several whom it calls, and whom a pronoun in it means.

"Cobb, the knee is six years old. Moss, have you something for it?" asks Moss, and tells Cobb.
"I must find Hester now. Where does she go?" asks for Hester.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from agents.memory.language.normalize import mentions_name
from agents.mind.speech.parties.prefaces import leave_out_preface
from agents.mind.voice.asking import is_question
from agents.mind.voice.plain_talk import write_out
from agents.prose import split_sentences
from late.late_pattern import late_pattern
from world.verbs.calling import find_called

_TAKES_UP = late_pattern(
    r"^\W*(?:(?:so|well|oh|and|hm|me|(?-i:[A-Z])\w+,)\W+)*(?:what|why|where|who|how)"
    r" (?:am I|do I|did I|was I|have I been|brings me|brought me)\b[^?]{0,40}\?$",
    re.IGNORECASE,
)
_BEFORE_QUESTION = late_pattern(
    r";\s+(?:and |but |so |then )?((?:who|what|where|when|why|how|which|whose|do|does|did|is|are"
    r"|was|were|have|has|can|could|will|would|may|shall|should)\b)(?=[^.;!?]*\?)",
    re.IGNORECASE,
)
_PRONOUN = late_pattern(r"\b(?P<whose>his|her(?= \w+\W*$))\b|\b(?:he|she|him|her)\b", re.IGNORECASE)


def read_own_part(line: str, me: str, present: Collection[str], agents: Collection[str]) -> str:
    """Return in plain words what a person's line says to `me`, which is one of the `agents`."""
    own = take_own_part(_end_before_question(write_out(line, agents)), me, present)
    return name_who_is_meant(leave_out_preface(leave_out_taken_up(own)), agents, me)


def _end_before_question(words: str) -> str:
    """Return `words` with a full stop where a semicolon stands before a question: what is told
    before it is no part of what is asked."""
    return _BEFORE_QUESTION.sub(lambda found: f". {found[1].capitalize()}", words)


def leave_out_taken_up(words: str) -> str:
    """Return `words` without a question of their speaker's own that they answer themselves: "What
    do I do? I drive a bus." It takes up what the hearer has asked."""
    sentences = split_sentences(words)
    kept = [
        each
        for at, each in enumerate(sentences)
        if not (_TAKES_UP.match(each) and any(map(_tells, sentences[at + 1 : at + 2])))
    ]
    return " ".join(kept) if len(kept) < len(sentences) else words


def take_own_part(words: str, me: str, present: Collection[str]) -> str:
    """Return the sentences of `words` that are for `me`, where they call several by name.

    What stands behind a name is for its bearer, until the next; what stands before them all is for
    everybody. Words that call one or nobody are for their hearer as a whole.
    """
    everybody = {*present, me}
    if len(called := find_called(words, everybody)) < 2 or me not in called:
        return words
    kept, for_whom = [], tuple(everybody)
    for sentence in split_sentences(words):
        for_whom = find_called(sentence, everybody) or for_whom
        kept += [sentence] if me in for_whom else []
    return " ".join(kept) or words


def name_who_is_meant(words: str, agents: Collection[str], me: str) -> str:
    """Return `words` with a name for "she" or "he" in a question, if a sentence before names one.

    That is one alone of the `agents`, and not `me`. The question has no other name.
    """
    sentences = split_sentences(words)
    others = [each for each in agents if each != me]
    meant = ""
    for at, sentence in enumerate(sentences):
        named = [each for each in others if mentions_name(sentence, each)]
        called = find_called(sentence, others)
        if meant and not named and is_question(sentence) and (found := _PRONOUN.search(sentence)):
            name = f"{meant}'s" if found["whose"] else meant
            sentences[at] = f"{sentence[: found.start()]}{name}{sentence[found.end() :]}"
        if named and not called:
            meant = named[0] if len(named) == 1 else ""
    return " ".join(sentences) if meant else words


def _tells(sentence: str) -> bool:
    return not is_question(sentence)
