"""Finds what a reply is worth to who hears it, by how it was found and how it reads there.

A worth is what readers thought of such replies (`tools.reply_weights`): 1 where all called them to
the point, 0.45 where they would pass anywhere, 0 where they were beside the point.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp, log

from agents.memory.language.stems import stem_words
from agents.memory.language.words import FIRST_PERSON, any_of
from agents.mind.speech.candidates import Candidate, Origin, SpeechMoment
from agents.mind.speech.choosing.reply_readings import ReplyReadings
from agents.mind.speech.choosing.reply_weights import READ, UNREAD
from agents.mind.speech.choosing.sorts import ANYTHING, EXCHANGE, find_sort
from agents.mind.speech.judgement import rank_candidates
from agents.mind.speech.kinds import found_by
from agents.mind.speech.questions import find_favour, keep_questions
from agents.mind.voice.asking import is_question
from agents.mind.voice.courtesies import is_farewell, is_greeting
from late.late_pattern import late_pattern

#: What fits so well was decided by rule, such as what the agent is about, or a greeting.
DECIDED = 1.5

#: An exchange that answers so likely was written for just such words: of those that readers judged
#: none was bettered by a reader's choice.
WRITTEN = 0.6

#: And so was what is written behind the agent's own words, what the asker has told, and asks for,
#: what is kept from others, and a favour that is granted or not: how right that is, its words do
#: not show.
_DECIDED = frozenset(
    {
        found_by.BEHIND_SAID,
        found_by.REASON,
        found_by.MESSAGES,
        found_by.FAVOUR,
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

#: So many replies are given to a reader.
MOST_READ = 24

#: What fits anything is worth so much less to who has just heard such a line.
TIRED = 0.6

#: A fit above this says no more.
_MOST_FIT = 1.4

#: A chance is taken for this, or for what it lacks of 1, at least.
_RARE = 0.02

READING = "reading"
"""The sign that a reader gives, a log of odds."""


def list_signs(candidate: Candidate, sort: str) -> Iterator[tuple[str, float]]:
    """Yield the signs of a candidate of a sort, each with its size."""
    yield "base", 1.0
    yield f"of {sort}", 1.0
    yield f"fit of {sort}", min(candidate.fit, _MOST_FIT)
    if sort == EXCHANGE:
        chance = min(max(candidate.chance, _RARE), 1 - _RARE)
        yield "chance", log(chance / (1 - chance))


def weigh_signs(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return from 0 to 1 what a reply with these signs is worth."""
    return 1 / (1 + exp(-sum(weights.get(name, 0.0) * size for name, size in signs.items())))


def find_worth(candidate: Candidate, reading: float | None) -> float:
    """Return from 0 to 1 what a candidate is worth; `reading` is a reader's log of odds."""
    signs = dict(list_signs(candidate, find_sort(candidate)))
    if reading is None:
        return weigh_signs(signs, UNREAD)
    return weigh_signs({**signs, READING: reading}, READ)


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


def choose_to_read(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Return those of `candidates` that are read, the likeliest, the same words once."""
    new = {each.words: each for each in sorted(candidates, key=lambda each: each.fit)}
    return sorted(new.values(), key=lambda each: -find_worth(each, None))[:MOST_READ]


async def rate_replies(
    candidates: Sequence[Candidate], moment: SpeechMoment, line: str, readings: ReplyReadings
) -> list[Candidate]:
    """Return what may be said to `line`, with what it is worth; nothing where rules decide.

    They do where no reader reads, or a rule is sure of what has to be said.
    """
    sound = [each.candidate for each in rank_candidates(candidates, moment) if not each.faults]
    if not sound or is_decided(sound[0], line):
        return []
    gestures = [replace(each, worth=find_worth(each, None)) for each in sound if each.is_gesture]
    said = choose_to_read(each for each in sound if not each.is_gesture)
    before = moment.own[-1] if moment.own else ""
    read = await readings.read(before, line, [each.words for each in said])
    tired = _is_tired(candidates, moment)
    rated = [_rate(each, read[each.words], tired) for each in said if each.words in read]
    return [*rated, *gestures] if rated else []


def _rate(candidate: Candidate, reading: float, tired: bool) -> Candidate:
    worth = find_worth(candidate, reading)
    less = TIRED if tired and find_sort(candidate) == ANYTHING else 1.0
    return replace(candidate, worth=less * worth)


def _is_tired(candidates: Iterable[Candidate], moment: SpeechMoment) -> bool:
    """Return whether the agent has just said what fits anything."""
    anything = {each.words for each in candidates if find_sort(each) == ANYTHING}
    return not anything.isdisjoint(moment.own[-2:])
