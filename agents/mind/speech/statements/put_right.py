"""What a person has put right or taken back: it is told together with what it corrects."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from agents.memory.core.records import Experience
from agents.memory.language.stems import stem_words
from agents.memory.language.words import THIRD_PERSON, any_of
from agents.mind.fallback.small_talk import extract_speech, has_words
from agents.mind.speech.candidates import Candidate, Origin
from agents.mind.speech.days import describe_day
from agents.mind.speech.phrasing import tell_asker
from agents.mind.speech.questions import (
    asks_what_could_be,
    find_favour,
    is_of_hearer,
    wants_to_know,
)
from agents.mind.speech.remembered import Asked, Remembered
from agents.mind.speech.statements.corrections import RightedWords, read_correction
from agents.mind.speech.statements.feelings import is_correction
from agents.mind.voice.asking import is_question, remove_address
from agents.prose import soften_quotes, split_sentences
from late.late_pattern import late_pattern
from world.vault.texts import Texts

#: What the asker said of somebody a moment ago answers "What is her name?" so well.
LATELY_FIT = 0.81

#: What was put right goes before what else was told.
CORRECTED_FIRST = 0.15

#: So many of the latest statements are looked at for that.
_LATELY = 6
_OF_SOMEBODY = late_pattern(
    rf"\b{any_of(tuple(each for each in THIRD_PERSON if not each.startswith(('it', 'the'))))}\b",
    re.IGNORECASE,
)
#: Whom a question tells of itself: "What would that be with a girl who shuts her door?"
_OF_ANYBODY = late_pattern(r"\b(?:an?|the|my|your|some|any) [\w-]+ (?:who|that|whose)\b", re.I)


def match_corrections(
    memories: Sequence[Experience], speaker: str, me: str
) -> dict[int, RightedWords]:
    """Return, by the number of the memory of what `speaker` told, what put it right.

    `memories` are the latest, oldest first.  A correction is of all that has the words which it
    replaces; else of the last thing told that shares a word with it, else of the last thing told.
    One that replaces words is listed itself: it tells the same.
    """
    told: list[Experience] = []
    spoken: list[str] = []
    """The words of each."""
    found: dict[int, RightedWords] = {}
    for memory in memories:
        words = _read_statement(memory, speaker, me)
        correction = read_correction(words)
        lines = zip(told, spoken, strict=True) if correction.old else ()
        replaced = [one for one, said in lines if correction.replaces(said)]
        if replaced:
            found |= dict.fromkeys([memory.seq, *(each.seq for each in replaced)], correction)
        elif words and is_correction(words) and told:
            found[_find_meant(told, words).seq] = RightedWords(words)
        if words:
            told.append(memory)
            spoken.append(extract_speech(memory.text))
    return found


def _find_meant(told: Sequence[Experience], words: str) -> Experience:
    """Return the last thing told that shares a word with `words`, else the last one."""
    stems = set(stem_words(words))
    shared = [one for one in told if stems.intersection(stem_words(extract_speech(one.text)))]
    return (shared or told)[-1]


def put_right(
    facts: Iterable[Remembered], corrections: Mapping[int, RightedWords], texts: Texts
) -> list[Remembered]:
    """Return `facts`, each that was put right as it is now, or with the words that did it."""
    return [_add_correction(each, corrections.get(each.seq), texts) for each in facts]


def _add_correction(fact: Remembered, correction: RightedWords | None, texts: Texts) -> Remembered:
    if correction is None or not fact.first_hand or not fact.sentence:
        return fact
    if correction.new and (correction.replaces(fact.bare) or correction.words in fact.bare):
        new = f"{correction.new[:1].upper()}{correction.new[1:]}"
        told = texts.say("speech.put-right.now", new=new, old=correction.old)
        fit = min(1.0, fact.fit + CORRECTED_FIRST)
        return replace(fact, sentence=" ".join(told.split()), fit=fit)
    words = soften_quotes(correction.words)
    told = texts.say("speech.put-right", told=fact.sentence, words=words)
    return replace(fact, sentence=" ".join(told.split()))


def recall_of_somebody(
    asked: Asked, memories: Sequence[Experience], now: datetime
) -> Iterator[Candidate]:
    """Yield what the asker has just said of the one whom a question calls "her".

    What stands beside the question in the same line is no answer to it.
    """
    question = " ".join(filter(wants_to_know, split_sentences(asked.heard)))
    if is_of_hearer(question) or find_favour(question) or not _OF_SOMEBODY.search(question):
        return
    if _OF_ANYBODY.search(question) or asks_what_could_be(question):
        return
    stems, beside = set(stem_words(question)), split_sentences(asked.line)
    told = [each for each in memories if _read_statement(each, asked.partner, "")]
    for memory in reversed(told[-_LATELY:]):
        words = extract_speech(memory.text)
        answers = [
            each
            for each in split_sentences(words)
            if stems & set(stem_words(each)) and not is_question(each) and each not in beside
        ]
        if answers:
            when = describe_day(memory.at, now)
            if said := tell_asker(answers[-1], when):
                found = f"memory #{memory.seq}"
                yield Candidate(said, Origin.MEMORY, LATELY_FIT, found=found)
                return


def _read_statement(memory: Experience, speaker: str, me: str) -> str:
    """Return what `speaker` states in a memory; empty if that is nothing."""
    if memory.speaker != speaker or not memory.nature.is_speech or not has_words(memory.text):
        return ""
    words = remove_address(extract_speech(memory.text), me)
    return " ".join(each for each in split_sentences(words) if not is_question(each))
