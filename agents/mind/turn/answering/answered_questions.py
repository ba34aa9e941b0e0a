"""What a person has told already is not asked of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.memory.language.words import PREPOSITIONS, any_of
from agents.mind.speech.candidates import Candidate, SpeechMoment
from agents.mind.speech.judgement import rank_candidates
from agents.mind.speech.told.asking.answer_readings import AnswerReadings
from agents.mind.speech.told.telling_back import ToldLine
from agents.mind.voice.asking import is_question
from agents.models.embedding.answer_words import LineBehind
from agents.prose import split_sentences
from late.late_pattern import late_pattern

#: A question is answered from this chance on.
ANSWERED = 0.7

#: So many of the latest lines are read, and so many of the best candidates looked at.
READ, LOOKED_AT = 8, 3

_OF_HEARER = late_pattern(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_BEFORE_ME = any_of((*PREPOSITIONS, "brings", "brought", "keeps"))
#: How the hearer would ask it of themselves.
_TURNED = (
    (late_pattern(r"\bare you\b", re.IGNORECASE), "am I"),
    (late_pattern(r"\bwere you\b", re.IGNORECASE), "was I"),
    (late_pattern(rf"\b({_BEFORE_ME}) you\b", re.IGNORECASE), r"\1 me"),
    (late_pattern(r"\byou(?=\W*$)", re.IGNORECASE), "me"),
    (late_pattern(r"\byou\b", re.IGNORECASE), "I"),
    (late_pattern(r"\byour\b", re.IGNORECASE), "my"),
    (late_pattern(r"\byours\b", re.IGNORECASE), "mine"),
    (late_pattern(r"\byourself\b", re.IGNORECASE), "myself"),
)


async def leave_out_answered(
    candidates: Sequence[Candidate],
    moment: SpeechMoment,
    told: Sequence[ToldLine],
    answers: AnswerReadings,
) -> list[Candidate]:
    """Return `candidates`, the best of them without the questions that its hearer has answered.

    `told` is what the hearer has said, oldest first.  One that only asks what is answered is left
    out, and the next best looked at.
    """
    found = list(candidates)
    words = [each.words for each in told[-READ:]]
    lines = [LineBehind(*both) for both in zip(["", *words], words, strict=False)]
    for _ in range(LOOKED_AT if lines else 0):
        best = next((e.candidate for e in rank_candidates(found, moment) if not e.faults), None)
        if best is None or best.is_gesture:
            break
        kept = await _keep_unanswered(best.words, lines, answers)
        if kept == best.words:
            break
        at = found.index(best)
        found[at : at + 1] = [replace(best, words=kept)] if kept else []
    return found


async def _keep_unanswered(words: str, lines: Sequence[LineBehind], answers: AnswerReadings) -> str:
    """Return `words` without the questions that are answered in `lines`."""
    kept = list[str]()
    for sentence in split_sentences(words):
        if not (is_question(sentence) and _OF_HEARER.search(sentence)):
            kept.append(sentence)
            continue
        question = turn_to_asker(sentence)
        await answers.read(question, lines)
        found = answers.find(question, [each.line for each in lines]).values()
        if sum(each.likely for each in found) < ANSWERED:
            kept.append(sentence)
    return words if len(kept) == len(split_sentences(words)) else " ".join(kept)


def turn_to_asker(question: str) -> str:
    """Return what is asked of somebody as they would ask it of themselves: ``What is my trade?``"""
    for pattern, instead in _TURNED:
        question = pattern.sub(instead, question)
    return question
