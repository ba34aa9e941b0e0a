"""Contradictions in which value belongs to what: a number, day or colour of another claim."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from agents.memory.checking.figures import is_between, is_rounded, is_within_span
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word
from agents.memory.language.stems import stem_word
from agents.memory.language.words import DAY_TIMES, MONTHS, SEASONS, WEEKDAYS

#: How much of the rest of a claim a statement must have to be about the same.
_ABOUT = 0.6

_DAYS = (WEEKDAYS, MONTHS, DAY_TIMES, SEASONS)

#: Words of which one excludes the others of its line.
_KINDS = """
    red blue green yellow black white brown grey orange purple pink
    north south east west
    copper brass iron tin steel bronze
    oak elm ash pine willow birch beech
    breakfast lunch dinner supper
    morning afternoon evening
"""


def find_mixed_value(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that a value of the sentence belongs to another claim of the memories; or empty."""
    for at, word in enumerate(sentence.words):
        kind = _find_kind(word)
        if not kind or _may_be_meant(sentence.words, at, told):
            continue
        having = [each for each in told if _has(each, word)]
        if having or kind != "number":
            rest = _name_all(sentence) - {word.sense}
            if len(rest) > 1 and (other := _find_other(kind, rest, having, told)):
                return f"{word.text} where the memories say {other}"
            if word.stem and not having and (other := _find_new(kind, rest, told)):
                return f"{word.text} where the memories say {other}"
    return ""


def find_exchanged_value(claim: Statement, told: Sequence[Statement]) -> str:
    """Return that a value of a clause stands beside other words in the memories; or empty."""
    known = frozenset[str]().union(*(each.senses for each in told))
    told_values = (each for each in claim.words if each.sense in known)
    values = [(e, kind) for e in told_values if (kind := _find_kind(e) or _find_name(e))]
    if not values:
        return ""
    clauses = [clause for each in told for clause in each.clauses]
    speakers, content = {each.speaker for each in told}, _name_words(claim.words)
    named = [(each, _name_words(each)) for each in clauses]
    for word, kind in values:
        name = word.sense
        having = [each for each, words in named if name in words]
        if not having:
            continue
        rest = content - speakers - {name}
        most = max(len(rest & words) for _, words in named if name in words)
        for clause, words in named:
            shared = len(rest & words)
            own = kind != "name" and _names_other(claim, clause, having)
            if shared > most and 2 * shared >= len(rest) and clause not in having and not own:
                others = {w.sense for w in clause if (_find_kind(w) or _find_name(w)) == kind}
                # "The white one" is set beside another: both are told.
                told_too = claim.around if "one" in claim.all_texts else ()
                others = {each for each in others - rest if each not in told_too}
                if others:
                    return f"{word.text} where the memories say {min(others)}"
    return ""


def _may_be_meant(words: Sequence[Word], at: int, told: Sequence[Statement]) -> bool:
    """Return whether a value is a rough number of the memories, or a day within a span."""
    if not words[at].day:
        known = [w.number for each in told for w in each.words if w.number is not None]
        return is_rounded(words, at, known)
    kind = next(each for each in _DAYS if words[at].day in each)
    if is_within_span(words[at].day, kind, told):
        return True
    named = [{word.day for word in each.words} for each in told]
    spans = [[day for day in kind if day in days] for days in named]
    return any(len(each) > 1 and is_between(words[at].day, each, kind) for each in spans)


def _names_other(
    claim: Statement, clause: Sequence[Word], having: Sequence[Sequence[Word]]
) -> bool:
    """Return whether a clause is about somebody else than the claim, and one that has the value is
    about the same person."""
    persons = claim.persons - {SELF}
    others = {each.person for each in clause if each.person} - persons
    return bool(others) and any(each.person in persons for one in having for each in one)


def _find_name(word: Word) -> str:
    """Return the kind "name" of a name that is written out and owns nothing; else empty."""
    return "name" if word.text == word.person != SELF and not word.owns else ""


def _name_words(words: Sequence[Word]) -> frozenset[str]:
    return frozenset(each.sense for each in words) - {"", SELF, SOMEBODY}


def _find_new(kind: str, rest: frozenset[str], told: Sequence[Statement]) -> str:
    """Return the value of a kind in memories that have half of `rest`, but not the value itself."""
    known = frozenset[str]().union(*map(_name_all, told))
    others = {w.sense for each in told for w in each.words if _find_kind(w) == kind}
    return min(others - rest, default="") if 2 * len(rest & known) >= len(rest) else ""


def _find_other(
    kind: str, rest: frozenset[str], having: Sequence[Statement], told: Sequence[Statement]
) -> str:
    """Return the value of a kind that a statement has with most of `rest`, more than `having`."""
    most = max((len(rest & _name_all(each)) for each in having), default=0)
    sources = {each.source for each in having if kind == "number"}
    for each in told:
        shared = len(rest & _name_all(each))
        if each.source not in sources and most < shared and shared >= _ABOUT * len(rest):
            others = {w.sense for w in each.words if _find_kind(w) == kind} - rest
            return min(others, default="")
    return ""


def _has(statement: Statement, word: Word) -> bool:
    return any(each.sense == word.sense for each in statement.words)


def _name_all(statement: Statement) -> frozenset[str]:
    named = {each.sense for each in statement.words}
    return frozenset(named | {statement.speaker}) - {"", SELF}


def _find_kind(word: Word) -> str:
    """Return of which kind a value is; empty if the word is none."""
    if word.number is not None:
        return "number"
    if word.day:
        return next(each[0] for each in _DAYS if word.day in each)
    return _map_kinds().get(word.stem, "")


@cache
def _map_kinds() -> dict[str, str]:
    lines = [line.split() for line in _KINDS.strip().splitlines()]
    return {stem_word(word): line[0] for line in lines for word in line}
