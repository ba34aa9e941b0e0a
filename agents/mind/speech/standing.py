"""What the sentences of an agent's summaries answer: those of a person, and those that are true."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from agents.in_parts import InParts
from agents.meaning import NO_MEANINGS, Meanings
from agents.mind.speech.questions import is_of_the_kind, wants_to_know
from agents.mind.speech.remembered import (
    COVERED,
    NEAR_OTHER,
    NEAR_OWN,
    NEVER,
    OTHERS_FIT,
    Asked,
    Remembered,
    find_topic_stems,
    is_about_the_two,
    rate_meaning,
)
from agents.mind.speech.remembering.covering import LEAST_SHARED, cover
from agents.mind.speech.turning import turn_to_hearer
from agents.prose import has_quotes, soften_quotes
from late.late_dataclass import late_dataclass

#: What a person wrote goes before what single memories say of it.
WRITTEN_FIRST = 0.1

#: It fits no better by one word alone: the voice's own answer to just that goes first.
ONE_WORD_FIT = 0.85


@late_dataclass(frozen=True, slots=True)
class Standing:
    """A sentence of a standing summary that an agent may say."""

    sentence: str
    source: str
    """Where it stands and what it rests on."""
    last: int
    """The last memory that its summary stands for."""
    is_written: bool
    """Whether a person wrote it by hand."""


def recall_standing(
    standing: Iterable[Standing], asked: Asked, meanings: Meanings = NO_MEANINGS
) -> InParts[list[Remembered]]:
    """Return what sentences have to say about the words heard, the best first."""
    about, found = find_topic_stems(asked), list[Remembered]()
    for each in standing:
        if _may_be_told(each.sentence, asked):
            found.append(_make_remembered(each, about, asked))
            yield
    rated = _rank(rate_meaning(found, asked, meanings))
    return sorted(rated, key=lambda each: -each.fit)


def _rank(found: Iterable[Remembered]) -> Iterator[Remembered]:
    for each in found:
        first = WRITTEN_FIRST if each.answers and not each.spare else 0.0
        yield replace(each, fit=min(1.0, each.fit + first))


def _make_remembered(each: Standing, about: frozenset[str], asked: Asked) -> Remembered:
    fit = cover(about, each.sentence)
    shared = round(fit * len(about))
    fits = is_of_the_kind(each.sentence, asked.heard)
    most = OTHERS_FIT if not each.is_written else 1.0 if shared > 1 else ONE_WORD_FIT
    told = turn_to_hearer(soften_quotes(each.sentence), asked.partner)
    of_them = is_about_the_two(asked.heard) and told != each.sentence
    near = NEAR_OWN if of_them else NEAR_OTHER
    return Remembered(
        sentence=told,
        fact=soften_quotes(each.sentence),
        bare=each.sentence,
        seq=each.last,
        fit=min(fit, most),
        answers=fits and fit >= COVERED and shared >= min(LEAST_SHARED, len(about)) > 0,
        near_enough=near if fits and each.is_written else NEVER,
        source=each.source,
        spare=not each.is_written,
    )


def _may_be_told(sentence: str, asked: Asked) -> bool:
    """Return whether the asker may hear a sentence: quoted words may have been for one alone."""
    own = asked.partner in sentence and not asked.overheard
    return not wants_to_know(sentence) and (own or not has_quotes(sentence))
