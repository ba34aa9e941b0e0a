"""Contradictions in what a memory sets apart: "Not Anna. Hannah.", "on the shelf, not under it"."""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.checking.cues import DOUBT, PLACING, TELLING_APART, THINKING
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word
from agents.memory.language.words import ARTICLES, BEING, FIRST_PERSON, PREPOSITIONS, THIRD_PERSON

#: What may stand between a denial and the one thing that it denies.
_BETWEEN = frozenset(
    (*ARTICLES, *PREPOSITIONS, *FIRST_PERSON, *THIRD_PERSON, "even", "mr", "mrs", "miss", "this")
)
_DENIALS = frozenset(("not", "isn't", "wasn't", "aren't", "weren't"))
_BEFORE = frozenset((*BEING, "and", "but"))
#: Words behind "not" that make no denial of what follows.
_NO_DENIAL = frozenset(("only", "just", "even", "sure", "certain", "quite", "yet", "that"))


def find_set_apart(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return what the sentence says of a thing that the last memory of it sets apart; or empty."""
    if sentence.texts & (TELLING_APART | DOUBT | THINKING) or _has_short_denial(sentence.words):
        return ""
    for word in sentence.words:
        mentions = [
            (each, at)
            for each in told
            for at, other in enumerate(each.words)
            if not each.asks and _is_thing(word) and _name(other) == _name(word)
        ]
        if mentions and all(_is_set_apart(each.words, at) for each, at in mentions):
            return f"the memories say that it is not {word.text!r}"
    return ""


def find_turned_comparison(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return that a comparison is turned round: "rather this than that"; empty if none is."""
    more, less = _split_comparison(sentence)
    for each in told:
        more_there, less_there = _split_comparison(each)
        turned = (more - less) & (less_there - more_there)
        if turned and (less - more) & (more_there - less_there):
            return f"the comparison is turned round: {min(turned)}"
    return ""


def _split_comparison(statement: Statement) -> tuple[frozenset[str], frozenset[str]]:
    """Return the things before and behind "than"; none if it compares nothing."""
    at = next((i for i, word in enumerate(statement.words) if word.text == "than"), None)
    if at is None:
        return frozenset(), frozenset()
    before, behind = statement.words[:at], statement.words[at:]
    return _name_things(before), _name_things(behind)


def _name_things(words: Sequence[Word]) -> frozenset[str]:
    return frozenset(_name(each) for each in words if _is_thing(each))


def _has_short_denial(words: Sequence[Word]) -> bool:
    return any(each.text.endswith("n't") for each in words)


def _is_thing(word: Word) -> bool:
    return bool(_name(word)) and word.person not in (SELF, SOMEBODY)


def _name(word: Word) -> str:
    return word.sense or (word.text if word.text in PLACING else "")


def _is_set_apart(words: Sequence[Word], at: int) -> bool:
    """Return whether a denial stands before the thing, and nothing of weight in between."""
    for before in range(at - 1, -1, -1):
        word = words[before]
        if word.text in _DENIALS:
            alone = word.text != "not" or not before or _begins(words[before - 1])
            return alone and words[before + 1].text not in _NO_DENIAL
        if word.text not in _BETWEEN:
            return False
    return False


def _begins(word: Word) -> bool:
    """Return whether "not" behind a word denies a thing and no deed."""
    return word.is_mark or word.text in _BEFORE or word.text.endswith("'s")
