"""What a line tells, and what its speaker asks behind it: "Two years. Do you like it here?" """

from __future__ import annotations

import re

from agents.memory.language.stems import find_words
from agents.memory.language.words import DEMONSTRATIVES, THIRD_PERSON, any_of
from agents.mind.speech.questions import wants_to_know
from agents.mind.voice.asking import is_question
from agents.mind.voice.courtesies import is_farewell, is_greeting
from agents.prose import split_sentences
from late.late_dataclass import late_dataclass
from late.late_pattern import late_pattern

#: An answer of more words tells something that the question may be about.
MOST_WORDS = 14

_LEANS = late_pattern(
    rf"\b(?:{any_of(THIRD_PERSON)}|{any_of(tuple(e for e in DEMONSTRATIVES if 'here' not in e))})\b"
    r"(?<!\bit)(?! here\b)|\bit\b(?! (?:here|up here|lonely|cold|hard|like)\b)",
    re.IGNORECASE,
)


@late_dataclass(frozen=True, slots=True)
class AnsweredPart:
    """The two parts of such a line."""

    answer: str
    """What it tells: an answer to what the agent has asked, or news."""
    question: str


def split_answer(heard: str, last_own: str) -> AnsweredPart | None:
    """Return both parts of `heard`; None: it is no answer to `last_own` with a question behind, or
    the question leans on the answer."""
    return split_told(heard) if any(map(is_question, split_sentences(last_own))) else None


def split_told(heard: str) -> AnsweredPart | None:
    """Return both parts of `heard`; None: it is not something told with a question behind, or the
    question leans on what is told."""
    sentences = split_sentences(heard)
    first = next((at for at, each in enumerate(sentences) if _asks(each)), 0)
    answer, asked = sentences[:first], sentences[first:]
    if not answer or not all(map(_asks, asked)):
        return None
    told, question = " ".join(answer), " ".join(asked)
    hails = is_greeting(told) or is_farewell(told)
    if hails or len(find_words(told)) > MOST_WORDS or _LEANS.search(question):
        return None
    return AnsweredPart(told, question)


def _asks(sentence: str) -> bool:
    return is_question(sentence) or wants_to_know(sentence)
