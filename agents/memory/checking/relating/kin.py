"""Contradictions in who is whose: the uncle, the nephew, the widow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.aligning.verb_places import THEIR_OWN
from agents.memory.checking.reading import SOMEBODY, Statement, Word
from agents.memory.language.meanings.kin import OWNED, name_kin
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

#: How much of the rest of a sentence one statement must have.
_SAME = 0.6

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


def find_other_kin(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return the word for kin of the memories where the sentence has one that excludes it; empty if
    either has none, or several, or words that may be of the same two people."""
    here, there = _list_called([sentence]), _list_called(told)
    if sentence.asks or len(here) != 1 or len(there) != 1 or here.keys() & there.keys():
        return ""
    (kin, word), (other, _) = *here.items(), *there.items()
    if other in _CONVERSE.get(kin, ()) or not sentence.texts.isdisjoint(DENYING):
        return ""
    rest = sentence.content - {word.stem}
    best = max(len(rest & each.content) for each in told)
    if len(rest) > 1 and best >= _SAME * len(rest):
        return f"{word.text} where the memories say {other}"
    return ""


def _list_called(told: Sequence[Statement]) -> dict[str, Word]:
    """Return each kin that statements name, with its word; somebody's boy is their son."""
    found = dict[str, Word]()
    for each in told:
        for at, word in enumerate(each.words):
            owned = at > 0 and (each.words[at - 1].owns or each.words[at - 1].text in THEIR_OWN)
            kin = "" if word.person else name_kin(word.text)  # "my sister's" may be her child
            if kin and (owned or word.text not in OWNED):
                in_law = [one.text for one in each.words[at + 1 : at + 3]] == ["in", "law"]
                found.setdefault(f"{kin}-in-law" if in_law else kin, word)
    return found


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
