"""Contradictions in what a memory sets apart: "Not Anna. Hannah.", "on the shelf, not under it"."""

from __future__ import annotations

from collections.abc import Sequence

from agents.memory.checking.cues import DOUBT, PLACING, TELLING_APART, THINKING
from agents.memory.checking.reading import SELF, SOMEBODY, Statement, Word
from agents.memory.language.words import (
    ARTICLES,
    BEING,
    DENYING,
    FIRST_PERSON,
    PREPOSITIONS,
    THIRD_PERSON,
)

#: What may stand between a denial and the one thing that it denies.
_BETWEEN = frozenset(
    (*ARTICLES, *PREPOSITIONS, *FIRST_PERSON, *THIRD_PERSON, "even", "mr", "mrs", "miss", "this")
)
_SIDES = (
    ("before", "after"),
    ("above", "below"),
    ("inside", "outside"),
    ("up", "down"),
    ("more", "fewer"),
    ("more", "less"),
    ("first", "last"),
    ("with", "without"),
)
_OPPOSITE_SIDES = {one: other for pair in reversed(_SIDES) for one, other in (pair, pair[::-1])}
#: Before a number that is the most there may be, or the least.
_MOST = frozenset(("most", "fewer", "less", "under", "below"))
_LEAST = frozenset(("least", "more", "over", "above"))
#: By which a sentence says the same from the other side.
_TURNING = frozenset((*DENYING, "until", "but", "rather", "instead"))
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


def find_turned_side(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return the word of grammar that stands before a thing in the place of its opposite, as "after
    the frost" does; empty if none does."""
    here = _pair_sides(sentence)
    there = frozenset(pair for each in told for pair in _pair_sides(each))
    for side, thing in here - there:
        if (_OPPOSITE_SIDES[side], thing) in there - here and not sentence.texts & _TURNING:
            return f"{side} {thing} where the memories say {_OPPOSITE_SIDES[side]}"
    return ""


def find_turned_bound(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return the number that is the most in the sentence and the least in the memories, or the
    other way round; empty if there is none."""
    here = _list_bounds(sentence)
    there = {pair for each in told for pair in _list_bounds(each)}
    for number, most in here:
        if (number, not most) in there and (number, most) not in there:
            return f"{number:g} is the {'least' if most else 'most'} by the memories"
    return ""


def _list_bounds(statement: Statement) -> set[tuple[float, bool]]:
    """Return the numbers that are the most (true) or the least there may be."""
    found = set()
    words = [each.text for each in statement.words]
    for at, word in enumerate(statement.words):
        before = words[max(0, at - 3) : at]
        most = not _MOST.isdisjoint(before)
        if word.number is None or most == (not _LEAST.isdisjoint(before)):
            continue
        denied = any(e in DENYING or e.endswith("n't") for e in words[max(0, at - 6) : at])
        found.add((word.number, most != denied))
    return found


def _pair_sides(statement: Statement) -> frozenset[tuple[str, str]]:
    """Return each such word with the thing right behind it."""
    found = set()
    for at, word in enumerate(statement.words):
        if word.text in _OPPOSITE_SIDES:
            behind = statement.words[at + 1 : at + 4]
            thing = next((_name(e) for e in behind if e.is_mark or _name(e)), "")
            if thing:
                found.add((word.text, thing))
    return frozenset(found)


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
