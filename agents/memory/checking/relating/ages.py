"""Contradictions in how old somebody is: a number behind "is" that counts nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agents.memory.checking.figures import is_derived, is_rounded
from agents.memory.checking.reading import SOMEBODY, Statement, Word
from agents.memory.language.words import BEING, PREPOSITIONS

#: Who shall be ninety at Easter may be eighty-nine.
_NEAR = 1
_AGED = frozenset(("year", "years", "old", "now", "today"))
_I_AM = frozenset(("i'm", "he's", "she's"))


def find_wrong_age(sentence: Statement, told: Sequence[Statement]) -> str:
    """Return how old somebody is by the memories, where the sentence has another age; or empty."""
    known = [each for one in told if not one.asks for each in _list_ages(one)]
    for who, at, age in _list_ages(sentence):
        same = [other for one, _, other in known if one == who]
        if not same or any(abs(other - age) <= _NEAR for other in same):
            continue
        if not is_derived(age, sentence, told) and not is_rounded(sentence.words, at, same):
            return f"{age:g} where the memories say {same[0]:g}"
    return ""


def _list_ages(statement: Statement) -> Iterator[tuple[str, int, float]]:
    """Yield who is how old, and where the number stands."""
    words = statement.words
    for at, word in enumerate(words):
        if word.number is None or word.number != int(word.number) or at == 0:
            continue
        being = words[at - 1].text in BEING or words[at - 1].text in _I_AM
        who = _find_person(words[:at]) if being and _counts_nothing(words, at) else ""
        if who:
            yield who, at, word.number


def _counts_nothing(words: Sequence[Word], at: int) -> bool:
    behind = words[at + 1] if at + 1 < len(words) else None
    if behind is None or behind.is_mark or behind.text in _AGED:
        return True
    return behind.text in PREPOSITIONS and behind.text not in ("of", "past")


def _find_person(before: Sequence[Word]) -> str:
    """Return the one person who is named before a number; empty if there are others."""
    named = {each.person for each in before if each.person}
    last = max((at for at, each in enumerate(before) if each.person), default=0)
    stray = any(each.stem or each.owns for each in before[last:])
    return named.pop() if len(named) == 1 and not named & {SOMEBODY} and not stray else ""
