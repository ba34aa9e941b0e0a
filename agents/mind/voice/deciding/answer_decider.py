"""Deciding which of the exchanges that are near to what was heard answer it.

The nearest is often of the same things and answers something else.  A chance is told from signs
(`answer_signs`) by weights that were learnt from judged answers (`tools.exchanges.weights`): it
is the share of exchanges with such signs that readers called an answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp

from agents.mind.voice.deciding.answer_signs import contradicts, measure_signs
from agents.mind.voice.deciding.answer_weights import BY_MEANING, BY_READING, BY_WORDS
from agents.mind.voice.retrieval import SAME_WORDS, NearExchange, VoiceIndex

#: So many of the nearest exchanges are looked at; some 0.1 ms each.
LOOKED_AT = 20

#: An exchange answers from this chance on: where a sentence model compared, and by words alone.
LEAST_CHANCE, LEAST_CHANCE_BY_WORDS = 0.35, 0.35

#: And where it was read together with what was heard.
LEAST_CHANCE_READ = 0.4

#: Below this chance an exchange has nothing to do with what was heard.
UNLIKELY = 0.15

READ = "read together"
"""The sign that a reader gives, a log of odds."""


def choose_answers(
    index: VoiceIndex, heard: str, near: Sequence[NearExchange]
) -> list[NearExchange]:
    """Return those of `near` that answer `heard`, the best first.

    `near` are exchanges of `index`, the nearest first.  None is nearer than the one before it: its
    score is lowered at need, so that the best goes before others also where scores count.
    """
    return split_answers(index, heard, near)[0]


def split_answers(
    index: VoiceIndex, heard: str, near: Sequence[NearExchange]
) -> tuple[list[NearExchange], list[NearExchange]]:
    """Return what `choose_answers` does, and in the same way what hardly answers."""
    asked = index.remove_own_name(heard)
    looked_at = list(near[:LOOKED_AT])
    signs = measure_signs(asked, looked_at, index.weigh, index.meanings)
    likely: list[NearExchange] = []
    unlikely: list[NearExchange] = []
    for each, sign in zip(looked_at, signs, strict=True):
        chance, least = _weigh_signs(sign, each, index.find_reading(heard, each))
        if chance >= UNLIKELY and not contradicts(asked, each.heard):
            (likely if chance >= least else unlikely).append(replace(each, chance=chance))
    return _put_in_order(likely), _put_in_order(unlikely)


def find_chance(
    near: NearExchange, signs: Mapping[str, float], weights: Mapping[str, float]
) -> float:
    """Return from 0 to 1 how likely an exchange with these signs answers."""
    if near.words >= SAME_WORDS:
        return 1.0
    total = sum(weight * signs[name] for name, weight in weights.items())
    return 1 / (1 + exp(-total))


def _weigh_signs(
    signs: Mapping[str, float], near: NearExchange, read: float | None
) -> tuple[float, float]:
    """Return how likely an exchange answers, and how likely it has to be."""
    if read is not None:
        chance = find_chance(near, {**signs, READ: read}, BY_READING)
        return chance, LEAST_CHANCE_READ
    if near.meant:
        return find_chance(near, signs, BY_MEANING), LEAST_CHANCE
    return find_chance(near, signs, BY_WORDS), LEAST_CHANCE_BY_WORDS


def _put_in_order(rated: Sequence[NearExchange]) -> list[NearExchange]:
    """Return exchanges, the best first, with scores that fall: the first has the highest of all."""
    best = sorted(rated, key=lambda each: -each.chance - each.score)
    scores = sorted((each.score for each in best), reverse=True)
    return [replace(each, score=score) for each, score in zip(best, scores, strict=True)]
