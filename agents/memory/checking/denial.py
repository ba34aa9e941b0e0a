"""Contradictions in whether something is so: one of the two denies what the other tells."""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.checking.claims import (
    find_negative,
    find_same_claim,
    list_denied,
    list_numbers,
    select_clauses,
)
from agents.memory.checking.cues import DOUBT, INTENDING, LATER, OF_ALL, WISHING
from agents.memory.checking.reading import SELF, Statement, Word, stem_any
from agents.memory.language.meanings.opposites import are_opposites
from agents.memory.language.stems import stem_word

_SOME = frozenset(("most", "some", "few", "many", "half", "several", "part"))
_FROM_THEN = frozenset(("since", "until", "till"))
_NOT = frozenset(("not", "never"))
_USED_TO = frozenset(("used", "to"))
#: Where one of the two excepts something, denials do not tell.
_EXCEPTING = frozenset(("except", "only", "unless"))


def find_denied(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return how the memory that makes the same claim denies it; empty if it does not."""
    same = find_same_claim(sentence, told) or _find_opposite_claim(sentence, told)
    if same is None or not _can_deny(sentence, same) or _is_others(same, sentence, told):
        return ""
    if any(each.texts & _FROM_THEN and list_denied(each.words) for each in (sentence, same)):
        return ""  # who was not seen since the fair was seen there
    opposite = _find_opposites(sentence.stems - same.stems, same.stems - sentence.stems)
    here = list_denied(sentence.words, opposite)
    there = list_denied(select_clauses(same, sentence.stems), opposite)
    if not here <= same.all_stems | opposite or not there <= sentence.all_stems | opposite:
        return ""  # what one denies is not what the other tells
    if _tells_both(sentence, here | there) or _is_told_too(here, there, same, told):
        return ""
    turned = (bool(here) + bool(there) + bool(opposite)) % 2
    if turned and not _may_agree(sentence, same, here | opposite, there | opposite):
        return "it says the opposite of the memory"
    return ""


def _tells_both(sentence: Statement, denied: frozenset[str]) -> bool:
    """Return whether the sentence tells and denies the same: "claims never to drink, yet drank"."""
    stems = [stem_any(each) for each in sentence.words]
    return any(stems.count(each) > 1 for each in denied)


def _is_told_too(
    here: frozenset[str], there: frozenset[str], same: Statement, told: Sequence[Statement]
) -> bool:
    """Return whether what is only denied in `same` is told plainly by another memory."""
    if here or not there:
        return False
    others = (each for each in told if each.source != same.source and not each.asks)
    return any(there <= each.all_stems and not list_denied(each.words) for each in others)


def _is_others(same: Statement, sentence: Statement, told: Sequence[Statement]) -> bool:
    """Return whether somebody else says it, while the sentence is about one who speaks, too."""
    speakers = {each.speaker for each in told} - {"", SELF}
    return same.speaker not in ("", *sentence.persons) and bool(speakers & sentence.persons)


def _may_agree(
    sentence: Statement, same: Statement, here: frozenset[str], there: frozenset[str]
) -> bool:
    """Return whether a word that takes something back may stand for the denial of the other."""
    in_sentence, in_same = find_negative(sentence) - here, find_negative(same) - there
    if not here and in_sentence - in_same:
        return True
    return not there and bool(in_same - in_sentence)


def _can_deny(sentence: Statement, same: Statement) -> bool:
    """Return whether the two tell of the same in such a way that one may deny the other."""
    if (
        same.asks
        or same.texts & DOUBT - sentence.texts
        or "than" in same.texts | sentence.all_texts
    ):
        return False
    if _is_denied_rightly(sentence, same):
        return False
    if _EXCEPTING & (sentence.texts | same.texts) or _excepts_some(same.words):
        return False
    counted, told = list_numbers(sentence), list_numbers(same)
    # "Two of my three sons are", and one is not; that most left agrees with that a few stayed.
    others = counted and told and counted != told
    if others or _SOME & sentence.texts != _SOME & same.texts:
        return False
    # "I promised to write more often." denies no "You never write."; nor what others may have done.
    promised = sentence.texts & INTENDING and not same.texts & INTENDING
    return not promised and not sentence.persons - same.persons - {SELF}


def _is_denied_rightly(sentence: Statement, same: Statement) -> bool:
    """Return whether a denial agrees with a statement of what used to be so, or is only meant."""
    if same.texts >= _USED_TO and list_denied(sentence.words):
        return True
    ahead = INTENDING | LATER | WISHING
    return bool(ahead & same.texts and _NOT & sentence.texts and not ahead & sentence.all_texts)


def _excepts_some(words: Sequence[Word]) -> bool:
    """Return whether "but" stands for "except": "all but one"."""
    for at, word in enumerate(words):
        if word.text == "but" and any(each.text in OF_ALL for each in words[max(0, at - 2) : at]):
            return True
    return False


def _find_opposite_claim(sentence: Statement, told: Sequence[Statement]) -> Statement | None:
    """Return a statement that has all of a short sentence, but for one opposite."""
    around = frozenset(map(stem_word, sentence.all_texts))
    for each in told:
        missing = sentence.content - each.content
        if len(missing) == 1 and _find_opposites(missing, each.stems - around):
            return each
    return None


def _find_opposites(some: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Return the stems of `some` and `others` that are each other's opposites."""
    pairs = [(one, other) for one in some for other in others if are_opposites(one, other)]
    return frozenset(stem for pair in pairs for stem in pair)
