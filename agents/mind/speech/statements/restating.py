"""A question that is put again, as the answer was to something else: "I meant the soup."

What they asked for is asked anew, with the subject that they name now.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agents.memory.language.stems import stem_words
from agents.memory.language.words import QUESTION_WORDS, any_of
from agents.mind.voice.asking import is_question
from agents.prose import split_sentences
from late.late_pattern import late_pattern

_BEGIN = r"^\W*(?:(?:no|but|oh|well|and|sorry|look|wait)\b\W*)*"
_ASKING = rf"(?:{any_of(QUESTION_WORDS)}|when)\b"
#: What names the subject: "I only asked about a bed", "I meant the soup, not your life".
_NAMES = late_pattern(
    rf"{_BEGIN}(?:it (?:is|was) (?!not\b)(?P<was>[^.;!?,]+?) (?:that )?I (?:asked|meant)\b[^.;!?]*"
    r"|I (?:only |just |simply |really )?(?:asked (?:you )?(?:about|for|after)|was (?:only |just )?"
    r"asking (?:about|for|after)|meant|was (?:speaking|talking) (?:of|about))"
    r" (?P<names>(?!to\b|that\b|it\b|what\b|well\b|no\b)[^.;!?,]+)"
    r"(?:, (?:and )?not [^.;!?]+)?)\W*$",
    re.IGNORECASE,
)
#: What names none: "That is not what I asked.", "That is how many, not how deep."
_COMPLAINS = late_pattern(
    rf"{_BEGIN}(?:(?:that|this|it)(?: is|['’]s| was)(?: not|n['’]t) (?:what|an answer to what)"
    r" I (?:asked|meant)|that (?:does|did)(?: not|n['’]t) answer (?:me|my question|it)"
    r"|you (?:have|did)(?: not|n['’]t) (?:answer(?:ed)?) (?:me|my question)"
    rf"|(?:that|this|it)(?: is|['’]s| was) (?:only |just )?{_ASKING}[^.;!?,]*, not {_ASKING})"
    r"\b[^.;!?]*\W*$",
    re.IGNORECASE,
)
#: "I asked what you would wear."
_ASKED = late_pattern(
    rf"{_BEGIN}I (?:only |just |have |really )*(?:asked|was asking)(?: you)? "
    r"(?P<clause>(?:what|where|who|how|why|when|which|whether|if)\b[^?]*?)\W*$",
    re.IGNORECASE,
)
#: "No, nobody is having a baby. COOK!" says again a word of the question.
_DENIES = late_pattern(r"^\W*(?:no|nope|nah|nay|not)\b", re.IGNORECASE)
#: Such a word, or what a pronoun stood for, stands alone.
_FRAGMENT = 3
_SOMEBODY = late_pattern(r"\b(?:him|her|them)\b", re.IGNORECASE)
_OWNED = late_pattern(r"^\W*(?P<who>my (?:[\w-]+ )?[\w-]+)\W*$", re.IGNORECASE)
#: "Neither of what?" asks what the wrong answer was to mean.
_OF_WHAT = late_pattern(r"\bof (?:what|whom|which)\W*$|^\W*what\?*$", re.IGNORECASE)
_PRONOUN = late_pattern(r"\b(?:it|that|this|them|those|these)\b(?! is\b)", re.IGNORECASE)


def restate(heard: str, before: Sequence[str]) -> str:
    """Return what somebody asks anew who complains of an answer; `heard` if they do not.

    `before` are their words before that, the latest first.  What asks something else besides stays
    as it is.
    """
    sentences = split_sentences(heard)
    questions = [each for line in before for each in split_sentences(line) if is_question(each)]
    if again := _find_asked_again(sentences, questions):
        return again
    names = next(filter(None, map(_NAMES.match, sentences)), None)
    complains = any(map(_COMPLAINS.match, sentences))
    if not (names or complains):
        return heard
    rest = [each for each in sentences if is_question(each) and not _OF_WHAT.search(each)]
    if rest and not names:
        return heard
    if any(not _NAMES.match(each) for each in rest):
        return heard
    if names is None:
        return questions[0] if questions else heard
    return _ask_of((names["was"] or names["names"]).strip(), questions)


def _ask_of(subject: str, questions: Sequence[str]) -> str:
    stems = set(stem_words(subject))
    for question in questions:
        if stems & set(stem_words(question)):
            return question
    last = questions[0] if questions else ""
    if _PRONOUN.search(last):
        return _PRONOUN.sub(lambda _: subject, last, count=1)
    if re.match(r"an? ", subject, re.IGNORECASE):
        return f"Is there {subject} here?"
    return f"What about {subject}?"


def _find_asked_again(sentences: Sequence[str], questions: Sequence[str]) -> str:
    """Return the question before that is put again: by "I asked what", or by a word of it alone
    behind a denial; empty: none is."""
    clause = next(filter(None, map(_ASKED.match, sentences)), None)
    last = clause["clause"] if clause else sentences[-1] if sentences else ""
    if not clause and not (
        len(sentences) > 1 and _DENIES.match(sentences[0]) and len(last.split()) <= _FRAGMENT
    ):
        return ""
    asked = set(stem_words(last))
    found = next((each for each in questions if asked & set(stem_words(each))), "")
    who = _OWNED.match(last)
    if not found and who and questions and _SOMEBODY.search(questions[0]):
        return _SOMEBODY.sub(who["who"], questions[0], count=1)
    return found
