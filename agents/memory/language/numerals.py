"""Numbers in a text, in digits or in words, as values that can be compared."""

from __future__ import annotations

from agents.memory.language.text_cache import cache_short_texts
from agents.memory.language.words import DIGITS, ORDINALS, TEENS, TENS
from late.late_pattern import late_pattern

#: "One" is more often grammar than a number.
_VALUES = {word: value for value, word in enumerate((*DIGITS, *TEENS)) if value > 1} | {
    "dozen": 12,
    "hundred": 100,
    "thousand": 1000,
}
_TENS = {word: 10 * value for value, word in enumerate(TENS, start=2)}
_UNITS = {word: value for value, word in enumerate(DIGITS) if value}
_ORDINALS = {word: value for value, word in enumerate(ORDINALS, start=3)}

_IN_WORDS = _VALUES.keys() | _TENS.keys() | _ORDINALS.keys()

_WORD = late_pattern(r"\d+(?:[.:,]\d+)*|[a-z]+")
_DIGIT = late_pattern(r"\d")


@cache_short_texts(2048)
def find_numerals(text: str) -> frozenset[str]:
    """Return the numbers of `text` in digits: ``forty-one`` and ``41`` are the same number."""
    words = _WORD.findall(text.casefold())
    if _IN_WORDS.isdisjoint(words) and not _DIGIT.search(text):  # as nearly every text
        return frozenset()
    found: set[str] = set()
    tens = 0
    for word in words:
        if tens and word in _UNITS:
            found.discard(str(tens))
            found.add(str(tens + _UNITS[word]))
        elif word[0].isdigit():
            found.add(word)
        elif value := _VALUES.get(word) or _TENS.get(word) or _ORDINALS.get(word):
            found.add(str(value))
        tens = _TENS.get(word, 0)
    return frozenset(found)
