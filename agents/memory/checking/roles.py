"""Contradictions in who did what: giver and receiver turned round, or another doer of the same."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise, permutations

from agents.memory.checking.aligning.verb_places import is_verb
from agents.memory.checking.cues import OTHERS_DO
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word
from agents.memory.language.stems import stem_word
from agents.memory.language.words import BEING, COORDINATORS, HAVING, PREPOSITIONS, QUESTION_WORDS

#: Verbs that tell the same deed from its two ends.
_CONVERSE = "lend borrow / buy sell / teach learn / win lose / owe lend"
#: Subjects that stand for somebody named before.
_STANDING_FOR = frozenset(("he", "she", "they", "who"))
_OBJECTS = frozenset(("me", "us", "him", "them"))
#: Doers of whom it is not told who they are.
_WITH_OTHERS = frozenset(("we", "we've", "we'll", "we're", "we'd"))
_RECEIVING = frozenset(("receive", "receives", "received", "receiving"))
#: What stands before a deed that is done to its subject: "was taken by", "had it cut by".
_SUFFERING = frozenset((*BEING, *HAVING, "got"))
#: Words between a deed and the thing that it is done to.
_REACH = 4


def find_wrong_doer(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return what somebody else did, or did to somebody else, by the memories; empty if nothing."""
    for at, word in enumerate(sentence.words):
        if word.stem and is_verb(sentence.words, at):
            wrong = _find_turned(sentence, at, told) or _find_other_doer(sentence, at, told)
            if wrong:
                return wrong
    return ""


def _find_turned(sentence: Statement, at: int, told: Sequence[Statement]) -> str:
    doer, receiver = _find_ends(sentence.words, at)
    if not doer or not receiver or doer == receiver:
        return ""
    found = ""
    for each in told:
        for other, word in enumerate(each.words):
            converse = (sentence.words[at].stem, word.stem) in _pair_converse()
            if not converse and word.stem != sentence.words[at].stem:
                continue
            ends = _find_ends(each.words, other)
            if ends == ((receiver, doer) if converse else (doer, receiver)):
                return ""
            if ends == ((doer, receiver) if converse else (receiver, doer)):
                found = f"who did it to whom is turned round: {sentence.words[at].text}"
    return found


@cache
def _pair_converse() -> frozenset[tuple[str, str]]:
    lines = [tuple(map(stem_word, line.split())) for line in _CONVERSE.split("/")]
    return frozenset(pair for line in lines for pair in permutations(line, 2))


def _find_other_doer(sentence: Statement, at: int, told: Sequence[Statement]) -> str:
    """Return whose deed it was, if the memories tell the same deed on the same thing of another."""
    words = sentence.words
    doer, thing = _find_subject(words, at), _find_thing(words, at)
    before = {each.text for each in words[:at]}
    if doer in ("", SOMEBODY) or not thing or before & OTHERS_DO or _is_passive(words, at):
        return ""
    if words[at].text in _RECEIVING:
        return ""
    mine = {doer, *_list_joined(words, at, doer)}
    doers = [
        (each.words, other)
        for each in told
        for other, word in enumerate(each.words)
        if word.stem == words[at].stem and _find_thing(each.words, other) == thing
    ]
    if doers and all(_is_of_others(there, at, mine) for there, at in doers):
        return f"somebody else did it: {words[at].text}"
    return ""


def _is_of_others(words: Sequence[Word], at: int, mine: Collection[str]) -> bool:
    """Return whether the doer of the deed at `at` is known, and none of `mine`."""
    doer = _find_subject(words, at)
    return doer not in ("", SOMEBODY) and _list_joined(words, at, doer).isdisjoint(mine)


def _list_joined(words: Sequence[Word], at: int, doer: str) -> frozenset[str]:
    """Return who does the deed at `at` together with `doer`, who is one of them: "Bo and Ada"."""
    n = next((n for n in range(at - 1, -1, -1) if words[n].person == doer), 0)
    joined = {doer}
    while n > 1 and words[n - 1].text in ("and", ",") and words[n - 2].person:
        n -= 2
        joined.add(words[n].person)
    return frozenset(joined)


def _find_ends(words: Sequence[Word], at: int) -> tuple[str, str]:
    """Return who does the deed at `at` and to whom, as far as the words tell."""
    doer, receiver = _find_subject(words, at), _find_next_person(words, at)
    if _is_passive(words, at) or words[at].text in _RECEIVING:
        return receiver, doer
    return doer, receiver


def _is_passive(words: Sequence[Word], at: int) -> bool:
    being = any(each.text in _SUFFERING for each in words[max(0, at - 3) : at])
    behind = words[at + 1 : at + 3 + _REACH]
    by = any(one.text == "by" and other.person for one, other in pairwise(behind))
    return being and (by or any(each.text == "by" for each in behind[:2]))


def _find_subject(words: Sequence[Word], at: int) -> str:
    for n in range(at - 1, -1, -1):
        word = words[n]
        if word.is_mark and word.text != ",":
            return ""
        if _is_object(words, n, at):
            continue
        pronoun = word.text.partition("'")[0]
        if pronoun in _STANDING_FOR or pronoun == "that":  # who says so did not do it
            return _find_named(words[:at], word)
        if word.person:
            return "" if word.owns or word.text in _WITH_OTHERS else word.person
    return ""


def _is_object(words: Sequence[Word], at: int, verb: int) -> bool:
    """Return whether the person at `at` suffers another deed than that at `verb`: "gave me a cup
    and took"."""
    if not at or not any(w.is_mark or w.text in COORDINATORS for w in words[at + 1 : verb]):
        return False
    suffers = words[at].text in _OBJECTS or words[at - 1].text in PREPOSITIONS
    return suffers or is_verb(words, at - 1)


def _find_named(words: Sequence[Word], standing: Word) -> str:
    """Return for whom a word stands, if there is but one: "Penny, who", "I met Ada and she"."""
    before = words[: next(i for i, each in enumerate(words) if each is standing)]
    if standing.text in QUESTION_WORDS:
        return before[-1].person if before and not before[-1].owns else ""
    named = {each.person for each in before if each.person not in ("", SELF, SOMEBODY)}
    single = standing.text.partition("'")[0] in ("he", "she")
    return named.pop() if single and len(named) == 1 else ""


def _find_next_person(words: Sequence[Word], at: int) -> str:
    for word in words[at + 1 : at + 1 + 2 * _REACH]:
        if word.is_mark:
            return ""
        if word.person:
            return word.person
    return ""


def _find_thing(words: Sequence[Word], at: int) -> str:
    for word in words[at + 1 : at + 1 + _REACH]:
        if word.is_mark:
            return ""
        if word.stem:
            return word.stem
    return ""
