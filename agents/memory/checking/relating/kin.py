"""Contradictions in who is whose: the uncle, the nephew, the widow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.reading import SOMEBODY, Statement
from agents.memory.language.words import BEING, DENYING

#: Who is what to whom: those of a group are called so by those of the other.
_PAIRS = (
    ("uncle aunt", "nephew niece"),
    ("father mother parent", "son daughter child"),
    ("grandfather grandmother", "grandson granddaughter grandchild"),
    ("husband", "wife"),
    ("brother sister twin", "brother sister twin"),
    ("cousin", "cousin"),
    ("master mistress", "apprentice servant"),
    ("teacher", "pupil student"),
)
_CONVERSE = {
    word: frozenset(there.split())
    for one, other in _PAIRS
    for here, there in ((one, other), (other, one))
    for word in here.split()
}

_Kin = tuple[str, str, str]
"""Somebody, what they are to the other, and the other."""


def find_wrong_kin(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return what somebody is to somebody else by the memories, where the sentence has another
    word for it; empty if there is nothing of the kind."""
    here = [*_list_kin(sentence)]
    known = [each for one in told for each in _list_kin(one)] if here else []
    for who, kin, whose in here:
        same = {k for a, k, b in known if (a, b) == (who, whose)}
        turned = {k for a, k, b in known if (a, b) == (whose, who)}
        fits = kin in same or any(kin in _CONVERSE[each] for each in turned)
        if (same or turned) and not fits and not _are_of_one_kind(kin, same):
            return f"the memories do not call {who.capitalize()} the {kin}"
    return ""


def _are_of_one_kind(kin: str, others: set[str]) -> bool:
    """Return whether a word may stand for one of `others`: a twin is a brother."""
    return any(_CONVERSE[kin] == _CONVERSE[each] for each in others)


def _list_kin(statement: Statement) -> Iterator[_Kin]:
    if statement.asks or not statement.texts.isdisjoint(DENYING):
        return
    for clause in statement.clauses:
        at = next((n for n, word in enumerate(clause) if word.text in _CONVERSE), None)
        being = next((n for n, word in enumerate(clause) if word.text in BEING), None)
        if at is None or being is None or being > at:
            continue
        who = {each.person for each in clause[:being] if each.person and not each.owns}
        behind = clause[being:]
        whose = {each.person for each in behind if each.person}
        named = {*who, *whose} - {SOMEBODY}
        if len(who) == len(whose) == 1 and len(named) == 2:
            yield who.pop(), clause[at].text, whose.pop()
