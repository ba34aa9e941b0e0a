"""Tells what a rule alone decides on: what is true, or good manners, whatever reads better."""

from __future__ import annotations

import re

from agents.memory.language.stems import stem_words
from agents.memory.language.words import FIRST_PERSON, any_of
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.kinds import found_by
from agents.mind.speech.questions import find_favour, keep_questions
from agents.mind.voice.asking import is_question
from agents.mind.voice.courtesies import is_farewell, is_greeting
from late.late_pattern import late_pattern

#: What fits so well was decided by rule, such as what the agent is about, or a greeting.
DECIDED = 1.5

#: An exchange that answers so likely was written for just such words: from there on what a reader
#: chose instead was no better, all in all, in 145 judged moments.
WRITTEN = 0.6

#: And so was what is written behind the agent's own words, what the asker has told, and asks for,
#: what is kept from others, and a favour that is granted or not: how right that is, its words do
#: not show.
_DECIDED = frozenset(
    {
        found_by.BEHIND_SAID,
        found_by.BEHIND_ASKED,
        found_by.REASON,
        found_by.MESSAGES,
        found_by.FAVOUR,
        found_by.REMINDER,
        found_by.KNOWN_OF_ASKER,
        found_by.TOLD_BY_ASKER,
        found_by.TOLD_OF_THAT,
        found_by.NOT_BEFORE_OTHERS,
    }
)

#: A memory answers a question if it has this share of the words that the question is about; one
#: about the two of them, who speak of much, if it has nearly all.
COVERED, COVERED_OF_US = 0.5, 0.9

_OF_US = late_pattern(rf"\b(?:{any_of(FIRST_PERSON)}|you|your|yours|yourself)\b", re.IGNORECASE)

#: "What do you know of the mill?", "Tell me about the mill."
_ASKS_FOR_ALL = late_pattern(
    r"\b(?:what (?:do|did|have|can) you (?:know|heard?|say|tell me)|(?:(?:can|could) you )?tell me"
    r"|(?:do you know|have you heard) (?:anything|something|more))(?: (?:of|about))?\b",
    re.IGNORECASE,
)


def is_decided(candidate: Candidate, line: str) -> bool:
    """Return whether a rule alone decides on what fits `line` best."""
    if candidate.fit >= DECIDED or candidate.found in _DECIDED:
        return True
    if candidate.found.startswith(found_by.DETAIL):
        return True
    if wording := candidate.wording:
        return candidate.chance >= WRITTEN or is_greeting(wording) or is_farewell(wording)
    if candidate.origin is Origin.MEMORY:
        return _is_answered(line, candidate.words)
    return candidate.origin is Origin.PLAIN


def _is_answered(line: str, words: str) -> bool:
    """Return whether `words` name enough of what a question is about, and it is no request."""
    subject = _ASKS_FOR_ALL.sub("", line)
    if (subject == line and not is_question(line)) or find_favour(line):
        return False
    asked = set(stem_words(keep_questions(subject)))
    known = stem_words(words.partition(": ")[2] or words)  # without who told it
    least = COVERED_OF_US if _OF_US.search(subject) else COVERED
    return bool(asked) and len(asked.intersection(known)) >= least * len(asked)
