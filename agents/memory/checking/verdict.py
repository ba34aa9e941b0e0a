"""The verdict on a sentence: whether the memories that it rests on support or contradict it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from agents.memory.checking.certainty import find_lost_doubt, find_lost_limit, find_wrong_time
from agents.memory.checking.claims import measure_shared
from agents.memory.checking.denial import find_denied
from agents.memory.checking.figures import find_wrong_day, find_wrong_name, find_wrong_number
from agents.memory.checking.later_words import (
    find_disputed,
    find_outdated,
    find_taken_back,
    find_wrong_speaker,
)
from agents.memory.checking.reading import Statement, find_names, read_sources, read_statement
from agents.memory.checking.roles import find_wrong_doer
from agents.memory.language.evidence import Source

Judgement = Literal["supports", "contradicts", "cannot tell"]

#: How much of a sentence its memories must have to support it.
_SUPPORTED = 0.6

_RULES: Sequence[Callable[[Statement, Sequence[Statement]], str]] = (
    find_wrong_number,
    find_wrong_day,
    find_wrong_name,
    find_wrong_doer,
    find_taken_back,
    find_outdated,
    find_denied,
    find_disputed,
    find_wrong_speaker,
    find_lost_doubt,
    find_lost_limit,
    find_wrong_time,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the memories say of a sentence; `why` is a clause, empty unless they contradict it."""

    judgement: Judgement
    why: str = ""


def judge_sentence(
    sentence: str, sources: Sequence[Source], people: Collection[str] = ()
) -> Verdict:
    """Return whether `sources`, in the order in which they happened, support `sentence`.

    `people` are names that are known besides those of the sources.

    The rules go by words.  What contradicts has nearly the words of a memory and differs in a
    number, a day, a name, in who did it, in whether it is so, or in how sure it is.
    """
    texts = [each.text for each in sources]
    speakers = [each.speaker for each in sources if each.speaker]
    names = find_names([*texts, sentence], [*speakers, *people])
    told = read_sources(sources, names)
    stated = read_statement(sentence, names)
    for rule in _RULES:
        if why := rule(stated, told):
            return Verdict("contradicts", why)
    known = frozenset(part for each in told for part in each.content)
    shared = len(stated.content & known) / len(stated.content) if stated.content else 0.0
    best = max((measure_shared(stated, each) for each in told), default=0.0)
    return Verdict("supports" if max(shared, best) >= _SUPPORTED else "cannot tell")
