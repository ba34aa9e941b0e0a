"""Contradictions in to whom something was said, and who of the two said it."""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.checking.aligning.deeds import list_deeds
from agents.memory.checking.reading import SELF, Statement
from agents.memory.language.stems import stem_each
from agents.memory.language.words import SAYING, SAYING_HOW

#: How much of the words the memory must have for them to be the same.
_SAME = 0.5


def find_wrong_hearer(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that the memory tells it as said to somebody else, or by the other; empty if not."""
    for deed in list_deeds(sentence):
        if deed.verb not in stem_each(" ".join((*SAYING, *SAYING_HOW))) or deed.denied:
            continue
        hearer = deed.to or deed.thing
        said = [each for each in told if each.hearer and _shares(sentence, each)]
        if (
            not deed.doer
            or not hearer
            or any((each.speaker, each.hearer) == (deed.doer, hearer) for each in said)
        ):
            continue
        for each in said:
            if (each.speaker, each.hearer) == (hearer, deed.doer):
                return "the other one said it"
            if each.speaker == deed.doer and hearer in _list_people(told):
                return "it was said to somebody else"
    return ""


def _list_people(told: Sequence[Statement]) -> frozenset[str]:
    """Return all who may be meant by a hearer: else it is a thing that is told."""
    found = {person for each in told for person in (*each.persons, each.hearer)}
    return frozenset(found | {SELF}) - {""}


def _shares(sentence: Statement, other: Statement) -> bool:
    about = other.all_stems
    return len(about & sentence.all_stems) >= _SAME * len(about)
