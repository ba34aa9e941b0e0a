"""Finds what a reply is worth to who hears it, by how it was found and how it reads there.

A worth is what readers thought of such replies (`tools.replies.weights`): 1 where all called them
to the point, 0.45 where they would pass anywhere, 0 where they were beside the point.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp, log

from agents.mind.speech.candidates import Candidate, SpeechMoment
from agents.mind.speech.choosing.decided import is_decided
from agents.mind.speech.choosing.reply_readings import ReplyReadings
from agents.mind.speech.choosing.reply_weights import READ, UNREAD
from agents.mind.speech.choosing.sorts import ANYTHING, EXCHANGE, find_sort
from agents.mind.speech.judgement import rank_candidates

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
