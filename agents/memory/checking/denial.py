"""Contradictions in whether something is so: one of the two denies what the other tells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from agents.memory.checking.claims import find_same_claim, list_denied, select_clauses
from agents.memory.checking.cues import DOUBT, INTENDING, OF_ALL
from agents.memory.checking.reading import SELF, Statement, Word
from agents.memory.language.stems import stem_word

_OPPOSITES = """
    before after / above below / up down / open close shut / more less fewer / first last
    / left right / north south / east west / early late / always never / start finish end stop
    / begin end / hot cold / old young / big small / cheap dear expensive / alive dead / love hate
    / remember forget / same different opposite / full empty / strong weak / pass fail / black white
    / true false / safe dangerous / win lose / near far / new old / agree refuse / like dislike
    / higher lower / sweet bitter / odd even / deep shallow / tall short / long short / wide narrow
    / rich poor / fast slow / heavy light / thick thin / dry wet / clean dirty / awake asleep
    / loud quiet / sharp blunt / lack have / deepest shallowest / tallest shortest
    / biggest smallest / richest poorest / fastest slowest / best worst / oldest youngest
    / allowed forbidden
"""
#: Where one of the two excepts something, denials do not tell.
_EXCEPTING = frozenset(("except", "only", "unless"))


def find_denied(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return how the memory that makes the same claim denies it; empty if it does not."""
    same = find_same_claim(sentence, told) or _find_opposite_claim(sentence, told)
    if same is None or not _can_deny(sentence, same):
        return ""
    opposite = _find_opposites(sentence.stems - same.stems, same.stems - sentence.stems)
    here = list_denied(sentence.words, opposite)
    there = list_denied(select_clauses(same, sentence.stems), opposite)
    if not here <= same.all_stems | opposite or not there <= sentence.all_stems | opposite:
        return ""  # what one denies is not what the other tells
    if (bool(here) + bool(there) + bool(opposite)) % 2:
        return "it says the opposite of the memory"
    return ""


def _can_deny(sentence: Statement, same: Statement) -> bool:
    """Return whether the two tell of the same in such a way that one may deny the other."""
    if same.asks or same.texts & DOUBT:
        return False
    if _EXCEPTING & (sentence.texts | same.texts) or _excepts_some(same.words):
        return False
    if sentence.texts & INTENDING and not same.texts & INTENDING:
        return False  # "I promised to write more often." denies no "You never write."
    return not sentence.persons - same.persons - {SELF}  # else somebody else may not have done it


def _excepts_some(words: Sequence[Word]) -> bool:
    """Return whether "but" stands for "except": "all but one"."""
    for at, word in enumerate(words):
        if word.text == "but" and any(each.text in OF_ALL for each in words[max(0, at - 2) : at]):
            return True
    return False


def _find_opposite_claim(sentence: Statement, told: Sequence[Statement]) -> Statement | None:
    """Return a statement that has all of a short sentence, but for one opposite."""
    for each in told:
        missing = sentence.content - each.content
        if len(missing) == 1 and _find_opposites(missing, each.stems - sentence.stems):
            return each
    return None


def _find_opposites(some: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Return the stems of `some` and `others` that are each other's opposites."""
    pairs = [(one, other) for one in some for other in others if (one, other) in _pair_opposites()]
    return frozenset(stem for pair in pairs for stem in pair)


@cache
def _pair_opposites() -> frozenset[tuple[str, str]]:
    lines = [tuple(map(stem_word, line.split())) for line in _OPPOSITES.split("/")]
    return frozenset(
        (one, other) for line in lines for one in line for other in line if one != other
    )
