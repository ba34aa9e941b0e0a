"""Contradictions in what is told of which: a memory tells one thing of this and another of that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.aligning.deeds import list_deeds
from agents.memory.checking.aligning.placed import denies, is_denying
from agents.memory.checking.aligning.verb_places import is_past_form
from agents.memory.checking.cues import DOUBT
from agents.memory.checking.reading import Statement, Word
from agents.memory.language.meanings.kinds import are_of_one_kind
from agents.memory.language.meanings.opposites import are_opposites
from agents.memory.language.meanings.relations import relate
from agents.memory.language.stems import stem_word
from late.late_dataclass import late_dataclass

_Clause = Sequence[Word]

#: Content words of a clause that has no verb of its own.
_ELLIPTIC = 2
_SIDES = frozenset(("left", "right"))


def find_crossed(claim: Statement, told: Sequence[Statement]) -> str:
    """Return that a claim tells of one thing what a memory tells of another; empty if it does not.

    Two clauses of a memory are set against each other by two words that exclude one another: left
    and right, oak and ash.  The claim has one of these, and what the clause of the other tells.
    """
    if claim.asks or claim.all_texts & DOUBT or denies(claim):
        return ""
    told_of = _name(claim.words)
    for each in told:
        if not each.asks and (crossed := _find_other_state(claim, each)):
            return f"{crossed} is told of another"
        if each.asks or len(claim.stems & each.stems) < 2:
            continue
        for clause, other in _list_pairs(each.clauses):
            if crossed := _find_crossing(told_of, clause, other):
                return f"{crossed} is told of another"
    return ""


def _find_other_state(claim: Statement, each: Statement) -> str:
    """Return what one thing is by a statement, where the claim has it with another thing which, by
    the same statement, is something else."""
    states = [deed for deed in list_deeds(each) if deed.is_state and deed.doer and not deed.denied]
    for one in states:
        for other in states:
            apart = one.doer != other.doer and one.verb != other.verb
            told = apart and one.doer in claim.content and other.verb in claim.all_stems
            if told and other.doer not in claim.content and one.verb not in claim.all_stems:
                return other.word
    return ""


@late_dataclass(frozen=True, slots=True)
class _Side:
    """One of two clauses that are set against each other."""

    words: _Clause
    keys: tuple[str, ...]
    """What each of the words is compared by."""
    named: frozenset[str]
    """The same, each once."""


def _list_pairs(clauses: Sequence[_Clause]) -> Iterator[tuple[_Side, _Side]]:
    plain = [_read_side(each) for each in clauses if not _denies(each)]
    for at, one in enumerate(plain):
        for other in plain[at + 1 :]:
            yield one, other
            yield other, one


def _read_side(clause: _Clause) -> _Side:
    keys = tuple(map(_key, clause))
    return _Side(clause, keys, frozenset(filter(None, keys)))


def _denies(clause: _Clause) -> bool:
    return any(is_denying(each) for each in clause)


def _find_crossing(told: frozenset[str], clause: _Side, other: _Side) -> str:
    """Return the word of a claim, which names what is `told`, that `clause` has of its own, if what
    excludes it is in `other` together with the rest of the claim."""
    own, others = clause.named - other.named, other.named - clause.named
    if told.isdisjoint(own) or others <= told:
        return ""
    for word, key in zip(clause.words, clause.keys, strict=True):
        if key not in told or key not in own:
            continue
        for there, each in enumerate(other.keys):
            if each not in others or each in told:
                continue
            carried = _list_carried(clause.words, clause.words.index(word), other.words, there)
            rest = told - {key, *carried}
            fits = 2 * len(rest & others) >= len(rest) > 0 and rest.isdisjoint(own)
            if fits and (carried or _excludes(word, other.words[there])):
                return word.text
    return ""


def _list_carried(clause: _Clause, at: int, other: _Clause, there: int) -> list[str]:
    """Return the stems for which "one" stands in one of two clauses: "the red boat, the blue one",
    with what is told of both: "the red boat leaks, the blue one, too"."""
    if _is_pronoun(clause, at + 1):
        return [each.stem for each in other[there + 1 : there + 2] if each.stem]
    if not _is_pronoun(other, there + 1):
        return []
    alone = sum(bool(each.stem) for each in other) <= _ELLIPTIC
    behind = [each.stem for each in clause[at + 1 :] if each.stem]
    return behind[: 2 if alone else 1]


def _is_pronoun(clause: _Clause, at: int) -> bool:
    return at < len(clause) and clause[at].text in ("one", "ones")


def _name(clause: _Clause) -> frozenset[str]:
    return frozenset(filter(None, map(_key, clause)))


def _key(word: Word) -> str:
    """Return what a word is compared by: its number, its stem, or itself where it tells a side."""
    if word.number is not None:
        return f"{word.number:g}"
    return word.text if word.text in _SIDES else word.stem


def _excludes(one: Word, other: Word) -> bool:
    verbs = is_past_form(one) or is_past_form(other)
    return not verbs and (
        are_opposites(stem_word(one.text), stem_word(other.text))
        or are_of_one_kind(one.stem, other.stem)
        or relate(stem_word(one.text), stem_word(other.text)) == "opposite"
    )
